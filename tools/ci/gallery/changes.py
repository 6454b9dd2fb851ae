"""Makes suites whose goldens differ from those of a commit, for `parity gallery --since`."""

import copy
import json
import shutil
import subprocess

from gallery.picture import MISSING
from pages.browser import ROOT


class Suites:
    """A suite with copies of contracts, in a git repository."""

    def __init__(self, folder):
        self.folder = folder
        folder.mkdir()

    def copy(self, contract, source=ROOT):
        """Copies a contract with its goldens from another suite."""
        for part in ("Fixtures", "Golden"):
            shutil.copytree(source / part / contract, self.folder / part / contract)

    def add_texts(self, contract, texts):
        """Adds a contract whose goldens are texts. `texts` are its goldens by the id of their case."""
        matrix = {"contract": contract, "version": "1.0.0", "title": "Texts", "operations": {"render": {"output": "text"}},
                  "clauses": [{"id": "C1", "text": "Texts are there.", "level": "must"}], "caseFiles": ["cases.json"],
                  "rows": [{"id": "all", "scenario": "Texts", "expectedBehavior": "They are there.", "clauses": ["C1"],
                            "cases": list(texts)}]}
        cases = [{"id": case, "description": "Has a text.", "input": {"text": text}} for case, text in texts.items()]
        self._matrix_file(contract).parent.mkdir(parents=True)
        self._matrix_file(contract).write_text(json.dumps(matrix))
        self._matrix_file(contract).with_name("cases.json").write_text(json.dumps({"cases": cases}))
        for case, text in texts.items():
            self.write_text(contract, case, text)

    def write_text(self, contract, case, text):
        """Replaces the golden of a case whose output is a text."""
        file = self.golden_file(contract, case).with_suffix(".txt")
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_bytes(text.encode())

    def commit(self, own=()):
        """Commits everything. Nothing of the user's settings applies.

        `own` are the contracts that aren't built in. They need a reference, which never runs.
        """
        programs = [{"name": "reference-of-own", "command": ["true"], "contracts": list(own), "reference": True}] if own else []
        (self.folder / "parity.json").write_text(json.dumps({"implementations": programs}))
        git = ["git", "-C", str(self.folder), "-c", "user.name=Gallery", "-c", "user.email=gallery@example.com",
               "-c", "commit.gpgsign=false", "-c", "core.autocrlf=false", "-c", "gc.auto=0"]
        for command in (["init", "--quiet", "--initial-branch=main"], ["add", "--all", "--force"],
                        ["commit", "--quiet", "--no-verify", "--message=Before"]):
            subprocess.run([*git, *command], check=True, stdout=subprocess.DEVNULL)

    # Manifests and cases

    def matrix(self, contract):
        """Returns the manifest of a contract."""
        return json.loads(self._matrix_file(contract).read_bytes())

    def _matrix_file(self, contract):
        return self.folder / "Fixtures" / contract / "behavior-matrix.json"

    def cases(self, contract):
        """Returns the cases of a contract by id."""
        files = [self.folder / "Fixtures" / contract / name for name in self.matrix(contract)["caseFiles"]]
        return {case["id"]: case for file in files for case in json.loads(file.read_bytes())["cases"]}

    def golden_file(self, contract, case):
        """Returns the file of a case's golden."""
        return self.folder / "Golden" / contract / f"{case}.json"

    def golden(self, contract, case):
        """Returns the golden of a case."""
        return json.loads(self.golden_file(contract, case).read_bytes())

    def write_golden(self, contract, case, golden):
        """Replaces the golden of a case."""
        self.golden_file(contract, case).write_text(json.dumps(golden, ensure_ascii=False))

    def write_row(self, contract, row, copies, **members):
        """Adds or replaces a row with copies of cases and of their goldens.

        `copies` are pairs of the id of a case and the id of its copy, and `members` those of the row. A golden that is there
        stays as it is.
        """
        matrix, cases, file = self.matrix(contract), self.cases(contract), f"{row}.json"
        if file not in matrix["caseFiles"]:
            matrix["caseFiles"].append(file)
        place = next((index for index, each in enumerate(matrix["rows"]) if each["id"] == row), len(matrix["rows"]))
        matrix["rows"][place:place + 1] = [{"id": row, "scenario": f"Cases of {row}", "expectedBehavior": "They are shown.",
                                            "clauses": [], "cases": [name for _, name in copies], **members}]
        self._matrix_file(contract).write_text(json.dumps(matrix))
        added = [{**cases[case], "id": name} for case, name in copies]
        (self.folder / "Fixtures" / contract / file).write_text(json.dumps({"cases": added}))
        for case, name in copies:
            if not self.golden_file(contract, name).exists():
                shutil.copyfile(self.golden_file(contract, case), self.golden_file(contract, name))


def edited(golden, pointer, value):
    """Returns a golden with a value replaced, added or, if it is MISSING, removed.

    Raises a LookupError if nothing can be at the pointer.
    """
    if pointer == "":
        return value
    root = copy.deepcopy(golden)
    *path, last = [token.replace("~1", "/").replace("~0", "~") for token in pointer.split("/")[1:]]
    place = root
    for token in path:
        place = place[int(token)] if isinstance(place, list) else place[token]
    if isinstance(place, list):
        index = len(place) if last == "-" else int(last)
        if index > len(place) or (index == len(place) and value == MISSING):
            raise LookupError(f"there is no element {pointer}")
        place[index:index + 1] = [] if value == MISSING else [value]
    elif value == MISSING:
        del place[last]
    else:
        place[last] = value
    return root
