"""The modules that say what the pictures of each contract show."""

import importlib


def module_of(contract):
    """Returns the module of a contract, or None if there is none."""
    name = f"gallery.{contract.replace('-', '_')}"
    try:
        return importlib.import_module(name)
    except ModuleNotFoundError as error:
        if error.name != name:
            raise
        return None
