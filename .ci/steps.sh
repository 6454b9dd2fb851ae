# What .ci/run and .ci/nightly share. Source it from the repository's top folder, under set -euo pipefail.
# It makes the folder $work, and at the end removes it and kills the lanes that still run.
# shellcheck shell=bash

work=$(mktemp -d)
trap 'kill $(jobs -p) 2>/dev/null || true; rm -rf "$work"' EXIT
declare -A lanes

# For every step, since a build with another value compiles everything again.
export PARITY_WARNINGS_AS_ERRORS=1

# Usage: step NAME COMMAND…: runs a command, and keeps its time for the table at the end.
step() {
  local name=$1 start=$SECONDS
  shift
  printf '\n== %s\n' "$name"
  "$@"
  printf '%5d s  %s\n' $((SECONDS - start)) "$name" >>"$work/times"
}

# Runs a command exactly as the README prints it, so that what the README promises is what is tested.
readme() {
  grep -qxF "$1" README.md || {
    printf 'README.md has no line: %s\n' "$1" >&2
    exit 1
  }
  step "$1" bash -c "$1"
}

# Usage: beside LANE: runs the function of that name at the same time as the following steps.
beside() {
  printf '\n== beside what follows: %s\n' "$1"
  (
    set -e
    "$1"
  ) >"$work/$1.log" 2>&1 &
  lanes[$1]=$!
}

# Usage: join LANE: waits for it, prints what it printed, and ends where it failed.
join() {
  local status=0
  wait "${lanes[$1]}" || status=$?
  cat "$work/$1.log"
  [[ $status == 0 ]] || {
    printf '\n%s failed\n' "$1" >&2
    exit 1
  }
}

queue_names=()
queue_commands=()

# Usage: queue NAME COMMAND…: has run_queue run the command as a step.
queue() {
  queue_names+=("$1")
  shift
  queue_commands+=("$(printf '%q ' "$@")")
}

# Usage: run_queue JOBS: runs the queued steps in their order, JOBS at a time, and prints what each of them printed when it
# ends. Ends where one failed. Queue long steps first, so that at the end no core waits for a single one.
run_queue() {
  local next=0 process status index
  local -A running=()

  while ((next < ${#queue_names[@]} || ${#running[@]} > 0)); do
    while ((next < ${#queue_names[@]} && ${#running[@]} < $1)); do
      (
        set -e
        eval "step ${queue_names[next]@Q} ${queue_commands[next]}"
      ) >"$work/queue-$next.log" 2>&1 &
      running[$!]=$next
      next=$((next + 1))
    done

    status=0
    wait -n -p process "${!running[@]}" || status=$?
    index=${running[$process]}
    unset "running[$process]"
    cat "$work/queue-$index.log"
    [[ $status == 0 ]] || {
      printf '\n%s failed\n' "${queue_names[index]}" >&2
      exit 1
    }
  done
}

# Prints what each step took.
print_times() {
  printf '\n== all checks passed; times, of steps beside others too:\n'
  cat "$work/times"
  printf '%5d s  in all\n' "$SECONDS"
}
