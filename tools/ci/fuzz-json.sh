#!/usr/bin/env bash
# Fuzzes the JSON reader and the reading of rows, with address and bounds checks on; then asks JSON.parse whether it agrees.
#
#   tools/ci/fuzz-json.sh                    for a minute, from seed 1
#   tools/ci/fuzz-json.sh SECONDS [SEED]     for so long, from another seed
#   tools/ci/fuzz-json.sh --quick            for ten seconds, only with all checks
#   tools/ci/fuzz-json.sh --replay FILE      one input that was found
#
# Inputs are those of Fixtures and tools/ci/fuzz/seeds.mjs, changed by libFuzzer as they reach more code. Half of the time
# they run code that is optimised as it is shipped, half of it code with the checks that Swift leaves out of that. Exit
# code 0: nothing was found; 1: something was, and its file is named; 2: this cannot run.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../.."

for tool in swiftc node; do
  command -v "$tool" >/dev/null || { echo "tools/ci/fuzz-json.sh: $tool isn't here; install it" >&2; exit 2; }
done

compile() {
  local folder=$1 optimise=$2 module=$3
  shift 3
  swiftc "$optimise" -g -parse-as-library -wmo -swift-version 6 -package-name parity -sanitize=fuzzer,address \
    -enable-upcoming-feature ExistentialAny -enable-upcoming-feature InternalImportsByDefault \
    -enable-upcoming-feature NonisolatedNonsendingByDefault -module-name "$module" -I "$folder" \
    -emit-module -emit-module-path "$folder/$module.swiftmodule" -c -o "$folder/$module-code.o" "$@"
}

# Builds .build/fuzz-json/OPTIMISATION/fuzz.
build() {
  local optimise=$1 folder=.build/fuzz-json/$1 rows
  mkdir -p "$folder"
  mapfile -t rows < <(find Sources/SessionDetail -name '*.swift' ! -name SessionKey.swift | sort)
  compile "$folder" "$optimise" CanonicalJSON Sources/CanonicalJSON/*.swift
  compile "$folder" "$optimise" RFC3339 Sources/RFC3339/*.swift
  compile "$folder" "$optimise" SessionDetail "${rows[@]}" tools/ci/fuzz/SessionKey.swift
  # The linker warns of each function of the sanitizer.
  swiftc "$optimise" -g -parse-as-library -swift-version 6 -package-name parity -sanitize=fuzzer,address \
    -I "$folder" -o "$folder/fuzz" \
    tools/ci/fuzz/JSONFuzzer.swift "$folder/CanonicalJSON-code.o" "$folder/RFC3339-code.o" \
    "$folder/SessionDetail-code.o" 2>"$folder/log" ||
    { cat "$folder/log" >&2; exit 2; }
}

if [[ ${1:-} == --replay ]]; then
  build -Onone
  exec .build/fuzz-json/-Onone/fuzz "${2:?tools/ci/fuzz-json.sh: --replay needs a file}"
fi
kinds=(-O -Onone)
if [[ ${1:-} == --quick ]]; then
  kinds=(-Onone)
  shift
  set -- 10
fi
seconds=${1:-60}
seed=${2:-1}
found=.build/fuzz-json/found
mkdir -p "$found"

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
node tools/ci/fuzz/seeds.mjs "$work/seeds"
mkdir "$work/corpus"
# Those that are sampled, and in the end those that reach something of their own.
export FUZZ_SAMPLE=$work/sample
for optimise in "${kinds[@]}"; do
  build "$optimise"
  FUZZ_INTERVAL=${FUZZ_INTERVAL:-20} ".build/fuzz-json/$optimise/fuzz" "$work/corpus" "$work/seeds" -seed="$seed" \
    -max_total_time="$((seconds / ${#kinds[@]}))" -max_len=4096 -timeout=10 -rss_limit_mb=4096 -dict=tools/ci/fuzz/json.dict \
    -artifact_prefix="$found/" -print_final_stats=1 >"$work/log" 2>&1 || {
    tail -n 40 "$work/log" >&2
    echo "tools/ci/fuzz-json.sh: something was found, see above; its input is in $found" >&2
    exit 1
  }
  echo "$optimise: $(sed -n 's/^stat::number_of_executed_units: *//p' "$work/log") inputs, nothing found"
done
FUZZ_INTERVAL=1 ".build/fuzz-json/$optimise/fuzz" "$work/corpus" "$work/seeds" -runs=0 >"$work/log" 2>&1
node --stack-size=4000 tools/ci/fuzz/compare.mjs "$work/sample"
