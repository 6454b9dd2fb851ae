#!/usr/bin/env python3
"""Runs the pipelines of docs/how-to/ci.md as their engines would, over a small repository with an adapter.

Usage:
  tools/ci/check-pipelines.py ARCHIVE [--wheel WHEEL]
  tools/ci/check-pipelines.py ARCHIVE --smoke    runs the script only, and checks the schemas of all

ARCHIVE is an archive of this version, with its .sha256 file next to it. With a wheel, the script that
installs it runs too.

The scripts, the GitHub workflows with action.yml, and the GitLab jobs come from the files. A server
on this machine replaces https://github.com and has the files of the release at the same paths. The
SHA-256 of the archive replaces the zeros. YAML has to match the schemas that the engines publish.
Each pipeline runs on main, where it has to pass, and on a branch with a mistake in the parser, where
it has to fail and report what is new. Some run again with an unreadable report of main, or in a
checkout that has other files in the places of their own. The action also runs with a given archive,
from a local folder, and with everything that it can't install.

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
import platform
import re
import shutil
import subprocess
import tempfile
import threading
import xml.etree.ElementTree

from shared.files import git
from shared.script import ROOT, CannotRun, Failure, cannot_run, expect, parser, require, run_script

try:
    import yaml
except ImportError:
    cannot_run("PyYAML is missing; tools/ci/install-check-tools.sh installs it")

DOCUMENT = ROOT / "docs" / "how-to" / "ci.md"
ACTION = ROOT / "action.yml"
VERSION = ROOT / "Sources" / "Conformance" / "Record" / "HarnessVersion.swift"
SERVER = "https://github.com"
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


class Release:
    """The files of a release at the addresses that the document names, and what replaces these."""

    def __init__(self, served, archive, wheel):
        document = DOCUMENT.read_text(encoding="utf-8")
        self.version = re.search(r'harnessVersion = "(.+)"', VERSION.read_text(encoding="utf-8"))[1]
        named = set(re.findall(rf"{SERVER}/([\w.-]+/parity)/releases/", document))
        named |= set(re.findall(r"uses: ([\w.-]+/parity)@", document))
        expect(len(named) == 1, f"docs/how-to/ci.md names other repositories than one: {sorted(named)}")
        self.repository = named.pop()
        self.name = f"parity-{self.version}-linux-{platform.machine()}"
        self.files = served / self.repository / "releases" / "download" / f"v{self.version}"
        self.files.mkdir(parents=True)
        self.archive = self.files / f"{self.name}.tar.gz"
        self.sha256 = self.files / f"{self.archive.name}.sha256"
        for file in (archive, archive.parent / f"{archive.name}.sha256", wheel):
            if file is not None:
                shutil.copy(file, self.files)
        for file in (self.archive, self.sha256):
            if not file.is_file():
                raise CannotRun(f"version {self.version} needs the archive {file.name}, not {archive.name}")
        self.digest = hashlib.sha256(self.archive.read_bytes()).hexdigest()
        self.wheel_digest = hashlib.sha256(wheel.read_bytes()).hexdigest() if wheel else None

    def own(self, text, site):
        """Returns a part of the document with the addresses and the archive of this machine."""
        zeros = "0" * 64
        if self.wheel_digest:
            text = text.replace(f"whl#sha256={zeros}", f"whl#sha256={self.wheel_digest}")
        text = text.replace(f"{SERVER}/", f"{site.address}/").replace(zeros, self.digest)
        return text.replace("x86_64", platform.machine())

    def url(self, site, file):
        return f"{site.address}/{self.repository}/releases/download/v{self.version}/{file.name}"


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

    def __init__(self, repository, place, release, site):
        self.repository, self.place, self.caches = repository, place, {}
        self.release, self.site = release, site
        self.runs = 0
        # A folder of programs that a runner has instead of this machine's.
        self.programs = None

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
            "server_url": self.site.address, "action_repository": "",
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
                first = [*self.path.read_text().split("\n")[:-1], *filter(None, [self.programs])]
                more["PATH"] = ":".join([*map(str, first), shell.variables["PATH"]])
                if "action_path" in known["github"]:
                    more["GITHUB_ACTION_PATH"] = known["github"]["action_path"]
                outputs = self.temporary / "outputs"
                outputs.write_text("")
                more["GITHUB_OUTPUT"] = str(outputs)
                # GitHub empties it after it evaluates `env`.
                inside = {**known, "github": {**known["github"], "action_repository": ""}}
                code, printed = shell.run(filled(step["run"], inside), more)
                done = code == 0
                if "id" in step:
                    lines = outputs.read_text(encoding="utf-8").splitlines()
                    found = dict(line.split("=", 1) for line in lines)
                    known["steps"][step["id"]]["outputs"] = found
            is_green, output = is_green and done, output + printed
        return is_green, output

    def use(self, action, options, shell, known):
        name, _, ref = action.partition("@")
        patterns = [line for line in str(options.get("path", "")).split("\n") if line]
        if name in (self.release.repository, "./"):
            is_local = name == "./"
            expect(is_local or ref == f"v{self.release.version}", f"{action} isn't the version {self.release.version}")
            declared = yaml.safe_load(ACTION.read_text(encoding="utf-8"))
            for key in options:
                expect(key in declared["inputs"], f"action.yml has no input '{key}'")
            inputs = {key: options.get(key, each["default"]) for key, each in declared["inputs"].items()}
            github = {**known["github"], "action_path": str(ROOT), "action_repository": "" if is_local else name}
            return self.steps(declared["runs"]["steps"], shell, {**known, "github": github, "inputs": inputs})
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
    """Runs a script on main and on the branch, in folders with these names."""
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


def try_github(start, workflow, is_sharded):
    engine = start()
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
        step = workflow["jobs"]["parity"]["steps"][-1].setdefault("with", {})
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
        try_planted(start, workflow)


def try_installations(start, place, release, site, workflow):
    """Runs the action with each way to name an archive, and with what it can't install."""
    engine = start()
    step = workflow["jobs"]["parity"]["steps"][-1]
    uses = step["uses"]
    archive = release.url(site, release.archive)

    def install(options, message=None, uses=uses, programs=None):
        step["uses"], step["with"], engine.programs = uses, {"command": "", **options}, programs
        results, told, _ = engine.run(workflow, "main")
        given = f"GitHub, {uses} with {options}"
        if message is None:
            expect(results["parity"], f"{given}: Parity isn't installed", told["parity"][0])
        else:
            expect(not results["parity"] and f"::error title=parity::{message}" in told["parity"][0],
                   f"{given}: there is no error '{message}'", told["parity"][0])

    def runner(name, program, text):
        folder = new(place / name)
        (folder / program).write_text(f"#!/bin/sh\n{text}\n")
        (folder / program).chmod(0o755)
        return folder

    own = release.digest
    for options in ({}, {"sha256": own}, {"archive": archive, "sha256": own.upper()}):
        install(options)
    install({"archive": archive, "sha256": own}, uses="./")
    install({}, "missing archive: ", uses="./")
    install({"sha256": own}, "missing archive: ", uses="./")

    # Of several lines sha256sum would take the first for another file, and skip the others.
    other = hashlib.sha256(ACTION.read_bytes()).hexdigest()
    for wrong in (f"{other}  {ACTION}\nno digest", f"{own}\n", own[:-1], f"{own} "):
        for options in ({"sha256": wrong}, {"archive": archive, "sha256": wrong}):
            install(options, "invalid SHA-256 in the input sha256")
    install({"archive": archive}, "missing sha256: ")
    for options in ({"sha256": other}, {"archive": archive, "sha256": other}):
        install(options, f"the SHA-256 of {archive} is {own}, but {other} is expected")
    install({"archive": f"{archive}x", "sha256": own}, f"{archive}x can't be downloaded")

    right = release.sha256.read_bytes()
    for content, message in (
        (f"{other}  {release.archive.name}\n".encode(), f"the SHA-256 of {archive} is {own}, but {other} is"),
        (b"<html>sign in first</html>\n", f"invalid SHA-256 in {archive}.sha256"),
        (b"", f"invalid SHA-256 in {archive}.sha256"),
    ):
        release.sha256.write_bytes(content)
        install({}, message)
    release.sha256.write_bytes(right)

    machine = 'if [ "$1" = -m ]; then echo riscv64; else echo Linux; fi'
    address = archive.replace(platform.machine(), "riscv64")
    install({}, f"{address} can't be downloaded; if release v{release.version} has no archive for riscv64",
            programs=runner("machine", "uname", machine))
    install({}, "parity has archives for Linux only, and this runner has Darwin",
            programs=runner("system", "uname", "echo Darwin"))

    runner("parity-1", "parity", "exit 1")
    broken = release.files / "broken.tar.gz"
    subprocess.run(["tar", "-C", place, "-czf", broken, "parity-1"], check=True)
    install({"archive": release.url(site, broken), "sha256": hashlib.sha256(broken.read_bytes()).hexdigest()},
            "parity can't be started; it needs glibc 2.35 or later")
    step["uses"], step["with"] = uses, {}


def try_board(start, workflow):
    """Publishes a board twice: on main, and then of a parser with a mistake."""
    engine = start()
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


def try_planted(start, workflow):
    """Runs one job in checkouts that have something in the places of the action's own files."""
    results, told, artifacts = start().run(workflow, "main")
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
        engine = start()
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

    engine = start()

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
    arguments.add_argument("--wheel", type=pathlib.Path, metavar="WHEEL", help="the wheel of the same version")
    arguments.add_argument("--smoke", action="store_true", help="run the script only, and check all schemas")
    options = arguments.parse_args()
    for file in filter(None, [options.archive, options.wheel]):
        if not file.is_file():
            arguments.error(f"{file} isn't a file")
    require("bash", "check-jsonschema", "curl", "git", "node", "sha256sum", "tar")
    with tempfile.TemporaryDirectory(prefix="pipelines-") as name:
        folder = pathlib.Path(name).resolve()
        served = new(folder / "served")
        release = Release(served, options.archive, options.wheel)
        with Site(served) as site:
            repository = Repository(new(folder / "app"), ROOT / "tools" / "adapters")
            check_schema("action", ACTION.read_text(encoding="utf-8"), folder)
            script, with_pip, since_main = (release.own(text, site) for text in fences("sh"))
            try_script(repository, new(folder / "script"), script)
            print("the script: green and red")
            if options.smoke:
                for text in fences("yaml"):
                    pipeline = yaml.safe_load(text)
                    if "repos" not in pipeline:
                        check_schema(next(kind for kind in ("jobs", "stages") if kind in pipeline), text, folder)
                return 0
            if options.wheel is not None:
                try_script(repository, new(folder / "with-pip"), with_pip)
                print("the script with pip: green and red")
            since_main = f"PATH={folder}/script/main/{release.name}:$PATH\n{since_main}"
            try_since_main(repository, new(folder / "since-main"), since_main)
            print("since main: with a report of main that can be read, and without")
            engines = {"jobs": 0, "stages": 0}
            for number, text in enumerate(fences("yaml")):
                pipeline = yaml.safe_load(release.own(text, site))
                if "repos" in pipeline:  # check-pre-commit.py runs it
                    continue
                kind = next(kind for kind in engines if kind in pipeline)
                check_schema(kind, text, folder)
                engines[kind] += 1
                place = new(folder / f"pipeline-{number}")
                start = functools.partial(GitHub, repository, place, release, site)
                if "board" in pipeline.get("jobs", {}):
                    try_board(start, pipeline)
                    print("GitHub, the board: with one run and with two")
                elif kind == "jobs":
                    is_sharded = "shard" in pipeline["jobs"]
                    try_github(start, pipeline, is_sharded)
                    print(f"GitHub, {'shards' if is_sharded else 'one job'}: green, red, and what is new")
                    if not is_sharded:
                        try_installations(start, place, release, site, pipeline)
                        print("GitHub, the action: each way to name an archive, and each error")
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
