# SPDX-License-Identifier: Apache-2.0
# LibTorch, out of the torch wheel, into the user's cache. Part of ./reseed.

# Sets `libtorch`: the folder that the build takes as RESEED_LIBTORCH.
find_libtorch() {
  if [ -n "${RESEED_LIBTORCH-}" ]; then
    libtorch=$(readlink -f -- "$RESEED_LIBTORCH") || libtorch=
    [ -d "$libtorch" ] || stop 2 "RESEED_LIBTORCH: want the folder of a LibTorch, found \"$RESEED_LIBTORCH\""
    check_path "$libtorch" 'RESEED_LIBTORCH' 'move it'
    return
  fi
  cat "$setup/libtorch-cpu.txt" >"$work/libtorch.txt"
  kind=
  if has_gpu; then
    cat "$setup/libtorch-gpu.txt" >>"$work/libtorch.txt"
    kind=-gpu
  fi
  version=$(sed -n 's/^torch==\([^ ]*\) .*/\1/p' "$work/libtorch.txt")
  digest=$(sha256sum "$work/libtorch.txt" | cut -c 1-12)
  libtorch=$cache/libtorch-$version$kind-$digest
  check_path "$libtorch" 'LibTorch' 'set XDG_CACHE_HOME to another folder'
  [ -f "$libtorch/complete" ] || fetch_libtorch
}

# A driver, not a card: `libcuda.so.1` comes with it. RESEED_GPU=no spares the 2 GB all the same.
has_gpu() {
  [ "${RESEED_GPU-}" != no ] || return 1
  [ -e /proc/driver/nvidia/version ] || [ -e /usr/lib/wsl/lib/libcuda.so.1 ]
}

# pip with a plain environment: the wheels of CPython 3.11 whatever Python runs it.
pip_install() {
  python=${RESEED_PYTHON:-/usr/bin/python3}
  [ -x "$python" ] || python=python3
  env -u PIP_USER -u PIP_TARGET -u PIP_PREFIX -u PIP_REQUIRE_VIRTUALENV -u PIP_NO_BINARY -u PIP_REQUIREMENT -u PIP_CONSTRAINT \
    TMPDIR="$part" "$python" -I -m pip install --target "$part/new" --no-deps --no-compile --no-cache-dir --require-hashes \
    --disable-pip-version-check --no-input --no-warn-script-location --progress-bar off --timeout 30 --retries 3 \
    --only-binary=:all: --implementation cp --python-version 3.11 --abi cp311 --abi none \
    --platform manylinux_2_28_x86_64 --platform manylinux_2_27_x86_64 --platform manylinux_2_25_x86_64 \
    --platform manylinux_2_18_x86_64 --platform manylinux2014_x86_64 "$@" </dev/null >"$work/pip.log" 2>&1
}

fetch_libtorch() {
  mkdir -p "$cache" || stop 2 "setup: want to write to $cache, cannot; set XDG_CACHE_HOME to a folder that you may write to"
  exec 8>"$libtorch.lock"
  flock -n 8 || { say 'setup: another call fetches LibTorch; waiting for it' && flock 8; }
  [ ! -f "$libtorch/complete" ] || return 0
  if [ -n "$kind" ]; then size='2.5 GB' space=9000; else size='560 MB' space=3000; fi
  free=$(df -Pm "$cache" | awk 'NR == 2 { print $4 }')
  [ "$free" -ge "$space" ] || stop 3 "setup: $cache: want $space MB of free space while LibTorch is unpacked, found $free MB"
  part=$libtorch.part
  say "setup: fetching LibTorch $version ($size; about 1 to 10 minutes)"
  ticking 10 libtorch_progress
  # Package by package: what has arrived stays when a call is interrupted.
  while IFS= read -r requirement; do
    package=${requirement%%==*}
    [ ! -f "$part/$package.done" ] || continue
    mkdir -p "$part/files"
    find "$part" -mindepth 1 -maxdepth 1 \( -name 'pip-*' -o -name new \) -exec rm -rf {} +
    printf '%s\n' "$requirement" >"$part/requirement.txt"
    pip_install -r "$part/requirement.txt" || libtorch_failed
    prune_libtorch "$part/new"
    cp -alf "$part/new/." "$part/files"
    : >"$part/$package.done"
  done <"$work/libtorch.txt"
  tick_ends
  rm -rf "$libtorch"
  mv "$part/files" "$libtorch"
  rm -rf "$part"
  : >"$libtorch/complete"
  exec 8>&-
}

libtorch_progress() { printf 'setup: fetching LibTorch: %s MB on disk so far' "$(du -sm "$part" | cut -f 1)"; }

libtorch_failed() {
  tick_ends
  if grep -q 'No module named pip' "$work/pip.log"; then
    stop 2 "setup: want pip in $python, found none; install python3-pip or set RESEED_PYTHON to a Python that has it"
  elif grep -q 'DO NOT MATCH THE HASHES' "$work/pip.log"; then
    stop 2 "setup: $requirement: want this hash, found $(sed -n 's/^ *Got *//p' "$work/pip.log" | head -n 1)"
  fi
  if grep -q 'Retrying (' "$work/pip.log"; then
    stop 3 "setup: the package registry cannot be reached for $package: $(sed -n 's/.*\[Errno [-0-9]*\] \([A-Za-z ]*\).*/\1/p' "$work/pip.log" | tail -n 1); the log is $work/pip.log; check the network, then call again"
  fi
  stop 3 "setup: pip could not fetch $package: $(last_error "$work/pip.log"); the log is $work/pip.log; check the network, then call again"
}

# prune_libtorch FOLDER: of the torch wheel only headers and the libraries that the programs link or load, of the two
# run-time wheels one library each. For a GPU everything but what serves Python.
prune_libtorch() {
  (
    cd "$1" || exit
    rm -rf bin functorch torchgen
    [ ! -d torch ] || find torch -mindepth 1 -maxdepth 1 ! -name include ! -name lib ! -name version.py -exec rm -rf {} +
    rm -f torch/lib/libtorch_python.so torch/lib/libshm.so
    if [ -z "$kind" ]; then
      [ ! -d torch ] || find torch/lib -type f ! -name libtorch_cpu.so ! -name libc10.so ! -name 'libgomp*' -delete
      [ ! -d nvidia ] || find nvidia -type f ! -name libcudart.so.13 ! -name libcupti.so.13 -delete
    fi
    find . -depth -mindepth 1 -type d -empty -delete
  )
}
