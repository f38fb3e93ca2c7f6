#!/bin/bash
# SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
#
# Usage: . Tests/Lab/shell/running.sh     (sourced by suites.sh; runs suites in their order, and counts their tests)

# The script that runs, as the record of passes names it.
command=Tests/$(basename "$0")

describe() { sed -n "s/^suite_$1() { # //p" "$0" Tests/Lab/shell/{faces,machines}.sh; }

# Runs the named suites, or all, and ends the script: in three processes, because most suites wait for half of their
# time. Two of them have a lower priority, and print the output of a suite at its end: one runs the suites of `beside`,
# one begins at the end of the list. Each continues with the suites of another process when its own list has ended.
run_suites() {
  local suite name named=() named_beside=() backwards
  if [ "$*" = --help ] || [ "$*" = -h ]; then
    sed -n '/^# Usage/,/^$/s/^# \{0,1\}//p' "$0"
    echo "--list names the suites, and says what each tests."
    exit 0
  fi
  if [ "$*" = --list ]; then
    # shellcheck disable=SC2154 # suites.sh declares it.
    for suite in "${suites[@]}" "${beside[@]}" "${named_only[@]}"; do
      printf '%-12s %s\n' "$suite" "$(describe "$suite")"
    done
    exit 0
  fi
  for name; do
    if [[ " ${suites[*]} ${named_only[*]} " == *" $name "* ]]; then
      named+=("$name")
    elif [[ " ${beside[*]} " == *" $name "* ]]; then
      named_beside+=("$name")
    else
      echo "Usage: $0 [--list | SUITE…]     There is no suite '$name'; the suites are:" \
        "${suites[*]} ${beside[*]} ${named_only[*]}." >&2
      exit 2
    fi
  done
  (($#)) && suites=("${named[@]}") beside=("${named_beside[@]}")
  prepare_swift
  prepare_python
  export CTEST_PARALLEL_LEVEL=2 ASAN_OPTIONS=print_legend=0
  mkdir -p build/logs
  commit=$(git rev-parse HEAD 2>/dev/null)
  counts=$(mktemp -d)/counts
  trap 'kill $(jobs -p) 2>/dev/null; rm -r "$(dirname "$counts")"' EXIT
  local start=$SECONDS
  if ((${#suites[@]} && ${#beside[@]})); then
    run_beside "${beside[@]}" "${suites[@]}" &
    mapfile -t backwards < <(printf '%s\n' "${suites[@]}" | tac)
    run_beside "${backwards[@]}" &
  fi
  for suite in "${suites[@]}" "${beside[@]}"; do if take "$suite"; then run_suite "$suite"; fi; done
  wait
  summarize "$start"
}

# Returns whether this process has taken the suite.
take() { mkdir "$counts.taken.$1" 2>/dev/null; }

run_beside() {
  renice -n 5 "$BASHPID" >/dev/null
  for suite; do
    if take "$suite"; then
      run_suite "$suite" >"$counts.said.$suite" 2>&1
      cat "$counts.said.$suite"
    fi
  done
}

# Runs a suite. One that ends early, because a preparation or build fails, counts as one failed test. Its processor time
# is reported rather than its duration, since other suites run at the same time.
run_suite() {
  local suite=$1 start=$SECONDS status
  log=build/logs/$suite.log
  : >"$log"
  echo "== $suite: $(describe "$suite")"
  touch "$counts"
  # shellcheck disable=SC2034 # `row` reads it.
  counted=$(wc -l <"$counts")
  (
    trap 'times >"$counts.times.$suite"' EXIT
    "suite_$suite"
  )
  status=$?
  if ((status)); then
    count 0 1
    remember_failure "ended early with exit code $status"
  fi
  record_pass "$((SECONDS - start))"
  echo "== $suite took $((SECONDS - start)) s, and $(computed <"$counts.times.$suite") s of a processor"
}

# Writes a suite that has passed into Tests/ran.toml.
record_pass() {
  local passed=0 failed=0 p f
  while read -r p f; do ((passed += p, failed += f)); done <"$counts.of.$suite"
  [ -z "$commit" ] ||
    /usr/bin/python3 Tests/suites.py record "$command $suite" "$passed" "$failed" "$1" "$log" "$commit"
}

# Reads what `times` has written. Its second line is of the children that have ended: 1m2.345s 0m6.789s.
computed() { awk -F '[ms ]+' 'NR == 2 { print int(60 * ($1 + $3) + $2 + $4) }'; }

summarize() {
  local passed=0 failed=0 p f
  while read -r p f; do ((passed += p, failed += f)); done <"$counts"
  [ ! -e "$counts.rows" ] || printf '%s\n' '| System | Run there | Tests |' '|---|---|---|' "$(cat "$counts.rows")"
  echo "All of it took $((SECONDS - $1)) s."
  [ ! -e "$counts.failures" ] || sed 's/^/FAILED  /' "$counts.failures"
  echo "$passed passed, $failed failed"
  ((failed == 0 && passed > 0))
  exit
}
