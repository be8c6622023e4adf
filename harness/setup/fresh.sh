# SPDX-License-Identifier: Apache-2.0
# Is the last build still good? Part of ./reseed; `top` is the folder of the clone.
#
# build/release/.built is written when a build has ended, with the time when it began. Its three lines: the folder of
# the clone, the user's RESEED_LIBTORCH, and the LibTorch that was used.

stamp=$top/build/release/.built

is_fresh() {
  [ -f "$stamp" ] && [ -x "$top/build/release/bin/reseed" ] || return 1
  { IFS= read -r built_top && IFS= read -r built_setting && IFS= read -r built_libtorch; } <"$stamp" || return 1
  [ "$built_top" = "$top" ] && [ "$built_setting" = "${RESEED_LIBTORCH-}" ] && [ -d "$built_libtorch" ] || return 1
  # A commit alone changes no source, but the program names it. The folders hold no build output.
  set -- "$top/CMakeLists.txt" "$top/CMakePresets.json" "$top/harness" "$top/plugins" "$top/studies"
  if [ -f "$top/.git/logs/HEAD" ]; then set -- "$@" "$top/.git/logs/HEAD"; fi
  newer=$(find "$@" -newer "$stamp" -print -quit) && [ -z "$newer" ]
}
