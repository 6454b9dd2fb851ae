#!/usr/bin/env python3
"""Reads the reports of one run in all formats, and checks that they agree.

Usage:
  tools/ci/read-reports.py NAME    reads NAME.json, .xml, .tap, .github, .md and .console

tools/ci/check-reports.sh runs it. No text of a case or an implementation may become markup, a test or a
command.

Exit code 0: the reports agree, 1: they don't, 2: the check can't run.
"""

import json
import pathlib
import re
import xml.etree.ElementTree

import junitparser

from shared.script import failures, parser, run_script

PROPERTIES = r"(file=[^:,\s][^:,]*,)?(line=\d+,col=\d+,)?title=[^:,]+"
COMMAND = re.compile(rf"::(error|warning) {PROPERTIES}::.+")


def hidden(text):
    return [c for c in text if c != "\n" and (ord(c) < 0x20 or 0x7F <= ord(c) < 0xA0 or c in "\u202e\ufffe\uffff")]


def main():
    arguments = parser(__doc__)
    arguments.add_argument("name", metavar="NAME", help="the path of the reports without an extension")
    name = arguments.parse_args().name
    problems = []
    texts = {kind: pathlib.Path(f"{name}.{kind}").read_bytes().decode("utf-8") for kind in
             ("json", "xml", "tap", "github", "md", "console")}
    for kind, text in texts.items():
        if hidden(text):
            problems.append(f"{kind} has invisible characters: {hidden(text)[:5]}")
        for line in text.splitlines():
            if re.match(r"\s*::", line) and kind != "github" or "##[" in line and kind != "github":
                problems.append(f"{kind} has a line that GitHub obeys: {line[:80]}")
    report = json.loads(texts["json"])
    counts = report["counts"]
    suites = xml.etree.ElementTree.fromstring(texts["xml"])
    verdicts = [case for case in suites.iter("testcase") if case.get("classname") != "parity"]
    failed = [case for case in verdicts if case.find("failure") is not None or case.find("error") is not None]
    if len(verdicts) != len(report["verdicts"]) or len(failed) != counts["failed"]:
        problems.append(f"xml has {len(failed)} of {len(verdicts)} failed, and json {counts}")
    timed = [case for case in verdicts if float(case.get("time", "-1")) >= 0]
    ran = [verdict for verdict in report["verdicts"] if "microseconds" in verdict]
    if len(timed) != len(ran):
        problems.append(f"xml has the time of {len(timed)} cases, and json of {len(ran)}")
    problems += [f"xml lacks the input of {case.get('name')}" for case in failed if not case.findtext("system-out")]
    if re.search(r"<(?!/?code>)", texts["md"]):
        problems.append("md has markup other than code")
    read = junitparser.JUnitXml.fromstring(texts["xml"].encode())
    red = len(list(suites.iter("failure"))) + len(list(suites.iter("error")))
    if (read.tests, read.failures + read.errors) != (len(list(suites.iter("testcase"))), red):
        problems.append(f"junitparser reads {read.tests} tests and {read.failures} failures from xml")
    tests = [line for line in texts["tap"].splitlines() if re.match(r"(not )?ok ", line)]
    red = [line for line in tests if line.startswith("not ok") and "# TODO" not in line]
    if len(tests) != int(suites.get("tests")):
        problems.append(f"tap has {len(tests)} tests, and xml {suites.get('tests')}")
    if len(red) != int(suites.get("failures")) + int(suites.get("errors")):
        problems.append(f"tap has {len(red)} tests that failed, and xml others")
    problems += [f"github has no command: {line[:80]}" for line in texts["github"].splitlines()
                 if not COMMAND.fullmatch(line)]
    return failures([f"{name}: {problem}" for problem in problems])


if __name__ == "__main__":
    run_script(main, OSError)
