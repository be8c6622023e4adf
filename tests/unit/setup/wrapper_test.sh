#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Tests of ./reseed in a small clone of its own: the real wrapper, with fakes of dpkg-query, apt-get, sudo, id, pip, cmake and
# ctest first in PATH. One function per case, named as a true sentence; a case fails by `fail`.
#   wrapper_test.sh SOURCE_DIRECTORY
set -eu
source=$1
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT

fail() {
  printf 'wrapper_test: %s: %s\n' "$case" "$1" >&2
  for file in out err calls; do sed "s/^/  $file: /" "$folder/$file" >&2 || true; done
  exit 1
}

# fake NAME: a program that writes its words into `calls` and does what standard input says.
fake() {
  { printf '#!/bin/sh\nprintf "%%s\\n" "%s $*" >>"%s/calls"\n' "$1" "$folder" && cat; } >"$folder/bin/$1"
  chmod 755 "$folder/bin/$1"
}

# A clone at a path with a space, everything installed, cmake builds a program that prints its words.
prepare() {
  rm -rf "${folder:?}"/*
  clone="$folder/a clone"
  mkdir -p "$folder/bin" "$folder/home" "$folder/lib torch/torch" "$clone/plugins" "$clone/studies" "$clone/harness"
  cp "$source/reseed" "$source/CMakeLists.txt" "$source/CMakePresets.json" "$clone"
  cp -r "$source/harness/setup" "$clone/harness/setup"
  echo 'int main() {}' >"$clone/harness/main.cpp"
  : >"$folder/calls"
  fake dpkg-query <<'END'
shift 2
for package; do [ "$package" = "${ABSENT-}" ] || echo "$package installed"; done
END
  fake id <<'END'
echo "${FAKE_ID-0}"
END
  fake apt-get <<'END'
[ -z "${APT_FAILS-}" ] || { echo "E: no network" && exit 100; }
END
  fake sudo <<'END'
exit 1
END
  fake cmake <<'END'
case $1 in
  --preset)
    mkdir -p build/release
    : >build/release/build.ninja
    printf 'CMAKE_HOME_DIRECTORY:INTERNAL=%s\nRESEED_LIBTORCH:PATH=%s\n' "$(pwd -P)" "$RESEED_LIBTORCH" >build/release/CMakeCache.txt
    ;;
  --build)
    sleep "${BUILD_SECONDS-0}"
    [ -z "${CHANGES-}" ] || echo '// changed' >>"$CHANGES"
    [ -z "${BUILD_FAILS-}" ] || { echo "main.cpp:1:1: error: wrong" && exit 1; }
    mkdir -p "$2/bin"
    printf '#!/bin/sh\necho "program: $*"\nexit 7\n' >"$2/bin/reseed"
    chmod 755 "$2/bin/reseed"
    ;;
esac
END
  fake ctest </dev/null
  # pip: `python -I -m pip install --target DIR ...`
  fake python <<'END'
[ -z "${PIP_SAYS-}" ] || { echo "$PIP_SAYS" && exit 1; }
while [ "$1" != --target ]; do shift; done
mkdir -p "$2/torch/lib" "$2/torch/include/ATen" "$2/torch/test" "$2/nvidia/cu13/lib" "$2/bin"
for name in libtorch_cpu.so libc10.so libgomp.so.1 libtorch_cuda.so libtorch_python.so; do : >"$2/torch/lib/$name"; done
: >"$2/torch/include/ATen/ATen.h"
: >"$2/nvidia/cu13/lib/libcudart.so.13"
: >"$2/nvidia/cu13/lib/libcudart_static.a"
sleep "${PIP_SECONDS-0}"
END
}

# reseed WORDS...: calls the wrapper with the fakes; sets `status`, files out and err.
reseed() {
  status=0
  call "$@" >"$folder/out" 2>"$folder/err" || status=$?
}
call() {
  env PATH="$folder/bin:$PATH" HOME="$folder/home" XDG_CACHE_HOME= RESEED_GPU=no RESEED_PYTHON="$folder/bin/python" \
    RESEED_LIBTORCH="${libtorch-$folder/lib torch}" "$clone/reseed" "$@" </dev/null
}
called() { grep -c -- "^$1" "$folder/calls" || true; }
expect() { [ "$1" = "$2" ] || fail "$3: want \"$2\", found \"$1\""; }
one_line_with() {
  expect "$(wc -l <"$folder/err")" 1 'lines of the error'
  grep -q -- "$1" "$folder/err" || fail "want \"$1\" in the error"
}
# The clock of the file system must have moved between a build and a change.
later() { sleep 0.05; }

the_first_call_builds_and_hands_over_words_and_exit_code() {
  reseed run 'a b' --jobs 2
  expect "$status" 7 'exit code'
  expect "$(cat "$folder/out")" 'program: run a b --jobs 2' 'output'
  expect "$(called 'cmake --preset release')" 1 'configurations'
  grep -q -- '--target programs' "$folder/calls" || fail 'want the tests left out of the build'
}

the_second_call_starts_the_program_and_nothing_else() {
  reseed --version
  later
  : >"$folder/calls"
  reseed --version
  expect "$(cat "$folder/calls")" '' 'programs called'
  expect "$(cat "$folder/err")" '' 'errors'
  expect "$(cat "$folder/out")" 'program: --version' 'output'
}

a_newer_source_is_built_without_configuring_again() {
  reseed --version
  later
  : >"$folder/calls"
  echo '// changed' >>"$clone/harness/main.cpp"
  reseed --version
  expect "$(called 'cmake --build')" 1 'builds'
  expect "$(called 'cmake --preset')" 0 'configurations'
  later
  : >"$folder/calls"
  reseed --version
  expect "$(called cmake)" 0 'builds after that'
}

a_source_that_came_or_went_is_built() {
  reseed --version
  for change in 'touch new.cpp' 'rm main.cpp'; do
    later
    : >"$folder/calls"
    (cd "$clone/harness" && $change)
    reseed --version
    expect "$(called 'cmake --build')" 1 "builds after $change"
  done
}

a_change_during_the_build_is_built_by_the_next_call() {
  export CHANGES="$clone/harness/main.cpp" BUILD_SECONDS=0.05
  reseed --version
  unset CHANGES BUILD_SECONDS
  : >"$folder/calls"
  reseed --version
  expect "$(called 'cmake --build')" 1 'builds'
}

a_failed_build_is_one_error_and_is_tried_again() {
  export BUILD_FAILS=yes
  reseed --version
  unset BUILD_FAILS
  expect "$status" 2 'exit code'
  grep -q '^reseed: build: failed: main.cpp:1:1: error: wrong' "$folder/err" || fail 'want the reason'
  reseed --version
  expect "$status" 7 'exit code of the next call'
}

missing_packages_without_the_right_to_install_are_one_line_to_run() {
  export ABSENT=libicu-dev FAKE_ID=1000
  reseed --version
  unset ABSENT FAKE_ID
  expect "$status" 2 'exit code'
  one_line_with 'run as root: apt-get update && apt-get install -y --no-install-recommends libicu-dev$'
  expect "$(called apt-get)" 0 'calls of apt-get'
}

missing_packages_are_installed_by_root() {
  export ABSENT=libicu-dev
  reseed --version
  unset ABSENT
  expect "$status" 7 'exit code'
  grep -q '^apt-get .* install --no-install-recommends libicu-dev$' "$folder/calls" || fail 'want the package installed'
}

missing_packages_are_installed_through_sudo() {
  fake sudo <<'END'
[ "$1" != -n ] || shift
exec "$@"
END
  export ABSENT=libicu-dev FAKE_ID=1000
  reseed --version
  unset ABSENT FAKE_ID
  expect "$status" 7 'exit code'
  grep -q '^sudo env .*apt-get .* install --no-install-recommends libicu-dev$' "$folder/calls" || fail 'want sudo apt-get'
}

packages_that_cannot_be_fetched_are_unfinished_work() {
  export ABSENT=libicu-dev APT_FAILS=yes
  reseed --version
  unset ABSENT APT_FAILS
  expect "$status" 3 'exit code'
  grep -q 'E: no network' "$folder/err" || fail 'want the reason of apt-get'
}

libtorch_is_fetched_by_hash_into_the_cache_and_pruned() {
  libtorch=
  reseed --version
  expect "$status" 7 'exit code'
  expect "$(called python)" 3 'calls of pip, one per wheel'
  expect "$(grep -c -- '^python .*--require-hashes' "$folder/calls")" 3 'calls with hashes required'
  home="$folder/home/.cache/reseed"
  kept=$(cd "$home"/libtorch-2.11.0-*[0-9a-f] && find . -type f | sort | tr '\n' ' ')
  expect "$kept" './complete ./nvidia/cu13/lib/libcudart.so.13 ./torch/include/ATen/ATen.h ./torch/lib/libc10.so ./torch/lib/libgomp.so.1 ./torch/lib/libtorch_cpu.so ' 'files kept'
  : >"$folder/calls"
  rm -r "$clone/build"
  reseed --version
  expect "$(called python)" 0 'calls of pip for a second clone'
  rm -r "$home"
  reseed --version
  expect "$(called python)" 3 'calls of pip after the cache was emptied'
}

a_fetch_that_was_killed_goes_on_with_the_next_wheel() {
  libtorch=
  fake python <<END
case \$(cat "$folder/home/.cache/reseed"/*.part/requirement.txt) in nvidia-cuda-runtime*) kill -9 \$PPID ;; esac
while [ "\$1" != --target ]; do shift; done
mkdir -p "\$2/torch/lib"
END
  reseed --version
  [ "$status" -gt 128 ] || fail "want a killed wrapper, found exit code $status"
  fake python <<'END'
while [ "$1" != --target ]; do shift; done
mkdir -p "$2/torch/lib"
END
  : >"$folder/calls"
  reseed --version
  expect "$status" 7 'exit code'
  expect "$(called python)" 2 'wheels fetched by the second call'
}

a_registry_that_does_not_answer_is_unfinished_work() {
  libtorch=
  export PIP_SAYS='ERROR: No matching distribution found for torch==2.11.0'
  reseed --version
  expect "$status" 3 'exit code'
  grep -q '^reseed: setup: pip could not fetch torch: ERROR: No matching' "$folder/err" || fail 'want the reason of pip'
  PIP_SAYS="WARNING: Retrying (Retry(total=0)) after connection broken by 'x: Failed: [Errno 111] Connection refused')': /torch/
ERROR: No matching distribution found for torch==2.11.0"
  reseed --version
  expect "$status" 3 'exit code without a network'
  grep -q '^reseed: setup: the package registry cannot be reached for torch: Connection refused;' "$folder/err" || fail 'want the reason'
  PIP_SAYS="/usr/bin/python3: No module named pip"
  reseed --version
  unset PIP_SAYS
  expect "$status" 2 'exit code without pip'
}

another_hash_is_an_error_that_names_both() {
  libtorch=
  export PIP_SAYS="THESE PACKAGES DO NOT MATCH THE HASHES
        Got        123456"
  reseed --version
  unset PIP_SAYS
  expect "$status" 2 'exit code'
  grep -q 'torch==2.11.0 --hash=sha256:7aa2.*found 123456$' "$folder/err" || fail 'want both hashes'
}

a_libtorch_folder_that_is_not_there_is_named() {
  libtorch=/nowhere/at/all
  reseed --version
  expect "$status" 2 'exit code'
  one_line_with '^reseed: RESEED_LIBTORCH: .*/nowhere/at/all'
}

another_libtorch_configures_anew() {
  reseed --version
  mkdir "$folder/other"
  libtorch="$folder/other"
  reseed --version
  expect "$(called 'cmake --preset')" 2 'configurations'
}

a_build_for_another_libtorch_that_was_stopped_is_not_taken_for_the_old_one() {
  reseed --version
  mkdir -p "$folder/other/torch"
  libtorch="$folder/other" BUILD_FAILS=1 reseed --version
  expect "$status" 2 'exit code of the failed build'
  before=$(called 'cmake --build')
  reseed --version
  expect "$(called 'cmake --build')" $((before + 1)) 'builds after the one that failed'
}

a_clone_that_moved_is_built_anew() {
  reseed --version
  mv "$clone" "$folder/moved"
  clone="$folder/moved"
  reseed --version
  expect "$status" 7 'exit code'
  expect "$(called 'cmake --preset')" 2 'configurations'
}

a_clone_whose_path_no_build_tool_takes_is_refused_at_once() {
  for name in 'with "quotes"' 'a $variable' 'a; b' 'a #1' 'back\slash' 'tick`s`' "two
lines"; do
    rm -f "$folder/calls" && : >"$folder/calls"
    mv "$clone" "$folder/$name"
    clone="$folder/$name"
    reseed --version
    expect "$status" 2 "exit code at $name"
    one_line_with ': want a folder for the clone whose path has no ", \$'
    expect "$(cat "$folder/calls")" '' "programs called at $name"
    [ ! -e "$clone/build" ] || fail "want nothing built at $name"
  done
}

a_clone_at_a_path_with_an_apostrophe_and_letters_of_any_language_builds() {
  mv "$clone" "$folder/o'Brien's (new) été & 数据"
  clone="$folder/o'Brien's (new) été & 数据"
  reseed --version
  expect "$status" 7 'exit code'
}

a_libtorch_at_such_a_path_is_refused() {
  libtorch="$folder/lib \$torch"
  mkdir -p "$libtorch"
  reseed --version
  expect "$status" 2 'exit code'
  one_line_with 'want a folder for RESEED_LIBTORCH whose path has no'
}

two_first_calls_at_once_build_once() {
  libtorch=
  export BUILD_SECONDS=0.5 PIP_SECONDS=0.2
  call --version >"$folder/out2" 2>&1 &
  reseed --version
  first=$status
  status=0
  wait $! || status=$?
  unset BUILD_SECONDS PIP_SECONDS
  expect "$first $status" '7 7' 'exit codes'
  expect "$(called 'cmake --build')" 1 'builds'
  expect "$(called python)" 3 'wheels fetched'
}

it_works_from_any_folder_and_through_a_link() {
  ln -s "$clone/reseed" "$folder/link"
  status=0
  (cd / && env PATH="$folder/bin:$PATH" HOME="$folder/home" RESEED_LIBTORCH="$folder/lib torch" "$folder/link" --version) \
    >"$folder/out" 2>"$folder/err" || status=$?
  expect "$status $(cat "$folder/out")" '7 program: --version' 'exit code and output'
}

an_empty_path_is_as_good_as_none() {
  reseed --version
  status=0
  env PATH= HOME="$folder/home" RESEED_LIBTORCH="$folder/lib torch" "$clone/reseed" --version >"$folder/out" 2>"$folder/err" || status=$?
  expect "$status" 7 'exit code of the program'
}

test_builds_everything_and_hands_over_words_to_ctest() {
  reseed test -L golden
  expect "$status" 0 'exit code'
  grep -q -- '^cmake --build .* --target all ' "$folder/calls" || fail 'want everything built'
  grep -q -- '^ctest --test-dir .*/build/release --output-on-failure -L golden$' "$folder/calls" || fail 'want ctest called'
}

a_home_that_is_not_set_is_named() {
  status=0
  env -u HOME -u XDG_CACHE_HOME PATH="$folder/bin:$PATH" "$clone/reseed" --version >"$folder/out" 2>"$folder/err" || status=$?
  expect "$status" 2 'exit code'
  one_line_with '^reseed: HOME: want'
}

cases=$(sed -n 's/^\([a-z_]*_[a-z_]*\)() {$/\1/p' "$0" | grep -v -e '^one_line_with$')
count=0
for case in $cases; do
  unset libtorch
  prepare
  "$case"
  count=$((count + 1))
done
echo "wrapper_test: $count cases passed"
