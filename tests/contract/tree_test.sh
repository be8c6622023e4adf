#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Tests of the source tree: tree_test.sh SOURCE_DIRECTORY. Every check prints what it found; any finding fails.
set -eu
cd "$1"
found=0

# files_of FOLDERS...: what a clone holds, without build output, results and Git's own files.
files_of() {
  find "$@" \( -name .git -o -name build -o -path ./results -o -name .cache \) -prune -o -type f -print
}

finding() {
  echo "tree_test: $1" >&2
  found=1
}

# The patterns are written so that they do not match this file.
says_where_it_was_made() {
  files_of . | tr '\n' '\0' | xargs -0 grep -nIE '(^|[^[:alnum:]_.])/(wor[k]|roo[t]|hom[e])/|pypi[.]org|pythonhoste[d]|deb[.]debian[.]or[g]' |
    grep -v '^./LICENSE' || true
}
lines=$(says_where_it_was_made)
[ -z "$lines" ] || finding "want no path of one machine and no registry host, found:
$lines"

# A plugin is known by its file: nothing of the harness may know it by name.
plugins=$(find plugins studies -name "*.cpp" | sed "s|.*/||; s|[.]cpp$||" | grep _ || true)
for plugin in $plugins mixout llrd reinit; do
  lines=$(files_of harness CMakeLists.txt reseed | tr '\n' '\0' | xargs -0 grep -nIw -- "$plugin" || true)
  [ -z "$lines" ] || finding "want the id $plugin in plugins/, studies/ and their tests only, found:
$lines"
done

grep -q '^## Unreleased' CHANGELOG.md || finding 'CHANGELOG.md: want the heading "## Unreleased", found none'
grep -q 'Apache License' LICENSE || finding 'LICENSE: want the Apache License'

for file in $(files_of harness plugins studies tests .ci reseed 2>/dev/null | grep -E '[.](cpp|hpp|cmake|sh|py)$|CMakeLists[.]txt$|/reseed$'); do
  head -n 3 "$file" | grep -q 'SPDX-License-Identifier: Apache-2.0' || finding "$file: want the licence line at the top, found none"
done

[ "$found" = 0 ] && echo 'tree_test: nothing found'
