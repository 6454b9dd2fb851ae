#!/usr/bin/env python3
"""Runs the pipelines of docs/how-to/ci.md as their engines would, over a small repository with an adapter.

Usage:
  tools/ci/check-pipelines.py ARCHIVE    ARCHIVE is one of tools/release/make-archive

The script, the GitHub workflows with action.yml, and the GitLab jobs come from the files. Only the
address and the SHA-256 of the archive are replaced. YAML has to match the schemas that the engines
publish. Each pipeline runs on main, where it has to pass, and on a branch with a mistake in the
parser, where it has to fail and report what is new. Some run again with an unreadable report of main,
or in a checkout that has other files in the places of their own.

The script implements what these files need of the engines: the order of steps and jobs, matrices,
artifacts, caches and expressions. Anything else in the files is an error.

Exit code 0: the pipelines work, 1: one doesn't, 2: the check can't run.
"""

import contextlib
import fnmatch
import functools
import hashlib
import http.server
import itertools
import json
import os
import pathlib
import re
import shutil
import subprocess
import tempfile
import threading
import xml.etree.ElementTree

from shared.files import git
from shared.script import ROOT, Failure, cannot_run, expect, parser, require, run_script

try:
    import yaml
except ImportError:
    cannot_run("PyYAML is missing; tools/ci/install-check-tools.sh installs it")

DOCUMENT = ROOT / "docs" / "how-to" / "ci.md"
ACTION = ROOT / "action.yml"
ADDRESS = "https://example.com/parity-0.1.0-linux-x86_64.tar.gz"
SCHEMAS = {"action": "vendor.github-actions", "jobs": "vendor.github-workflows", "stages": "vendor.gitlab-ci"}
REPORTS = ("parity-report.xml", "parity-report.json", "parity-report.html")
# A mistake of the JavaScript adapter, which shows white space as text.
MISTAKE = ("session-detail/payloads.mjs", 'text !== "" &&', "true &&")


class Shell:
    """Runs scripts in a folder, with the variables of an engine and no others of this machine."""

    def __init__(self, folder, variables):
        self.folder = folder
        self.variables = {"PATH": os.environ["PATH"], "HOME": str(folder.parent), "LANG": "C.UTF-8", "CI": "true", **variables}

    def run(self, script, more=()):
        done = subprocess.run(["bash", "--noprofile", "--norc", "-eo", "pipefail", "-c", script], cwd=self.folder,
                              env={**self.variables, **dict(more)}, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                              stderr=subprocess.STDOUT, text=True, check=False)
        return done.returncode, done.stdout


class Site(contextlib.AbstractContextManager):
    """Serves the files of a folder on this machine, and ignores queries."""

    def __init__(self, folder):
        handler = functools.partial(self.Handler, directory=str(folder))
        self.server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler)
        self.address = f"http://127.0.0.1:{self.server.server_port}"
        threading.Thread(target=self.server.serve_forever, daemon=True).start()

    def __exit__(self, *_):
        self.server.shutdown()

    class Handler(http.server.SimpleHTTPRequestHandler):
        def log_message(self, *_):
            pass


class Repository:
    """An app's: an adapter, a parity.json, and a branch in which the parser has a mistake."""

    def __init__(self, folder, adapters):
        self.folder = folder
        shutil.copytree(adapters / "javascript", folder / "adapter")
        (folder / "parity.json").write_text(
            '{ "implementations": [ { "name": "app", "command": ["node", "adapter/adapter.mjs"],'
            ' "contracts": ["session-detail"], "default": true } ] }\n')
        git(folder, "init", "--quiet", "--initial-branch", "main")
        git(folder, "add", ".")
        git(folder, "commit", "--quiet", "-m", "An adapter")
        git(folder, "checkout", "--quiet", "-b", "branch")
        file, right, wrong = MISTAKE
        text = (folder / "adapter" / file).read_text(encoding="utf-8")
        if text.count(right) != 1:
            raise Failure(f"{file} has '{right}' {text.count(right)} times; the mistake to try needs it once")
        (folder / "adapter" / file).write_text(text.replace(right, wrong), encoding="utf-8")
        git(folder, "commit", "--quiet", "-am", "A mistake")

    def clone(self, folder, branch):
        git(self.folder, "clone", "--quiet", "--branch", branch, ".", str(folder))


def files(folder, patterns):
    """The files that the patterns name, and those in folders that they name, by relative path."""
    contents = {}
    for path in (path for pattern in patterns for path in sorted(folder.glob(pattern))):
        for file in sorted(path.rglob("*")) if path.is_dir() else [path]:
            if file.is_file():
                contents[str(file.relative_to(folder))] = file.read_bytes()
    return contents


def put(folder, contents):
    """Writes files as tar extracts them: it replaces a link, and leaves a folder as it is."""
    for name, content in contents.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        if path.is_symlink():
            path.unlink()
        if not path.is_dir():
            path.write_bytes(content)


# MARK: - GitHub


class GitHub:
    """The artifacts of one run, and the caches that stay from run to run."""

    def __init__(self, repository, place):
        self.repository, self.place, self.caches = repository, place, {}
        self.runs = 0

    def run(self, workflow, branch, change=lambda artifacts: None, plant=lambda workspace: None):
        """Gives the jobs' results, what they printed, their summaries, and the artifacts.

        `plant` adds to each checkout.
        """
        self.plant = plant
        self.branch, self.artifacts, results, told = branch, {}, {}, {}
        self.runs += 1
        for name, job in workflow["jobs"].items():
            if "needs" in job:
                expect(job.get("if") == "${{ !cancelled() }}", f"the job {name} would not run where {job['needs']} failed")
                change(self.artifacts)
            variants = job.get("strategy", {}).get("matrix", {})
            for values in itertools.product(*variants.values()):
                matrix = dict(zip(variants, values))
                called = " ".join([name, *map(str, values)])
                results[called], told[called] = self.job(workflow, job, matrix)
        return results, told, self.artifacts

    def job(self, workflow, job, matrix):
        home = pathlib.Path(tempfile.mkdtemp(dir=self.place))
        self.workspace, self.temporary = home / "workspace", home / "temporary"
        for folder in (self.workspace, self.temporary):
            folder.mkdir()
        self.path, self.summary = home / "path", home / "summary"
        self.path.touch()
        self.summary.touch()
        shell = Shell(self.workspace, {"GITHUB_WORKSPACE": str(self.workspace), "GITHUB_PATH": str(self.path),
                                       "GITHUB_STEP_SUMMARY": str(self.summary), "RUNNER_TEMP": str(self.temporary)})
        known = {"matrix": matrix, "env": workflow.get("env", {}), "github": {
            "run_id": self.runs, "run_attempt": 1, "ref_name": self.branch, "ref_type": "branch",
            "event_name": "push" if self.branch == "main" else "pull_request", "event": {"repository": {"default_branch": "main"}}}}
        is_green, output = self.steps(job["steps"], shell, known)
        return is_green, (output, self.summary.read_text(encoding="utf-8"))

    def steps(self, steps, shell, known):
        is_green, output = True, ""
        known = {**known, "steps": {step["id"]: {"outputs": {}} for step in steps if "id" in step}}
        for step in steps:
            condition = str(step.get("if", "success()"))
            if not evaluated(condition.removeprefix("${{").removesuffix("}}"), {**known, "green": is_green}):
                continue
            if "uses" in step:
                options = {key: filled(value, known) for key, value in step.get("with", {}).items()}
                done, printed = self.use(step["uses"], options, shell, known)
            else:
                more = {key: filled(value, known) for key, value in step.get("env", {}).items()}
                more["PATH"] = ":".join([*self.path.read_text().split("\n")[:-1], shell.variables["PATH"]])
                outputs = self.temporary / "outputs"
                outputs.write_text("")
                more["GITHUB_OUTPUT"] = str(outputs)
                code, printed = shell.run(filled(step["run"], known), more)
                done = code == 0
                if "id" in step:
                    lines = outputs.read_text(encoding="utf-8").splitlines()
                    found = dict(line.split("=", 1) for line in lines)
                    known["steps"][step["id"]]["outputs"] = found
            is_green, output = is_green and done, output + printed
        return is_green, output

    def use(self, action, options, shell, known):
        name = action.partition("@")[0]
        patterns = [line for line in str(options.get("path", "")).split("\n") if line]
        if name == "OWNER/parity":
            declared = yaml.safe_load(ACTION.read_text(encoding="utf-8"))
            for key in options:
                expect(key in declared["inputs"], f"action.yml has no input '{key}'")
            inputs = {key: options.get(key, each.get("default")) for key, each in declared["inputs"].items()}
            expect(None not in inputs.values(), "an input of action.yml that is required is missing")
            return self.steps(declared["runs"]["steps"], shell, {**known, "inputs": inputs})
        if name == "actions/checkout":
            self.repository.clone(self.workspace, self.branch)
            self.plant(self.workspace)
        elif name == "actions/upload-artifact":
            expect(options["name"] not in self.artifacts, f"two artifacts would be called {options['name']}")
            self.artifacts[options["name"]] = files(self.workspace, patterns)
        elif name == "actions/download-artifact":
            expect(options["merge-multiple"] == "True", "only merged artifacts are known here")
            for artifact in fnmatch.filter(self.artifacts, options["pattern"]):
                put(self.workspace, self.artifacts[artifact])
        elif name == "actions/upload-pages-artifact":
            self.artifacts["github-pages"] = files(self.workspace / options["path"], ["*"])
        elif name == "actions/deploy-pages":
            expect("github-pages" in self.artifacts, "there is no page to deploy")
        elif name == "actions/cache/save":
            expect(options["key"] not in self.caches, f"the cache {options['key']} is there already, and stays as it is")
            self.caches[options["key"]] = files(self.workspace, patterns)
        elif name == "actions/cache/restore":
            fitting = [key for key in self.caches if key.startswith(options["restore-keys"].strip())]
            put(self.workspace, self.caches[fitting[-1]] if fitting else {})
        else:
            raise Failure(f"what does {action} do? it is not known here")
        return True, ""


def evaluated(expression, known):
    """The value of an expression: names with points, texts, ==, !=, && and functions.

    An output that a step hasn't set is the empty text.
    """
    def value(match):
        *parts, last = match[0].split(".")
        found = functools.reduce(lambda found, part: found[part], parts, known)
        return repr(found.get(last, "") if parts[-1] == "outputs" else found[last])

    text = re.sub(r"'[^']*'|\b[A-Za-z_]+(?:\.\w+)+", lambda match: match[0] if match[0][0] == "'" else value(match), expression)
    text = text.replace("&&", " and ").replace("always()", "True").replace("!cancelled()", "True").replace("success()", repr(known.get("green")))
    return eval(text.strip(), {"__builtins__": {}})  # noqa: S307 - the expressions are this repository's own


def filled(text, known):
    return re.sub(r"\$\{\{(.*?)\}\}", lambda match: str(evaluated(match[1], known)), str(text))


# MARK: - GitLab


class GitLab:
    """The artifacts of the last run on main are served as its API does."""

    def __init__(self, repository, place, site):
        self.repository, self.place, self.site = repository, place, site
        # The exit codes of the jobs of the last run.
        self.codes = {}

    def run(self, pipeline, branch, change=lambda artifacts: None):
        """Gives the jobs' results, what they printed, and the artifacts."""
        artifacts, results, told = {}, {}, {}
        for stage in pipeline["stages"]:
            change(artifacts)
            earlier = dict(artifacts)
            for name, job in pipeline.items():
                if isinstance(job, dict) and job.get("stage") == stage:
                    total = job.get("parallel", 1)
                    for index in range(1, total + 1):
                        called = f"{name} {index}" if total > 1 else name
                        workspace = pathlib.Path(tempfile.mkdtemp(dir=self.place)) / "workspace"
                        self.repository.clone(workspace, branch)
                        put(workspace, earlier)
                        shell = Shell(workspace, {
                            "CI_NODE_INDEX": str(index), "CI_NODE_TOTAL": str(total), "CI_DEFAULT_BRANCH": "main",
                            "CI_PROJECT_ID": "1", "CI_JOB_TOKEN": "token", "CI_API_V4_URL": f"{self.site.address}/api/v4"})
                        lines = pipeline["default"]["before_script"] + job["script"]
                        code, told[called] = shell.run("\n".join(lines))
                        results[called] = code == 0
                        self.codes[called] = code
                        kept = job["artifacts"]
                        expect(kept["when"] == "always", f"the artifacts of {name} would be lost where it is red")
                        artifacts.update(files(workspace, kept["paths"] + list(kept.get("reports", {}).values())))
        return results, told, artifacts


# MARK: - What has to hold


# A report of another version, an error page instead of a report, and half of a report.
UNREADABLE = (
    b'{"kind":"parity-report","version":0}', b"<html>sign in first</html>", b'{"kind":"par')


def fences(language):
    return re.findall(rf"^```{language}\n(.*?)^```$", DOCUMENT.read_text(encoding="utf-8"), re.DOTALL | re.MULTILINE)


def is_in_order(text, *parts):
    places = [text.find(part) for part in parts]
    return -1 not in places and places == sorted(places)


def is_missing_shard_told(text):
    return re.search(r"shard 2 of \d+ is missing", text) is not None


def expect_reports(contents, what):
    """The reports of a red run are there, and can be read."""
    for name in REPORTS:
        expect(name in contents, f"{what}: {name} is not kept")
    root = xml.etree.ElementTree.fromstring(contents["parity-report.xml"])
    expect(any(True for _ in root.iter("failure")), f"{what}: parity-report.xml has no failure")


def lose_shard(artifacts):
    for name in [name for name in artifacts if name.startswith("shard-2")]:
        del artifacts[name]


def try_script(repository, place, script):
    for branch, due in (("main", 0), ("branch", 1)):
        workspace = place / branch
        repository.clone(workspace, branch)
        code, output = Shell(workspace, {}).run(script)
        expect(code == due, f"the script ends with {code} on {branch}", output)
    expect_reports(files(workspace, list(REPORTS)), "the script")


def try_since_main(repository, place, script):
    """Runs the lines that name main's report, with one that can be read, and without."""
    def run(branch, name, report):
        workspace = place / name
        repository.clone(workspace, branch)
        if report is not None:
            (workspace / "main.json").write_bytes(report)
        code, output = Shell(workspace, {}).run(script)
        due = 0 if branch == "main" else 1
        expect(code == due, f"since main: the script exits with {code} on {branch}", output)
        kept = files(workspace, ["parity-report.json"])
        expect(kept, f"since main: {name} leaves no report", output)
        return kept["parity-report.json"], output

    report, output = run("main", "first", None)
    expect("warning: " in output, "since main: a missing report isn't mentioned", output)
    _, output = run("branch", "readable", report)
    expect(is_in_order(output, "since main.json: ", "new session-detail/"),
           "since main: what is new isn't shown", output)
    for number, unreadable in enumerate(UNREADABLE):
        _, output = run("main", f"unreadable-{number}", unreadable)
        expect("warning: " in output, "since main: no warning of an unreadable report", output)


def try_github(repository, place, workflow, is_sharded):
    engine = GitHub(repository, place)
    results, told, artifacts = engine.run(workflow, "main")
    expect(all(results.values()), f"GitHub: main is red: {results}", "".join(output for output, _ in told.values()))
    results, told, artifacts = engine.run(workflow, "branch")
    output, summary = told["parity"]
    expect(not results["parity"], "GitHub: a branch with a mistake is green", output)
    expect("::error title=session-detail/" in output, "GitHub: no annotation tells what broke", output)
    expect(is_in_order(summary, "## Parity: failed", "| cases | no other cause | cause |", "since parity&#45;report&#45;main", " new<"),
           "GitHub: the summary is not verdict, causes, what is new, in this order", summary)
    expect_reports(artifacts["parity-report"], "GitHub")
    if is_sharded:
        results, told, _ = engine.run(workflow, "main", lose_shard)
        expect(not results["parity"], "GitHub: green without a shard")
        expect(is_missing_shard_told(told["parity"][0]), "GitHub: nobody says which shard is missing",
               told["parity"][0])
    else:
        step = workflow["jobs"]["parity"]["steps"][-1]["with"]
        for key, wrong, message in (("sha256", "0" * 64, "::error title=parity::the SHA-256 of "),
                                    ("archive", step["archive"] + "x", "can't be downloaded")):
            right, step[key] = step[key], wrong
            results, told, _ = engine.run(workflow, "main")
            step[key] = right
            expect(not results["parity"] and message in told["parity"][0], f"GitHub: a wrong {key} is not told",
                   told["parity"][0])
        engine.caches["parity-report-main-9-1"] = {"parity-report-main.json": b'{"kind":"parity-report","version":0}'}
        results, told, _ = engine.run(workflow, "main")
        expect(results["parity"] and "::warning title=parity::can't show what is new" in told["parity"][0],
               "GitHub: a report of main that can't be read any more is not passed over", told["parity"][0])
        step["command"] = "check --only nothing_of_this_name"
        results, told, _ = engine.run(workflow, "main")
        expect(not results["parity"] and "::error title=parity::parity exited with 64" in told["parity"][0],
               "GitHub: wrong usage is not told", told["parity"][0])
        step["command"] = "check --contract session-detail --command 'node  adapter/adapter.mjs'"
        results, told, _ = engine.run(workflow, "main")
        expect(results["parity"], "GitHub: a command with a quoted part fails", told["parity"][0])
        step["command"] = "check"
        try_planted(repository, new(place / "planted"), workflow)


def try_board(repository, place, workflow):
    """Publishes a board twice: on main, and then of a parser with a mistake."""
    engine = GitHub(repository, place)
    for number, branch in enumerate(("main", "branch"), 1):
        results, told, artifacts = engine.run(workflow, branch)
        expect(results["board"], f"the board isn't published on {branch}", told["board"][0])
        pages = artifacts["github-pages"]
        expect(list(pages) == ["index.html"], f"the board has other files: {list(pages)}")
        data = re.search(r'<script type="application/json" id="board">(.*?)</script>', pages["index.html"].decode())
        board = json.loads(data[1])
        expect(len(board["runs"]) == number, f"the board has {len(board['runs'])} runs instead of {number}", told["board"][0])
    app = board["contracts"][0]["implementations"][-1]
    broken = [each for each in app["comparison"]["cases"] if each["change"] == "broke"]
    expect(broken, "the board doesn't show what broke")


def plant_link(workspace, name, target):
    (workspace / name).symlink_to(target)


def plant_folder(workspace, name):
    (workspace / name).mkdir()
    (workspace / name / "mine").write_text("the user's own\n")


def try_planted(repository, place, workflow):
    """Runs one job in checkouts that have something in the places of the action's own files."""
    engine = GitHub(repository, place)
    step = workflow["jobs"]["parity"]["steps"][-1]["with"]

    # Of several lines sha256sum would take the first for another file, and skip the others.
    own, other = step["sha256"], hashlib.sha256(ACTION.read_bytes()).hexdigest()
    for wrong in (f"{other}  {ACTION}\nno digest", f"{own}\n", own[:-1], f"{own} "):
        step["sha256"] = wrong
        results, told, _ = engine.run(workflow, "main")
        expect(not results["parity"] and "::error title=parity::invalid sha256" in told["parity"][0],
               f"GitHub: {wrong!r} counts as a SHA-256", told["parity"][0])
    step["sha256"] = own

    results, told, artifacts = GitHub(repository, place).run(workflow, "main")
    expect(results["parity"], "GitHub: main is red", told["parity"][0])
    report = artifacts["parity-report"]["parity-report.json"]

    def plant_report(workspace):
        (workspace / "parity-report-main.json").write_bytes(report)

    def plant_linked_report(workspace):
        (workspace / "old.json").write_bytes(report)
        plant_link(workspace, "parity-report-main.json", "old.json")
        plant_link(workspace, "parity-report.json", "old.json")
        plant_link(workspace, "parity-report.html", "nothing/there")

    for plant in (plant_report, plant_linked_report):
        engine = GitHub(repository, place)
        results, told, artifacts = engine.run(workflow, "branch", plant=plant)
        expect(not results["parity"], "GitHub: a branch with a mistake is green", told["parity"][0])
        expect("parity&#45;report&#45;main" not in told["parity"][1],
               f"GitHub: a file of the checkout counts as main's report ({plant.__name__})",
               told["parity"][1])
        expect_reports(artifacts["parity-report"], f"GitHub, {plant.__name__}")
    expect((engine.workspace / "old.json").read_bytes() == report,
           "GitHub: a report is written through a link")

    results, told, artifacts = engine.run(
        workflow, "main", plant=lambda workspace: plant_folder(workspace, "parity-report.json"))
    output, summary = told["parity"]
    expect(not results["parity"] and "::error title=parity::parity exited with 73" in output,
           "GitHub: a folder in place of a report ends the job before Parity runs", output)
    expect(summary == "",
           "GitHub: a run that didn't start has a summary", summary)
    expect((engine.workspace / "parity-report.json" / "mine").is_file(),
           "GitHub: the user's folder is removed")

    engine = GitHub(repository, place)

    def plant_main_folder(workspace):
        plant_folder(workspace, "parity-report-main.json")

    def plant_linked_folder(workspace):
        plant_folder(workspace, "own")
        plant_link(workspace, "parity-report-main.json", "own")

    for plant in (plant_main_folder, plant_linked_folder):
        results, told, _ = engine.run(workflow, "main", plant=plant)
        expect(results["parity"], "GitHub: a folder in place of main's report fails the job",
               told["parity"][0])
        expect(not any("parity-report-main.json/mine" in cache for cache in engine.caches.values()),
               "GitHub: a folder of the user's is kept as main's report")
        folders = ("own", "parity-report-main.json")
        left = {file.name for file in engine.workspace.rglob("*") if file.parent.name in folders}
        expect(left == {"mine"}, f"GitHub: the user's folder has {left}")


def try_gitlab(repository, place, pipeline, site, served):
    engine = GitLab(repository, place, site)
    results, told, artifacts = engine.run(pipeline, "main")
    expect(all(results.values()), f"GitLab: main is red: {results}", "".join(told.values()))
    api = served / "api/v4/projects/1/jobs/artifacts/main/raw"
    api.mkdir(parents=True)
    put(api, artifacts)
    results, told, artifacts = engine.run(pipeline, "branch")
    expect(not results["parity"], "GitLab: a branch with a mistake is green", told["parity"])
    expect("since main.json: " in told["parity"], "GitLab: what is new is not told", told["parity"])
    expect_reports(artifacts, "GitLab")
    for unreadable in UNREADABLE:
        put(api, {"parity-report.json": unreadable})
        for branch, code in (("main", 0), ("branch", 1)):
            _, told, artifacts = engine.run(pipeline, branch)
            expect(engine.codes["parity"] == code,
                   f"GitLab: exit code {engine.codes['parity']} on {branch} with main's report"
                   f" {unreadable}", told["parity"])
            expect("warning: " in told["parity"], "GitLab: no warning of an unreadable report",
                   told["parity"])
            expect(set(REPORTS) <= set(artifacts), "GitLab: main makes no newer report",
                   told["parity"])
    results, told, _ = engine.run(pipeline, "main", lose_shard)
    expect(not results["parity"] and is_missing_shard_told(told["parity"]),
           "GitLab: a missing shard is not told", told["parity"])


def check_schema(kind, text, folder):
    file = folder / f"{kind}.yml"
    file.write_text(text, encoding="utf-8")
    more = ["--data-transform", "gitlab-ci"] if kind == "stages" else []
    done = subprocess.run(["check-jsonschema", "--builtin-schema", SCHEMAS[kind], *more, str(file)],
                          stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, check=False)
    expect(done.returncode == 0, f"{SCHEMAS[kind]} rejects it", done.stdout)


def main():
    arguments = parser(__doc__)
    arguments.add_argument("archive", type=pathlib.Path, metavar="ARCHIVE", help="a release archive")
    archive = arguments.parse_args().archive
    if not archive.is_file():
        arguments.error(f"{archive} isn't a file")
    require("bash", "check-jsonschema", "curl", "git", "node", "sha256sum", "tar")
    digest = hashlib.sha256(archive.read_bytes()).hexdigest()
    with tempfile.TemporaryDirectory(prefix="pipelines-") as name:
        folder = pathlib.Path(name).resolve()
        served = folder / "served"
        served.mkdir()
        shutil.copy(archive, served)
        with Site(served) as site:
            def own(text):
                top = archive.name.removesuffix(".tar.gz")
                return text.replace(ADDRESS, f"{site.address}/{archive.name}").replace("0" * 64, digest).replace(
                    pathlib.PurePath(ADDRESS).name.removesuffix(".tar.gz"), top)

            repository = Repository(new(folder / "app"), ROOT / "tools" / "adapters")
            check_schema("action", ACTION.read_text(encoding="utf-8"), folder)
            script, since_main = fences("sh")
            try_script(repository, new(folder / "script"), own(script))
            print("the script: green and red")
            program = f"{folder}/script/main/{archive.name.removesuffix('.tar.gz')}"
            since_main = f"PATH={program}:$PATH\n{own(since_main)}"
            try_since_main(repository, new(folder / "since-main"), since_main)
            print("since main: with a report of main that can be read, and without")
            engines = {"jobs": 0, "stages": 0}
            for number, text in enumerate(fences("yaml")):
                pipeline = yaml.safe_load(own(text))
                kind = next(kind for kind in engines if kind in pipeline)
                check_schema(kind, text, folder)
                engines[kind] += 1
                place = new(folder / f"pipeline-{number}")
                if "board" in pipeline.get("jobs", {}):
                    try_board(repository, place, pipeline)
                    print("GitHub, the board: with one run and with two")
                elif kind == "jobs":
                    is_sharded = "shard" in pipeline["jobs"]
                    try_github(repository, place, pipeline, is_sharded)
                    print(f"GitHub, {'shards' if is_sharded else 'one job'}: green, red, and what is new")
                else:
                    try_gitlab(repository, place, pipeline, site, served)
                    print("GitLab, shards: green, red, and what is new")
            expect(engines == {"jobs": 3, "stages": 1}, f"docs/how-to/ci.md has other pipelines than this check expects: {engines}")
    return 0


def new(folder):
    folder.mkdir()
    return folder


if __name__ == "__main__":
    run_script(main)
