#!/bin/bash
# SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
#
# Usage: . Tests/Lab/shell/suites.sh     (sourced by Tests/run and Tests/run-long, after prepare.sh; the words in which
#                                       they write their suites)

# The folder of the project, which the script that sources this sets; suites that run only if they are named; and suites
# that run at the same time as the others.
: "${root:?}"
named_only=() beside=()

# The suites of Tests/run for what surrounds the library (each language, plugins, examples, an installed tree, what is
# packed), and those of the tests that take long.
# shellcheck disable=SC2034 # Both scripts use it.
doors=(apple remote python rust node cpp glib playerctl players tags examples install packages long valgrind)

# The inputs that several suites share: `@NAME` in the line "# Inputs:" of a suite stands for these paths, which are
# files, folders and patterns. Tests/suites.py reads both; `Tests/run-long stale` names the suites whose inputs have
# changed.
#
# Inputs @library: CMakeLists.txt Sources/Library include packaging/prepare.sh contract
# Inputs @abi: contract/abi include
# Inputs @fuzzed: Sources/Apple/Push plugins/browser/host Sources/Program/C/template Tests/Library/Fuzz
# Inputs @apple: Package.swift Sources/Apple Sources/Library
# Inputs @node: bindings/node/build bindings/node/index.js bindings/node/lib bindings/node/native
#   bindings/node/surface.js
# Inputs @wire: Sources/Library/Core Sources/Library/Engine docs/org.nowplaying.md
# Inputs @desktops: contract/testkit/desktop Tests/Field/field/screen Tests/Field/Desktops/CMakeLists.txt
#   Tests/Field/Desktops/FAULTS.md Tests/Field/Desktops/cover.png Tests/Field/Desktops/panels.py
#   Tests/Field/Desktops/playerctl.py Tests/Field/Desktops/publisher.c Tests/Field/Desktops/reference.py
#   Tests/Field/Desktops/shell.py Tests/Field/Desktops/tree.sh
# Inputs @packages: packaging/prepare.sh CMakeLists.txt
# Inputs @tarball: packaging/make-dist packaging/dist packaging/assembly.py packaging/steps.sh packaging/cross.sh
#   packaging/toolchains CMakeLists.txt Tests/Release/Architectures
# Inputs @documents: docs *.md
# Inputs @rules: .gitignore .swift-format .pytest.ini LICENSE LICENSES REUSE.toml

# Lets pytest load only the plugin that runs tests in parallel: an installed plugin for asyncio would close and make
# loops because of the names of fixtures.
# lab.failed notes which tests have failed, and runs these alone.
export PYTEST_DISABLE_PLUGIN_AUTOLOAD=1 PYTEST_PLUGINS=xdist.plugin,lab.failed

# Python compiles the modules of the tests once, for all of its processes, into a folder outside the sources.
export PYTHONPYCACHEPREFIX=$root/build/pycache
unset PYTHONDONTWRITEBYTECODE

# shellcheck source=Tests/Lab/shell/packages.sh
. Tests/Lab/shell/packages.sh

# ---------------------------------------------------------------------------------------------------- Builds --------

# Runs a command once per run; a marker of this name is left when it is done. A suite waits for what another has begun.
once() {
  local marker=$counts.$1 lock
  shift
  exec {lock}>"$marker.lock"
  flock "$lock"
  if [ ! -e "$marker" ]; then
    "$@"
    : >"$marker"
  fi
  exec {lock}>&-
}

build_once() { once "$(basename "$1")" build_programs "$@"; }
build_programs() {
  local directory=$1
  shift
  prepare_programs
  prepare_build "$directory" "$root" "$@"
}

build_plain() { build_once build; }

# Builds with AddressSanitizer, and with coverage for libFuzzer, so that one build serves all suites.
build_address() {
  local coverage=edge,indirect-calls,trace-cmp,inline-8bit-counters,pc-table
  prepare_packages libjson-c-dev # for the fuzzer of the browsers' host
  build_once build/address -DNOWPLAYING_SANITIZE=address -DCMAKE_C_FLAGS=-fsanitize=fuzzer-no-link \
    "-DCMAKE_Swift_FLAGS=-sanitize=address -sanitize-coverage=$coverage" Tests/all
}

# Runs a script that reads what SwiftPM writes into build/swift, or into another folder.
run_script_on_swift() { run_script_on_swift_in build/swift "$@"; }
run_script_on_swift_in() {
  local scratch=$1
  shift
  mkdir -p "$scratch"
  run_script flock "$scratch/suites.lock" env HAS_SWIFT_FOLDER=1 SCRATCH="$root/$scratch" "$@"
}

# Builds examples/lockscreen with the installed library, as an author of such a program would. Installs a screen for it,
# and the further packages that are named.
prepare_lockscreen() {
  prepare_packages at-spi2-core dbus-daemon ffmpeg gettext gir1.2-atspi-2.0 gstreamer1.0-plugins-base imagemagick \
    libgtk-4-dev librsvg2-common locales playerctl python3-gi systemd xdotool xvfb "$@"
  build_plain
  check "an installed library" cmake --install build --prefix "$root/build/lockscreen/installed"
  prepare_build build/lockscreen "$root/examples/lockscreen" \
    -DCMAKE_PREFIX_PATH="$root/build/lockscreen/installed"
}

# Builds plugins with the installed library, as their users do. The first word has the options for the compiler.
prepare_plugins() {
  local flags=$1 player
  shift
  check "an installed library" cmake --install build --prefix "$root/build/players/installed"
  for player; do
    prepare_build "build/$player-plugin" "$root/plugins/$player" \
      -DCMAKE_PREFIX_PATH="$root/build/players/installed" -DCMAKE_C_FLAGS="$flags" -DCMAKE_CXX_FLAGS="$flags"
  done
}

# Builds bindings/glib with the installed library, and the programs of its tests.
prepare_glib() {
  prepare_packages_of glib
  build_plain
  check "an installed library" cmake --install build --prefix "$root/build/glib-installed"
  [ -e build/glib/build.ninja ] || PKG_CONFIG_PATH=$root/build/glib-installed/lib/pkgconfig \
    check "meson setup" meson setup build/glib bindings/glib -Dprograms=true -Ddocs=true
  check "the library, its typelib, vapi and pages" ninja -C build/glib
}

# Builds plugins/playerctl and the programs of its tests, and installs playerctl's own library to compare it with.
prepare_playerctl() {
  prepare_packages_of playerctl
  build_plain
  [ -e build/playerctl/build.ninja ] ||
    check "meson setup" meson setup build/playerctl plugins/playerctl -Dprograms=true
  check "libplayerctl and its typelib" ninja -C build/playerctl
}

# Builds bindings/qt against the installed library for a version of Qt, installs it in build/qtVERSION/installed, and
# builds its test programs.
prepare_qt() {
  local version=$1 installed=$root/build/qt$1/installed
  prepare_packages_of qt
  check "an installed library" cmake --install build --prefix "$installed"
  prepare_build "build/qt$version" "$root/bindings/qt" -DQT_DEFAULT_MAJOR_VERSION="$version" \
    -DCMAKE_PREFIX_PATH="$installed" -DCMAKE_INSTALL_PREFIX="$installed" all install
  prepare_build "build/qt$version/tests" "$root/Tests/Bindings/Qt" -DQT_DEFAULT_MAJOR_VERSION="$version" \
    -DCMAKE_PREFIX_PATH="$installed"
}

# Builds the programs for the tests of sessions on other devices, into a folder. The words after the folder are options
# of swift build.
build_remote() {
  local scratch=$1
  shift
  prepare_clients
  prepare_packages gcc libc6-dev python3-cryptography python3-gi
  for product in RemoteApp RemoteExtension RemoteExtensionComputed; do
    check "swift build $product" Tests/Lab/shell/swift-build "$scratch" -j 2 --product "$product" "$@"
  done
}

# ----------------------------------------------------------------------------------------------------- Tests --------

# The timeout of a command in seconds: a hanging test must end, with 124 as its exit code.
time_limit=${TIMEOUT:-1800}

count() { echo "$1 $2" | tee -a "$counts" >>"$counts.of.$suite"; }

# Ends a row of the table that the run prints: the system, the program, and the counts since the last row.
row() {
  local passed=0 failed=0 p f
  while read -r p f; do ((passed += p, failed += f)); done < <(tail -n "+$((counted + 1))" "$counts")
  counted=$(wc -l <"$counts")
  echo "| $1 | $2 | $passed passed, $failed failed |" >>"$counts.rows"
}

# Keeps a failure for the end of the run, where it is not lost between the lines of the suites.
remember_failure() { echo "$suite: $1" >>"$counts.failures"; }

# Runs a command as one test. Its output goes to the suite's log, and is shown when it fails.
check() {
  local name=$1 output=$counts.output.$BASHPID start=$SECONDS
  shift
  if timeout "$time_limit" "$@" >"$output" 2>&1; then
    count 1 0
    echo "  passed  $name ($((SECONDS - start)) s)"
  else
    local status=$?
    count 0 1
    remember_failure "$name"
    tail -n 60 "$output"
    echo "  FAILED  $name (exit code $status, $((SECONDS - start)) s)"
  fi
  cat "$output" >>"$log"
}

# Waits until one of two jobs in the background has ended.
two_at_a_time() { (($(jobs -rp | wc -l) < 2)) || wait -n; }

# Runs a command whose output contains how many tests passed and failed:
#   closing  a last line "N passed, N failed"         pytest   a last line "N failed, N passed in 3 s"
#   ctest    "…, N tests failed out of N"             swift    lines "Test run with N tests … passed after …"
#   cargo    lines "test result: ok. N passed; N failed; …"
# Tests of pytest and ctest that fail are run once more without the others: one that passes then is counted as flaky.
# Its output is in the suite's log; a terminal shows it as it comes, and a file of the whole run what failed.
run_counted() {
  local manner=$1 output=$counts.output.$BASHPID start=$SECONDS status passed failed
  local -x FAILED_TESTS=$output.failed
  shift
  : >"$FAILED_TESTS"
  timeout "$time_limit" "$@" 2>&1 | tee "$output" | show_live
  status=${PIPESTATUS[0]}
  cat "$output" >>"$log"
  read -r passed failed < <(count_as "$manner" <"$output")
  # A run that fails without a failed test, or has no test, is a failure too.
  if ((status != 0 && failed == 0 || passed + failed == 0)); then
    remember_failure "$1 ended with exit code $status after $passed tests: $(tail -n 1 "$output")"
    failed=$((failed + 1))
  elif ((failed)) && pass_alone "$manner" "$failed" "$@"; then
    passed=$((passed + failed)) failed=0
  elif ((failed)); then
    failed_as "$manner" <"$output" | while read -r name; do remember_failure "$name"; done
  fi
  ((failed == 0)) || [ -t 1 ] || tail -n 150 "$output" | sed 's/^/  /'
  echo "  $passed passed, $failed failed: ${*#"$root/"} ($((SECONDS - start)) s)"
  count "$passed" "$failed"
}

# Runs the few tests alone that have failed in a run of pytest or ctest, and counts each as flaky where all pass. Fails
# where one does not, or was counted too often.
pass_alone() {
  local manner=$1 failed=$2 load
  shift 2
  ((failed <= 5)) || return 1
  read -r load _ </proc/loadavg
  case $manner in
    pytest)
      local -x ONLY_TESTS=$FAILED_TESTS
      env -u FAILED_TESTS timeout "$time_limit" "$@" >>"$log" 2>&1 || return 1
      ;;
    ctest)
      failed_as ctest <"$output" >"$FAILED_TESTS"
      timeout "$time_limit" "$@" -j 1 --rerun-failed >>"$log" 2>&1 || return 1
      ;;
    *) return 1 ;;
  esac
  local -a tests
  mapfile -t tests <"$FAILED_TESTS"
  ((${#tests[@]})) && /usr/bin/python3 Tests/suites.py flake "$command $suite" "$load" "${tests[@]}"
}

show_live() { if [ -t 1 ]; then sed 's/^/  /'; else cat >/dev/null; fi; }

count_as() {
  case $1 in
    closing) awk '/^[0-9]+ passed, [0-9]+ failed$/ { p = $1; f = $3 } END { print p + 0, f + 0 }' ;;
    ctest) awk '/tests failed out of/ { f = $(NF - 5); n = $NF } END { print n - f, f + 0 }' ;;
    cargo) awk '/^test result:/ { p += $4; f += $6 } END { print p + 0, f + 0 }' ;;
    pytest)
      awk '/(passed|failed|error).* in [0-9.]+s/ {
             for (i = 2; i <= NF; i++) {
               if ($i ~ /^passed/) p = $(i - 1)
               if ($i ~ /^(failed|errors?)/) f += $(i - 1)
             }
           } END { print p + 0, f + 0 }'
      ;;
    swift)
      # Takes the number from the last line: what tests print goes between the lines of those that passed.
      awk '/^(.* )?Test .* failed after/ && !/Test run with| case passing / { f++ }
           match($0, /Test run with [0-9]+/) { n += substr($0, RSTART + 14, RLENGTH - 14) } END { print n - f, f + 0 }'
      ;;
  esac
}

# Prints the names of the failed tests.
failed_as() {
  case $1 in
    closing) sed -n -E 's/^ *FAIL(ED)? +//p' ;;
    ctest) sed -n 's/^.*Test *#[0-9]*: \([^ ]*\) .*\*\*\*.*/\1/p' ;;
    cargo) awk '/^failures:$/ { f = 1; next } !/^    [a-z_:]+$/ { f = f && /^$/ } f && NF { print $1 }' ;;
    pytest) sed -n -E 's/^(FAILED|ERROR) //p' ;;
    swift) grep -E '^(.* )?Test .* failed after' | grep -v 'Test run with' ;;
  esac | sort -u
}

run_script() { run_counted closing "$@"; }
# Plays the scenarios of the contract with the command of a driver.
play_scenarios() { run_script /usr/bin/python3 -m testkit.play "$@"; }
run_swift() { run_swift_in build/swift "$@"; }
# Runs tests that are built. Two `swift test` at once would fail by chance, because each opens the build's database.
run_swift_in() {
  local -x NO_COLOR=1
  run_counted swift "$1/debug/NowPlayingPackageTests.xctest" --testing-library swift-testing "${@:2}"
}
run_pytest() { run_counted pytest /usr/bin/python3 -m pytest -q -p no:cacheprovider "$@"; }

# Prints the names of the targets of Swift tests below a folder.
swift_tests_in() {
  tr -d '\n' <Package.swift | grep -o 'testTarget([^)]*)' | sed -n "s|.*name: \"\(\w*\)\".*path: \"$1/.*|\1|p"
}

# Builds the package and its tests, and runs the targets of a folder, each in a process of its own: the Apple modules
# have one app per program. They wait for most of their time. Nothing is built then, so there is nothing for which one
# has to wait for another.
run_swift_tests() {
  local target
  prepare_swift_tests
  check "swift build" Tests/Lab/shell/swift-build build/swift -j 2 --build-tests
  for target in $(swift_tests_in "$1"); do
    run_swift --filter "^$target\\." --skip "\\.VideoFactsTests/" &
    two_at_a_time
  done
  wait
}

# Runs tests on dbus-daemon and on dbus-broker at once, and several in parallel, since they mostly wait.
run_on_both_buses() {
  run_pytest -n 3 "$@" &
  run_pytest -n 3 --bus=dbus-broker "$@"
  wait
}

# Runs the tests of each file on one of the two buses.
run_on_either_bus() { run_pytest -n 5 --bus=either "$@"; }

# Runs several tests in parallel: each has its own bus, and mostly waits.
run_ctest() {
  local directory=$1
  shift
  run_counted ctest ctest --test-dir "$directory" -j 6 --output-on-failure "$@"
}

# Builds the fuzzer of push messages by SwiftPM, because CMake's build has no Foundation.
build_push_fuzzer() {
  prepare_packages libssl3
  check "swift build fuzz-push" "$SWIFT" build -c release --scratch-path build/swift-fuzz -j 2 --product fuzz-push \
    -Xswiftc -sanitize=fuzzer,address -Xcc -fsanitize=address,fuzzer-no-link -Xswiftc -DFUZZER -Xswiftc -use-ld=lld
}

# Runs the fuzzers that are named, each for so many seconds.
run_fuzzers() {
  local seconds=$1 name longest slowest program
  shift
  # Keeps the output out of the tree: new inputs go into the first folder, crashes into build/fuzz.
  for name; do
    mkdir -p "build/fuzz/$name"
    longest=600 slowest=10
    program=build/address/Tests/Library/Fuzz/fuzz-$name
    case $name in
      browser) longest=4096 ;; # a picture that comes in two messages
      templates) longest=2048 ;; # the longest input, with values
      videos) longest=4096 slowest=5 ;; # enough for all headers; and a limit on time, because none may block a player
      push) longest=4097 program=build/swift-fuzz/release/fuzz-push ;; # a message, and of which kind it is
    esac
    check "fuzz $name for $seconds s" env XDG_RUNTIME_DIR="$root/build/fuzz" "$program" \
      -max_total_time="$seconds" -timeout="$slowest" -max_len="$longest" -artifact_prefix=build/fuzz/ \
      -print_final_stats=1 "build/fuzz/$name" "Tests/Library/Fuzz/corpus/$name" &
    two_at_a_time
  done
  wait
}

# shellcheck source=Tests/Lab/shell/running.sh
. Tests/Lab/shell/running.sh
