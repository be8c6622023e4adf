# SPDX-License-Identifier: Apache-2.0
# The slow way of ./reseed: what is missing is installed, then everything is built. `top` is the folder of the clone.
# Two calls at once: the second waits. Interrupted half-way: the next call goes on.

setup=$top/harness/setup
. "$setup/messages.sh"
. "$setup/packages.sh"
. "$setup/libtorch.sh"
. "$setup/build.sh"

case ${XDG_CACHE_HOME-} in
  /*) cache=$XDG_CACHE_HOME/reseed ;;
  *)
    case ${HOME-} in
      /*) cache=$HOME/.cache/reseed ;;
      *) stop 2 'HOME: want an absolute path in HOME or XDG_CACHE_HOME, found none' ;;
    esac ;;
esac

check_path "$top" 'the clone' 'move it'
work=$top/build/setup
mkdir -p "$work" 2>/dev/null || stop 2 "$top/build: want a folder to build in, cannot write there; clone reseed to a place that you own"
exec 9>"$work/lock"
flock -n 9 || { say 'setup: another call is setting up or building; waiting for it' && flock 9; }

case ${1-} in
  test | build) targets=all ;;
  *) targets=programs ;;
esac
if [ "$targets" = all ] || ! is_fresh; then
  install_packages
  find_libtorch
  build_targets "$targets"
fi
exec 9>&-

case ${1-} in
  build) exit 0 ;;
  test)
    shift
    export CTEST_PARALLEL_LEVEL="${CTEST_PARALLEL_LEVEL:-$(nproc)}"
    exec ctest --test-dir "$top/build/release" --output-on-failure "$@"
    ;;
  *) exec "$top/build/release/bin/reseed" "$@" ;;
esac
