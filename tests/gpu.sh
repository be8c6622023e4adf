#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Tests of training on a GPU, for a machine that has only a torch wheel, nvcc and CMake: builds the training library
# and its tests alone (tests/gpu/), then runs them. At most six minutes.
#
#   tests/gpu.sh --prepare   on a machine with the project's packages: copies the one header that such a machine lacks
#                            (nlohmann/json.hpp) into build/gpu-include, which then travels with the sources
#   tests/gpu.sh             builds and tests; without a GPU the CPU half runs and the rest is skipped with a reason
#
# RESEED_LIBTORCH: folder that holds `torch`; default: where python3 finds it. RESEED_FIXTURES: golden values
# (default tests/golden).
set -eu
root=$(CDPATH= cd -- "$(dirname -- "$0")/.." && pwd)
include="$root/build/gpu-include"

header=""
for folder in "$include" /usr/include /usr/local/include; do
  [ -f "$folder/nlohmann/json.hpp" ] && header=$folder && break
done
if [ -z "$header" ]; then
  echo "gpu.sh: no nlohmann/json.hpp; run tests/gpu.sh --prepare where the project is built, and bring build/gpu-include" >&2
  exit 2
fi
if [ "${1:-}" = "--prepare" ]; then
  mkdir -p "$include"
  [ "$header" = "$include" ] || cp -rL "$header/nlohmann" "$include/"
  echo "gpu.sh: $include is ready"
  exit 0
fi

torch=${RESEED_LIBTORCH:-}
if [ -z "$torch" ]; then
  torch=$(python3 -c 'import importlib.util, os; print(os.path.dirname(os.path.dirname(importlib.util.find_spec("torch").origin)))') || {
    echo "gpu.sh: no torch for python3; set RESEED_LIBTORCH" >&2
    exit 2
  }
fi

build="$root/build/gpu"
jobs=$(nproc)
[ "$jobs" -gt 8 ] && jobs=8
cmake -S "$root/tests/gpu" -B "$build" -DCMAKE_BUILD_TYPE=Release -DRESEED_LIBTORCH="$torch" -DRESEED_JSON_INCLUDE="$header" >"$root/build/gpu-configure.log" 2>&1 || {
  tail -20 "$root/build/gpu-configure.log" >&2
  exit 1
}
cmake --build "$build" -j "$jobs"
export CUBLAS_WORKSPACE_CONFIG=:4096:8 OMP_NUM_THREADS=1 MKL_NUM_THREADS=1
exec timeout 240 "$build/gpu_tests" "${RESEED_FIXTURES:-$root/tests/golden}"
