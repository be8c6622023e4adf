# SPDX-License-Identifier: Apache-2.0
# What the setup says: progress and errors, all on standard error. Part of ./reseed.

say() { printf 'reseed: %s\n' "$*" >&2; }

# stop CODE TEXT: one line, the exit codes of the program (2 cannot go on so, 3 call again).
stop() {
  code=$1
  shift
  say "$*"
  exit "$code"
}

# check_path PATH WHAT REMEDY: stops at a path with characters that cmake, ninja or a compiler take for something else.
check_path() {
  case $1 in
    *[\"\$\`\\\;\#[:cntrl:]]*)
      shown=$(printf %s "$1" | tr '\001-\037\177' '?')
      stop 2 "$shown: want a folder for $2 whose path has no \", \$, \`, \\, ;, # and control character, found one; $3"
      ;;
  esac
}

# ticking SECONDS COMMAND...: prints the command's line every so many seconds until tick_ends or the end of the shell.
ticking() {
  tick_seconds=$1
  shift
  (
    exec 8>&- 9>&- </dev/null
    while sleep "$tick_seconds" >/dev/null 2>&1 && kill -0 $$ 2>/dev/null; do
      line=$("$@" 2>/dev/null) && [ -n "$line" ] && say "$line"
    done
  ) &
  ticker=$!
  trap tick_ends EXIT
}

tick_ends() {
  trap - EXIT
  kill "$ticker" 2>/dev/null || true
  wait "$ticker" 2>/dev/null || true
}

# last_error LOG: the line of a log that says most.
last_error() { { grep -E '^(E:|ERROR|error|CMake Error)|[Ee]rror:' "$1" || tail -n 1 "$1"; } | tail -n 1 | cut -c 1-300; }
