#!/usr/bin/env bash
# Has Bazel test examples/bazel with a release archive: tools/ci/check-bazel.sh ARCHIVE [--smoke]
#
# With --smoke, it ends after the first, green test.
# Four shards make the whole; without sharding there is one; --test_filter selects; a mistake is red. Nothing is fetched.
# Exit code 0: all is well, 1: it is not, 2: this cannot run.
set -euo pipefail

archive=$(realpath "$1")
cd "$(dirname "${BASH_SOURCE[0]}")/../.."
command -v bazel >/dev/null || {
  echo 'tools/ci/check-bazel.sh: bazel is missing; tools/ci/install-check-tools.sh installs it' >&2
  exit 2
}

folder=$(mktemp -d)
trap 'cd /; bazel --output_user_root="$folder/bazel" shutdown >/dev/null 2>&1 || true; chmod -R u+w "$folder"; rm -rf "$folder"' EXIT
cp -R examples "$folder/"
cd "$folder/examples/bazel"
tar -xzf "$archive"
# Bazel 4 wants to fetch this for every test, whether or not coverage is asked for.
mkdir "$folder/coverage"
touch "$folder/coverage/WORKSPACE"
echo 'filegroup(name = "coverage_report_generator", visibility = ["//visibility:public"])' >"$folder/coverage/BUILD"

# Usage: test_with EXIT_CODE CASES [OPTION…]: what Bazel ends with, and how many cases the reports of its shards have.
test_with() {
  local due=$1 cases=$2 status=0 found
  shift 2
  rm -rf bazel-testlogs/date_range
  bazel --output_user_root="$folder/bazel" test //:date_range --noshow_progress --nocache_test_results \
    --override_repository=remote_coverage_tools="$folder/coverage" "$@" >"$folder/log" 2>&1 || status=$?
  found=$(find bazel-testlogs/date_range/ -name test.xml -exec grep -o '<testcase classname="date-range"' {} + | wc -l)
  [[ $status == "$due" && $found == "$cases" ]] || {
    cat "$folder/log" >&2
    printf 'bazel test %s ended with %d, and the reports have %d cases; due are %d and %d\n' "$*" "$status" "$found" "$due" "$cases" >&2
    exit 1
  }
}

count=$(parity-*/parity check --root date-range --list | wc -l)
test_with 0 $((2 * count))
[[ -e bazel-testlogs/date_range/shard_4_of_4 ]] || {
  echo 'Bazel made no four shards' >&2
  exit 1
}
[[ ${2-} != --smoke ]] || exit 0
test_with 0 2 --test_filter=year_50
test_with 0 $((2 * count)) --test_sharding_strategy=disabled
rm date-range
mv ../date-range .
sed -i 's/new Date(0).setUTCFullYear(year/Date.UTC(year/' date-range/javascript/date-range.mjs
# 3: there was a test that failed.
test_with 3 $((2 * count))
grep -rq 'FAILED date-range/year_50 (javascript)' bazel-testlogs/date_range/ --include=test.log
echo 'Bazel: four shards, one, some cases, and red'
