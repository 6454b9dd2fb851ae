#!/usr/bin/env bash
# Checks every tracked script and style sheet against the rules of .ci/biome.json.
#
# Exit code 0: no finding, 1: findings, 2: the check can't run.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../.."

command -v biome >/dev/null || {
  echo 'tools/ci/check-scripts.sh: biome is missing; tools/ci/install-check-tools.sh installs it' >&2
  exit 2
}
lint() { biome lint --config-path=.ci --error-on-warnings --max-diagnostics=50 "$@"; }

files=()
while IFS= read -r file; do
  files+=("$file")
done < <(git ls-files -- '*.mjs' '*.css')
lint "${files[@]}"

# The parts of a page are checked as one script, because they use each other's names.
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
tracked=$(git ls-files -- 'Sources/PageFiles/Page/*.js' 'Sources/PageFiles/Pictures/*.js')
status=0
known=

# lint_page NAME PART…: lints the parts of a page, which are paths below Sources/PageFiles without '.js'.
lint_page() {
  local name=$1 part missing=
  shift
  for part in "$@"; do
    known+=" Sources/PageFiles/$part.js"
    grep -qx "Sources/PageFiles/$part.js" <<<"$tracked" || missing+=" $part.js"
  done
  if [[ -n $missing ]]; then
    echo "not linted: $name, of which these parts are missing:$missing" >&2
    return
  fi
  for part in "$@"; do cat "Sources/PageFiles/$part.js"; done >"$folder/$name.js"
  lint "$folder/$name.js" || {
    echo "the lines are those of $(printf '%s.js ' "$@")one after the other" >&2
    status=1
  }
}

pictures=(Pictures/picture
  Pictures/{session-detail,agent-directory,chat-history,event-stream,clawdbot-protocol} Pictures/picture-frame)
lint_page report Page/{elements,model,matrix,differences,json} "${pictures[@]}" Page/{case-pictures,details,views,summary,start}
lint_page gallery Page/{elements,differences} "${pictures[@]}" Page/gallery
lint_page board Page/{elements,board}

for file in $tracked; do
  [[ " $known " == *" $file "* ]] || {
    echo "tools/ci/check-scripts.sh: no page has the part $file" >&2
    status=2
  }
done
exit "$status"
