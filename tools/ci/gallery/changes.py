"""Makes suites whose goldens differ from those of a commit, for `parity gallery --since`."""

import json
import shutil

from shared.files import git, write_json
from shared.script import ROOT
from shared.suites import fixtures, read_cases, read_golden, read_manifest, write_suite


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
        manifest = {"contract": contract, "title": "Texts", "operations": {"render": {"output": "text"}},
                    "clauses": [{"id": "C1", "text": "Texts are there.", "level": "must"}],
                    "rows": [{"id": "all", "scenario": "Texts", "expectedBehavior": "They are there.",
                              "clauses": ["C1"], "cases": list(texts)}]}
        cases = [{"id": case, "description": "Has a text.", "input": {"text": text}} for case, text in texts.items()]
        write_suite(self.folder, manifest, cases)
        for case, text in texts.items():
            self.write_text(contract, case, text)

    def write_text(self, contract, case, text):
        """Replaces the golden of a case whose output is a text."""
        file = self.golden_file(contract, case).with_suffix(".txt")
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_bytes(text.encode())

    def commit(self, own=()):
        """Commits everything.

        `own` are the contracts that aren't built in. They need a reference, which never runs.
        """
        programs = [{"name": "reference-of-own", "command": ["true"], "contracts": list(own), "reference": True}] if own else []
        write_json(self.folder / "parity.json", {"implementations": programs})
        git(self.folder, "init", "--quiet", "--initial-branch=main")
        git(self.folder, "add", "--all", "--force")
        git(self.folder, "commit", "--quiet", "--no-verify", "--message=Before")

    # Manifests and cases

    def golden_file(self, contract, case):
        """Returns the file of a case's golden."""
        return self.folder / "Golden" / contract / f"{case}.json"

    def golden(self, contract, case):
        """Returns the golden of a case."""
        return read_golden(contract, case, self.folder)

    def write_golden(self, contract, case, golden):
        """Replaces the golden of a case."""
        self.golden_file(contract, case).write_text(json.dumps(golden, ensure_ascii=False))

    def write_row(self, contract, row, copies, **members):
        """Adds or replaces a row with copies of cases and of their goldens.

        `copies` are pairs of the id of a case and the id of its copy, and `members` those of the row. A golden that is there
        stays as it is.
        """
        matrix, file = read_manifest(contract, self.folder), f"{row}.json"
        cases = {case["id"]: case for case in read_cases(contract, self.folder)}
        if file not in matrix["caseFiles"]:
            matrix["caseFiles"].append(file)
        place = next((index for index, each in enumerate(matrix["rows"]) if each["id"] == row), len(matrix["rows"]))
        matrix["rows"][place:place + 1] = [{"id": row, "scenario": f"Cases of {row}", "expectedBehavior": "They are shown.",
                                            "clauses": [], "cases": [name for _, name in copies], **members}]
        folder = fixtures(contract, self.folder)
        write_json(folder / "behavior-matrix.json", matrix)
        added = [{**cases[case], "id": name} for case, name in copies]
        write_json(folder / file, {"cases": added})
        for case, name in copies:
            if not self.golden_file(contract, name).exists():
                shutil.copyfile(self.golden_file(contract, case), self.golden_file(contract, name))
