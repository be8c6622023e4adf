# SPDX-License-Identifier: Apache-2.0
# Configures and builds through the preset `release`. Part of ./reseed.

# A compiler of a LibTorch file takes up to 1.5 GB: at most two for 4 GB of memory.
build_jobs() {
  memory=$(awk '/^MemAvailable:/ { print int($2 / 1024) }' /proc/meminfo)
  limit=$(cat /sys/fs/cgroup/memory.max 2>/dev/null || echo max)
  if [ "$limit" != max ] && [ $((limit / 1048576)) -lt "$memory" ]; then memory=$((limit / 1048576)); fi
  count=$((memory / 2048))
  cores=$(nproc)
  if [ "$count" -gt "$cores" ]; then count=$cores; fi
  if [ "$count" -lt 1 ]; then count=1; fi
  echo "$count"
}

# build_targets all | programs: the second leaves out the tests.
build_targets() {
  folder=$top/build/release
  log=$work/build.log
  : >"$log"
  configure
  printf '%s\n' "$top" "${RESEED_LIBTORCH-}" "$libtorch" >"$work/built.new"
  rm -f "$stamp" # until it has ended, what lies there may be of two builds
  count=$(build_jobs)
  [ -x "$folder/bin/reseed" ] || say "building, $count at a time (the first time 5 to 15 minutes on two cores)"
  if [ -t 2 ]; then
    cmake --build "$folder" --target "$1" -j "$count" >&2 || stop 2 'build: failed, see above; a change of yours, or else please report it'
  else
    ticking 20 build_progress
    cmake --build "$folder" --target "$1" -j "$count" >"$log" 2>&1 || build_failed
    tick_ends
  fi
  mv "$work/built.new" "$stamp"
}

build_progress() { printf 'building: %s' "$(tail -n 1 "$log" | cut -c 1-100)"; }

build_failed() {
  tick_ends
  grep -n -A 12 -m 3 -E 'FAILED:|error:' "$log" >&2 || tail -n 20 "$log" >&2
  stop 2 "build: failed: $(last_error "$log"); the log is $log"
}

# Anew when the clone has moved or another LibTorch is meant; otherwise the build looks after itself.
configure() {
  if [ -f "$folder/CMakeCache.txt" ] && ! grep -qsxF "CMAKE_HOME_DIRECTORY:INTERNAL=$top" "$folder/CMakeCache.txt"; then
    rm -rf "$folder"
  fi
  if [ -f "$folder/build.ninja" ] && grep -qsxF "RESEED_LIBTORCH:PATH=$libtorch" "$folder/CMakeCache.txt"; then return 0; fi
  say "configuring the build (a few seconds)"
  (cd "$top" && RESEED_LIBTORCH=$libtorch cmake --preset release --fresh) >"$log" 2>&1 ||
    stop 2 "build: cmake could not configure: $(configure_error); the log is $log"
}

configure_error() { grep -A 6 -m 1 'CMake Error' "$log" | tr -s '\n ' ' ' | cut -c 1-400; }
