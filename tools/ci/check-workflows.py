#!/usr/bin/env python3
"""Checks the files that GitHub, Dependabot, pre-commit and the Swift Package Index read.

Usage:
  tools/ci/check-workflows.py                          checks all of them
  tools/ci/check-workflows.py --steps WORKFLOW JOB     prints the commands of a job as one script

- Workflows, action.yml, issue forms and dependabot.yml fit the schemas of check-jsonschema, and
  .pre-commit-hooks.yaml fits that of pre-commit.
- zizmor finds no security problem in them. hadolint finds none in the Dockerfile, and shellcheck none
  in the commands of workflows and of action.yml.
- Each job has a time limit. All jobs with a container, and the Dockerfile, have the same version of
  Swift.
- .spi.yml documents each library that has a DocC catalog.

With --steps, for example `--steps release build`, each step is a subshell with the options that
GitHub uses. Actions (`uses`) are comments. A variable whose value is an expression of GitHub has to be
set before: the script names what it needs.

Exit code 0: no finding, 1: findings, 2: the check can't run.
"""

import pathlib
import re
import shlex
import subprocess
import sys

from shared.files import tracked
from shared.script import (
    ROOT,
    CannotRun,
    Failure,
    cannot_run,
    failures,
    package_program,
    parser,
    run_script,
)

try:
    import yaml
except ImportError:
    cannot_run("PyYAML is missing; tools/ci/install-check-tools.sh installs it")

WORKFLOWS = ".github/workflows/*.yml"
ACTION = "action.yml"
DOCKERFILE = "Dockerfile"
HOOKS = ".pre-commit-hooks.yaml"
PACKAGE_INDEX = ".spi.yml"

# Files by the name of their schema in check-jsonschema.
SCHEMAS = {
    "vendor.github-workflows": (WORKFLOWS,),
    "vendor.github-actions": (ACTION,),
    "vendor.dependabot": (".github/dependabot.yml",),
    "vendor.github-issue-config": (".github/ISSUE_TEMPLATE/config.yml",),
    "vendor.github-issue-forms": (
        ".github/ISSUE_TEMPLATE/*.yml", ":(exclude).github/ISSUE_TEMPLATE/config.yml",
    ),
}

EXPRESSION = re.compile(r"\$\{\{.*?\}\}", re.DOTALL)
SWIFT_IMAGE = re.compile(r"\bswift:[\d.]+")


def required(*patterns):
    """Returns the tracked files that fit the patterns. There is at least one."""
    files = tracked(*patterns)
    if not files:
        raise CannotRun(f"git lists no {patterns[0]}")
    return files


def read(path):
    """Returns the contents of a YAML file."""
    try:
        return yaml.safe_load((ROOT / path).read_text(encoding="utf-8"))
    except yaml.YAMLError as error:
        raise Failure(f"{path} isn't YAML: {error}") from None


def run(*command, text=None):
    """Runs a program in the repository, and returns what it prints, or None if it finds nothing."""
    done = subprocess.run(
        command, cwd=ROOT, input=text, encoding="utf-8", stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT, check=False,
    )
    return done.stdout.strip() if done.returncode else None


# MARK: - Checks by other tools


def schema_findings():
    """Yields the violations of each file's schema."""
    check = package_program("check-jsonschema")
    for schema, patterns in SCHEMAS.items():
        yield run(check, "--builtin-schema", schema, *required(*patterns))
    if tracked(HOOKS):
        yield run(package_program("pre-commit"), "validate-manifest", HOOKS)


def security_findings():
    """Yields what zizmor finds. It reads .github/zizmor.yml."""
    zizmor = package_program("zizmor")
    yield run(zizmor, "--offline", "--quiet", "--strict-collection", "--color=never", ".")


def dockerfile_findings():
    """Yields what hadolint finds."""
    if tracked(DOCKERFILE):
        yield run(package_program("hadolint"), "--no-color", DOCKERFILE)


def command_findings(workflows):
    """Yields what shellcheck finds in the commands of workflows and of action.yml."""
    shellcheck = package_program("shellcheck")
    lists = [
        (f"{path}: job {name}", job["steps"])
        for path, workflow in workflows.items()
        for name, job in workflow["jobs"].items()
    ]
    lists.append((ACTION, read(ACTION)["runs"]["steps"]))

    for place, steps in lists:
        for step in steps:
            if "run" not in step:
                continue
            # An expression is a word for shellcheck; zizmor checks that it can't be anything else.
            commands = EXPRESSION.sub("expression", step["run"])
            found = run(shellcheck, "--shell=bash", "--color=never", "-", text=commands)
            yield found and f"{place}: step {step.get('name', 'without a name')}:\n{found}"


# MARK: - Checks of what several files say


def limit_findings(workflows):
    """Yields the jobs without a time limit, which run for up to six hours."""
    for path, workflow in workflows.items():
        for name, job in workflow["jobs"].items():
            if "timeout-minutes" not in job:
                yield f"{path}: job {name} has no timeout-minutes"


def image_findings(workflows):
    """Yields a version of Swift that differs from that of the first job."""
    texts = {
        f"{path}: job {name}": job["container"]["image"]
        for path, workflow in workflows.items()
        for name, job in workflow["jobs"].items()
        if "container" in job
    }
    if tracked(DOCKERFILE):
        texts[DOCKERFILE] = (ROOT / DOCKERFILE).read_text(encoding="utf-8")

    images = [(place, image) for place, text in texts.items() for image in SWIFT_IMAGE.findall(text)]
    for place, image in images:
        if image != images[0][1]:
            yield f"{place} has {image}, but {images[0][0]} has {images[0][1]}"


def package_index_findings():
    """Yields the libraries with a DocC catalog that .spi.yml doesn't document, and the reverse."""
    configurations = read(PACKAGE_INDEX)["builder"]["configs"]
    listed = {name for each in configurations for name in each.get("documentation_targets", ())}
    catalogs = {pathlib.PurePath(path).parts[1] for path in required("Sources/*/*.docc/*")}

    for name in sorted(catalogs - listed):
        yield f"{PACKAGE_INDEX}: documentation_targets lacks {name}, which has a DocC catalog"
    for name in sorted(listed - catalogs):
        yield f"{PACKAGE_INDEX}: {name} in documentation_targets has no DocC catalog"


# MARK: - The commands of a job


def exports(variables):
    """Yields the lines that set the variables of a workflow, job or step."""
    for name, value in (variables or {}).items():
        if EXPRESSION.search(str(value)):
            needed = f"set {name} to the value of {value}"
            yield f"[[ -v {name} ]] || {{ echo {shlex.quote(needed)} >&2; exit 2; }}; export {name}"
        else:
            yield f"export {name}={shlex.quote(str(value))}"


def script(path, workflow, job):
    """Returns the commands of a job as a script for bash."""
    lines = ["#!/usr/bin/env bash", f"# {path}, job {job['name']}", "set -euo pipefail"]
    lines += [*exports(workflow.get("env")), *exports(job.get("env"))]

    for step in job["steps"]:
        lines.append("")
        if "uses" in step:
            lines.append(f"# uses {step['uses']}")
            continue
        name = step.get("name", step["run"].splitlines()[0])
        lines += [f"# {name}", f"printf '\\n== %s\\n' {shlex.quote(name)} >&2", "(", "set -eo pipefail"]
        lines += [*exports(step.get("env")), step["run"].rstrip(), ")"]
    return "\n".join(lines) + "\n"


def print_steps(name, job_name):
    """Prints the commands of a job."""
    path = f".github/workflows/{name.removesuffix('.yml')}.yml"
    if not (ROOT / path).is_file():
        cannot_run(f"there is no {path}")
    workflow = read(path)
    job = workflow["jobs"].get(job_name)
    if job is None:
        cannot_run(f"{path} has no job {job_name}; it has {', '.join(workflow['jobs'])}")
    sys.stdout.write(script(path, workflow, job))
    return 0


def main():
    arguments = parser(__doc__)
    arguments.add_argument("--steps", nargs=2, metavar=("WORKFLOW", "JOB"), help="print a job's commands")
    options = arguments.parse_args()
    if options.steps:
        return print_steps(*options.steps)

    workflows = {path: read(path) for path in required(WORKFLOWS)}
    found = [
        *schema_findings(),
        *security_findings(),
        *dockerfile_findings(),
        *command_findings(workflows),
        *limit_findings(workflows),
        *image_findings(workflows),
        *package_index_findings(),
    ]
    problems = [finding for finding in found if finding]
    if not problems:
        print(f"checked {len(workflows)} workflows and the files next to them: no finding")
    return failures(problems)


if __name__ == "__main__":
    run_script(main)
