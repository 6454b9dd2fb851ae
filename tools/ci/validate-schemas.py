#!/usr/bin/env python3
"""Validates data files against the JSON Schemas in tools/schemas.

Usage:
  tools/ci/validate-schemas.py               the schemas, and the data files of this repository and
                                             of each folder in its examples
  tools/ci/validate-schemas.py --root DIR    those of another folder
  tools/ci/validate-schemas.py --report FILE a JSON report of `parity check`
  tools/ci/validate-schemas.py --self-test   the samples in tools/schemas/tests

The data files are manifests, cases, mutants, parity.json, known failures, goldens and their lock.
Each violation is a line `path: /json/pointer: message`.

A file of samples has the name of its schema. Its member `valid` has documents. Each sample in
`invalid` is one of them with an edit: a JSON Pointer and the new value, or "<missing>". `of` is the
number of the document, 0 by default. The schema has to report violations at `at`, a pointer or a list
of pointers, and nowhere else. There are samples for the formats that people write or programs read,
but not for outputs of contracts, whose schemas the goldens test.

Exit code 0: no violation, 1: violations, 2: the check can't run.
"""

import json
import pathlib
import re

from shared.pointers import edited
from shared.script import ROOT, cannot_run, parser, run_script

try:
    import jsonschema
    from jsonschema import Draft202012Validator
except ImportError:
    cannot_run("jsonschema is missing; tools/ci/install-check-tools.sh installs it")

SCHEMAS = ROOT / "tools/schemas"
BASE = "https://parity.invalid/schemas/"  # never fetched; urljoin needs a known scheme
SUFFIX = ".schema.json"
SIZE_LIMIT = 64 * 1024 * 1024
MESSAGE_LIMIT = 400


class Unreadable(Exception):
    """A file or line that isn't JSON as Parity reads it."""


def parse(text):
    """Reads JSON without repeated keys, NaN and Infinity."""

    def members(pairs):
        found = {}
        for key, value in pairs:
            if key in found:
                raise Unreadable(f"the key {json.dumps(key, ensure_ascii=False)} is repeated in one object")
            found[key] = value
        return found

    def constant(name):
        raise Unreadable(f"{name} is not a JSON value")

    try:
        return json.loads(text, object_pairs_hook=members, parse_constant=constant)
    except RecursionError:
        raise Unreadable("the values are nested too deeply to be read") from None
    except ValueError as error:
        raise Unreadable(f"not JSON: {error}") from None


def read_text(path):
    try:
        data = path.read_bytes()
    except OSError as error:
        raise Unreadable(f"cannot be read: {error.strerror}") from None
    if len(data) > SIZE_LIMIT:
        raise Unreadable(f"has {len(data)} bytes, more than the limit of {SIZE_LIMIT} (64 MiB)")
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError as error:
        raise Unreadable(f"not UTF-8: {error.reason} at byte {error.start}") from None


def pointer(path):
    parts = (str(part).replace("~", "~0").replace("/", "~1") for part in path)
    return "".join("/" + part for part in parts)


def shorten(message):
    if len(message) <= MESSAGE_LIMIT:
        return message
    half = MESSAGE_LIMIT // 2
    return f"{message[:half]} … {message[-half:]}"


def ecma_pattern(validator, pattern, instance, schema):
    # In JSON Schema, `$` is the end of the string. In Python, it also matches before a last newline.
    if isinstance(instance, str) and not re.search(re.sub(r"(?<!\\)\$", r"\\Z", pattern), instance):
        yield jsonschema.ValidationError(f"{instance!r} does not match {pattern!r}")


def real_day(value):
    """Returns whether the calendar has the date that a text begins with. Patterns check the rest."""
    match = re.match(r"([0-9]{4})-([0-9]{2})-([0-9]{2})", value) if isinstance(value, str) else None
    if not match:
        return True
    year, month, day = (int(part) for part in match.groups())
    leap = year % 4 == 0 and (year % 100 != 0 or year % 400 == 0)
    lengths = [31, 29 if leap else 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]
    return 1 <= month <= 12 and 1 <= day <= lengths[month - 1]


Validator = jsonschema.validators.extend(Draft202012Validator, {"pattern": ecma_pattern})
FORMATS = jsonschema.FormatChecker(formats=())
for format_name in ("date", "date-time"):
    FORMATS.checks(format_name)(real_day)


class Schemas:
    """The schemas of a folder, by name without '.schema.json'."""

    def __init__(self, folder):
        self.folder = folder
        self.problems = []
        self.documents = {}
        self.validators = {}
        for path in sorted(folder.glob("*" + SUFFIX)):
            try:
                self.documents[path.name[: -len(SUFFIX)]] = parse(read_text(path))
            except Unreadable as error:
                self.problem(path, "", str(error))
        for name, document in self.documents.items():
            path = folder / (name + SUFFIX)
            if not isinstance(document, dict):
                self.problem(path, "", "must be an object")
                continue
            for error in Draft202012Validator(Draft202012Validator.META_SCHEMA).iter_errors(document):
                self.problem(path, pointer(error.absolute_path), error.message)
            if document.get("$schema") != Draft202012Validator.META_SCHEMA["$id"]:
                self.problem(path, "/$schema", "must name draft 2020-12")
            self.walk(path, document, [], name)

    def problem(self, path, place, message):
        self.problems.append((path, place, message))

    def walk(self, path, node, place, name):
        """Checks that references lead to schemas and that properties have titles and descriptions."""
        if isinstance(node, list):
            for index, item in enumerate(node):
                self.walk(path, item, place + [index], name)
            return
        if not isinstance(node, dict):
            return
        reference = node.get("$ref")
        if isinstance(reference, str) and not self.leads_somewhere(reference, name):
            self.problem(path, pointer(place + ["$ref"]), f"{reference!r} leads nowhere")
        properties = node.get("properties")
        in_condition = place and place[-1] == "if"
        if isinstance(properties, dict) and not in_condition:
            for key, schema in properties.items():
                for member in ("title", "description"):
                    if not isinstance(schema, dict) or not schema.get(member):
                        here = pointer(place + ["properties", key])
                        self.problem(path, here, f"needs a {member}, which editors show")
        for key, value in node.items():
            if key not in ("const", "enum", "default", "examples"):
                self.walk(path, value, place + [key], name)

    def leads_somewhere(self, reference, name):
        file, _, fragment = reference.partition("#")
        if file and not file.endswith(SUFFIX):
            return False
        target = self.documents.get(file[: -len(SUFFIX)] if file else name)
        for part in fragment.split("/")[1:]:
            key = part.replace("~1", "/").replace("~0", "~")
            if not isinstance(target, dict) or key not in target:
                return False
            target = target[key]
        return target is not None

    def validator(self, name):
        if name not in self.validators:
            root = {"$ref": BASE + name + SUFFIX}
            # With `$schema`, jsonschema would use its own class, with Python's patterns.
            stored = {
                BASE + key + SUFFIX: {member: value for member, value in document.items() if member != "$schema"}
                for key, document in self.documents.items()
            }
            try:
                from referencing import Registry
                from referencing.jsonschema import DRAFT202012
            except ImportError:  # jsonschema before 4.18
                resolver = jsonschema.RefResolver("", root, store=stored)
                self.validators[name] = Validator(root, format_checker=FORMATS, resolver=resolver)
            else:
                resources = [(uri, DRAFT202012.create_resource(document)) for uri, document in stored.items()]
                self.validators[name] = Validator(
                    root, format_checker=FORMATS, registry=Registry().with_resources(resources)
                )
        return self.validators[name]

    def errors(self, name, document):
        """Returns each violation as a pointer and a message."""
        found = []
        try:
            errors = list(self.validator(name).iter_errors(document))
        except RecursionError:
            return [("", "the values are nested too deeply to be checked")]
        for error in errors:
            message = error.message
            if error.validator in ("not", "oneOf", "anyOf") and isinstance(error.schema, dict):
                message = error.schema.get("$comment", message)
            if (pointer(error.absolute_path), message) not in found:
                found.append((pointer(error.absolute_path), message))
        return found


class Check:
    """A check of the data files of a folder."""

    def __init__(self, schemas, root):
        self.schemas = schemas
        self.root = root
        self.own_schemas = root / "tools" / "schemas"
        self.count = 0
        self.problems = 0

    def report(self, path, place, message, line=None):
        self.problems += 1
        try:
            path = path.relative_to(self.root)
        except ValueError:
            pass
        where = f"{path}:{line}" if line else str(path)
        print(f"{where}: {place or '(root)'}: {shorten(message)}")

    def run(self):
        self.count += len(list(self.schemas.folder.glob("*" + SUFFIX)))
        for path, place, message in self.schemas.problems:
            self.report(path, place, message)
        if not self.schemas.documents:
            self.report(self.schemas.folder, "", "has no schema")
        if self.schemas.problems:
            return self.finish()
        operations = {}
        fixtures = self.root / "Fixtures"
        for folder in sorted(path for path in fixtures.glob("*") if path.is_dir()):
            operations[folder.name] = self.contract(folder)
        repository = self.root / "parity.json"
        if repository.exists():
            self.file(repository, "parity")
        known = self.root / "known-failures.jsonl"
        if known.exists():
            self.lines(known, "known-failures")
        self.goldens(operations)
        self.lock()
        return self.finish()

    def finish(self):
        files = "file" if self.count == 1 else "files"
        problems = "problem" if self.problems == 1 else "problems"
        print(f"checked {self.count} {files}: {self.problems} {problems}")
        return 1 if self.problems else 0

    def file(self, path, name):
        """Checks a file against a schema, and returns its document, or None if it can't be read."""
        self.count += 1
        try:
            document = parse(read_text(path))
        except Unreadable as error:
            self.report(path, "", str(error))
            return None
        if name not in self.schemas.documents:
            self.report(path, "", f"there is no schema tools/schemas/{name}{SUFFIX} to check it against")
            return document
        for place, message in self.schemas.errors(name, document):
            self.report(path, place, message)
        if isinstance(document, dict) and isinstance(document.get("$schema"), str):
            self.named_schema(path, document["$schema"], name)
        return document

    def named_schema(self, path, reference, name):
        if "://" in reference:
            return
        schemas = self.own_schemas if self.own_schemas.is_dir() else self.schemas.folder
        fitting = [schemas / (name + SUFFIX)]
        if name.endswith(".cases"):
            fitting.append(schemas / ("cases" + SUFFIX))
        named = path.parent / reference
        if named.resolve() not in [schema.resolve() for schema in fitting]:
            known = " or ".join(f"tools/schemas/{schema.name}" for schema in fitting)
            self.report(path, "/$schema", f"{reference!r} isn't the path from here to {known}")

    def contract(self, folder):
        """Checks the files of a contract. Returns the operation that each case names, or None, by case."""
        operations = {}
        matrix_path = folder / "behavior-matrix.json"
        if not matrix_path.exists():
            self.report(matrix_path, "", "is missing, so no case of this contract is checked")
            return operations
        matrix = self.file(matrix_path, "behavior-matrix")
        if not isinstance(matrix, dict):
            return operations
        if isinstance(matrix.get("contract"), str) and matrix["contract"] != folder.name:
            self.report(matrix_path, "/contract", f"must be the folder's name, {folder.name!r}")
        listed = matrix.get("caseFiles")
        names = [name for name in listed if isinstance(name, str)] if isinstance(listed, list) else []
        own = folder.name + ".cases"
        schema = own if own in self.schemas.documents else "cases"
        for name in names:
            document = self.file(folder / name, schema) if "/" not in name else None
            cases = document.get("cases") if isinstance(document, dict) else None
            for case in cases if isinstance(cases, list) else []:
                if isinstance(case, dict) and isinstance(case.get("id"), str):
                    operations[case["id"]] = case.get("operation")
        mutants_path = folder / "mutants.json"
        if mutants_path.exists():
            self.file(mutants_path, "mutants")
        # Files in subfolders are texts that cases name with '$file'.
        for path in sorted(folder.glob("*.json")):
            if path not in (matrix_path, mutants_path) and path.name not in names:
                self.report(path, "", "isn't in the manifest's caseFiles, so it isn't checked")
        return operations

    def goldens(self, operations):
        for folder in sorted(path for path in (self.root / "Golden").glob("*") if path.is_dir()):
            if folder.name.startswith("."):
                continue
            prefix = folder.name + "."
            known = [name[len(prefix) :] for name in self.schemas.documents if name.startswith(prefix)]
            known = [operation for operation in known if operation != "cases"]
            if not known and not self.own_schemas.is_dir():  # an example, which has no schemas of outputs
                continue
            for path in sorted(folder.rglob("*.json")):
                operation = operations.get(folder.name, {}).get(path.stem)
                if operation is None and len(known) == 1:
                    operation = known[0]
                if not isinstance(operation, str):
                    self.count += 1
                    choice = ", ".join(sorted(known)) or "none"
                    self.report(path, "", f"its case names no operation, and the contract's schemas are: {choice}")
                    continue
                self.file(path, prefix + operation)

    def lock(self):
        path = self.root / "Golden" / "golden.lock.jsonl"
        if path.exists():
            self.lines(path, "golden-lock")
        elif any((self.root / "Golden").glob("*/*.json")):
            self.report(path, "", "is missing, although there are goldens")

    def lines(self, path, name):
        """Checks each line of a file against a schema."""
        self.count += 1
        try:
            text = read_text(path)
        except Unreadable as error:
            self.report(path, "", str(error))
            return
        lines = text.split("\n")
        if lines[-1] == "":
            lines.pop()
        for number, line in enumerate(lines, start=1):
            try:
                document = parse(line)
            except Unreadable as error:
                self.report(path, "", str(error), number)
                continue
            for place, message in self.schemas.errors(name, document):
                self.report(path, place, message, number)


def self_test(schemas):
    """Checks the samples, and returns the exit code."""
    problems = [(path.name, place, message) for path, place, message in schemas.problems]
    count = 0
    for path in sorted((schemas.folder / "tests").glob("*.json")):
        if path.stem not in schemas.documents:
            problems.append((path.name, "", f"there is no schema {path.stem}{SUFFIX}"))
            continue
        samples = parse(read_text(path))
        count += len(samples["valid"]) + len(samples["invalid"])

        for index, sample in enumerate(samples["valid"]):
            for place, message in schemas.errors(path.stem, sample["document"]):
                problems.append((path.name, f"/valid/{index}", f"{place or '(root)'}: {message}"))

        for index, sample in enumerate(samples["invalid"]):
            document = samples["valid"][sample.get("of", 0)]["document"]
            errors = schemas.errors(path.stem, edited(document, *sample["edit"]))
            found = sorted(place for place, _ in errors)
            expected = sorted(sample["at"] if isinstance(sample["at"], list) else [sample["at"]])
            if found != expected:
                message = f"{sample['what']}: violations at {found}, not at {expected}"
                problems.append((path.name, f"/invalid/{index}", message))

    for name, place, message in problems:
        print(f"{name}: {place or '(root)'}: {shorten(message)}")
    if not count:
        cannot_run("there are no samples in tools/schemas/tests")
    print(f"checked {count} samples: {len(problems)} problem{'' if len(problems) == 1 else 's'}")
    return 1 if problems else 0


def main():
    arguments = parser(__doc__)
    arguments.add_argument("--root", type=pathlib.Path, default=ROOT, metavar="DIR", help="the folder to check")
    arguments.add_argument("--report", type=pathlib.Path, metavar="FILE", help="a JSON report to check")
    arguments.add_argument("--self-test", action="store_true", help="check the samples in tools/schemas/tests")
    options = arguments.parse_args()
    if not options.root.is_dir():
        arguments.error(f"{options.root} isn't a folder")

    schemas = Schemas(SCHEMAS)
    if options.self_test:
        return self_test(schemas)
    root = options.root.resolve()
    check = Check(schemas, root)
    if options.report:
        check.file(options.report, "report")
        return check.finish()

    codes = [check.run()]
    for example in sorted(root.glob("examples/*/")):
        print(f"{example.relative_to(root)}:")
        codes.append(Check(schemas, example).run())
    return max(codes)


if __name__ == "__main__":
    run_script(main)
