#!/usr/bin/env bash
# Has real consumers read what `parity check --report` writes: JSON by its schema, JUnit by an XML parser and its schema,
# TAP by prove, annotations by GitHub's own grammar. Then cuts the suite into shards and demands that they make a whole.
#
# The suite is a copy of the real one, green at first, then with goldens and expectations that say nasty things.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../.."

for tool in prove xmllint python3; do
  command -v "$tool" >/dev/null || {
    printf 'tools/ci/check-reports.sh needs %s; run: tools/ci/install-check-tools.sh\n' "$tool" >&2
    exit 2
  }
done

parity=$(tools/ci/parity-program.sh)
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
mkdir "$folder/suite"
cp -R Fixtures Golden "$folder/suite/"

fail() {
  printf 'tools/ci/check-reports.sh: %s\n' "$*" >&2
  exit 1
}

# Usage: check NAME EXIT_CODE [OPTION…]: all reports of one run, into $folder/NAME.*
check() {
  local name=$1 due=$2 status=0
  shift 2
  "$parity" check --root "$folder/suite" --implementation reference --schedules 0 \
    --report "json=$folder/$name.json" --report "junit=$folder/$name.xml" --report "tap=$folder/$name.tap" \
    --report "github=$folder/$name.github" --report "markdown=$folder/$name.md" \
    --badge "$folder/$name.svg" "$@" >"$folder/$name.console" || status=$?
  [[ $status == "$due" ]] || fail "$name ended with exit code $status, and $due is due"
}

# Usage: consume NAME EXIT_CODE: reads them all.
consume() {
  local name=$1 due=$2 status=0
  tools/ci/validate-schemas.py --report "$folder/$name.json"
  xmllint --noout --nonet --schema tools/schemas/junit.xsd "$folder/$name.xml" 2>"$folder/xmllint" || {
    cat "$folder/xmllint" >&2
    fail "$name.xml is not what its schema says"
  }
  xmllint --noout --nonet "$folder/$name.svg" || fail "$name.svg is not XML"
  prove --quiet --exec cat "$folder/$name.tap" >"$folder/prove" 2>&1 || status=$?
  [[ $((status != 0)) == "$due" ]] || {
    cat "$folder/prove" >&2
    fail "prove ended with exit code $status over $name.tap"
  }
  ! grep -iE 'parse error|plan' "$folder/prove" || fail "prove can't read $name.tap"
  python3 tools/ci/read-reports.py "$folder/$name"
}

check green 0
consume green 0

# A golden and an expectation that say what would break or hijack a report.
python3 - "$folder/suite" <<'PYTHON'
import json, pathlib, sys

nasty = (
    "\u001b[2J\u009b31m ]]></failure><script>alert(1)</script> &amp; \ufffe\uffff\u0000\u202e\n"
    "::error::hijacked\n::stop-commands::x\n##[error]hijacked\nnot ok 9 - hijacked # TODO\nok 1\n...\n---\nBail out!\n"
    + "x" * 200_000
)
root = pathlib.Path(sys.argv[1])
goldens = sorted((root / "Golden" / "session-detail").glob("*.json"))
for path in goldens[:12]:
    golden = json.loads(path.read_text(encoding="utf-8"))
    golden[nasty] = nasty
    path.write_text(json.dumps(golden, ensure_ascii=False), encoding="utf-8")
cases = root / "Fixtures" / "session-detail" / "rows.json"
document = json.loads(cases.read_text(encoding="utf-8"))
document["cases"][0]["description"] = "::error::hijacked ##[error] " + nasty[:300]
document["cases"][0]["expect"] = {"at": {"/" + nasty: nasty}}
cases.write_text(json.dumps(document, ensure_ascii=False), encoding="utf-8")
PYTHON
check nasty 1 --reproducible
consume nasty 1
[[ $(grep -c '^::error ' "$folder/nasty.github") == 10 ]] || fail 'annotations are not nine and one with the rest'

for index in 1 2 3; do
  status=0
  "$parity" check --root "$folder/suite" --implementation reference --schedules 0 --quiet --shard "$index/3" \
    --reproducible --report "json=$folder/shard-$index.json" >"$folder/shard-$index" || status=$?
done
status=0
"$parity" merge "$folder"/shard-{3,1,2}.json --reproducible --report "json=$folder/merged.json" --report "junit=$folder/merged.xml" \
  >"$folder/merged.console" || status=$?
[[ $status == 1 ]] || fail "merge ended with exit code $status, and the whole with 1"
cmp "$folder/merged.json" "$folder/nasty.json" || fail 'the shards do not make the whole'
# merge knows of no root and no time.
for name in merged nasty; do
  grep -v 'replace built-in contracts' "$folder/$name.console" | sed -e "s#\( --root [^ ]*\)\{0,1\}\$##" -e 's/^\(FAIL  .*\) in [0-9.]* s/\1/' \
    >"$folder/$name.story"
done
cmp "$folder/merged.story" "$folder/nasty.story" || fail 'merge tells another story than the whole'

status=0
"$parity" diff "$folder/green.json" "$folder/nasty.json" >"$folder/diff" || status=$?
[[ $status == 1 ]] || fail "diff ended with exit code $status on new failures"
"$parity" diff "$folder/nasty.json" "$folder/green.json" >"$folder/diff" || fail 'diff is red where all is fixed'

printf 'reports of a green and a nasty run read by their consumers; 3 shards make the whole\n'
