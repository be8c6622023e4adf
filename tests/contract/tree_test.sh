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

# A plugin is known by its file: nothing of the harness, and no test of it, may know it by name. An id that is an
# English word too counts where it stands in quotes.
of_the_harness() {
  files_of harness CMakeLists.txt CMakePresets.json reseed .ci
  files_of tests/browser tests/fakes tests/unit | grep -vE '^tests/unit/(CMakeLists[.]txt|(analysis|measures|mitigations|studies|train)/)'
}
plugins=$(find plugins studies -name '*.cpp' -exec sed -nE 's/^ *[.]id = "([a-z0-9_]+)",$/\1/p' {} +)
[ "$(echo "$plugins" | wc -w)" -ge "$(find plugins -name '*.cpp' | wc -l)" ] || finding 'plugins/: want an id in every file, found fewer'
for plugin in $plugins; do
  pattern="(^|[^[:alnum:]_])$plugin([^[:alnum:]_]|$)"
  [ "$plugin" != original ] || pattern="[\"'\`/]$plugin[\"'\`.]"
  lines=$(of_the_harness | tr '\n' '\0' | xargs -0 grep -nIE -- "$pattern" || true)
  [ -z "$lines" ] || finding "want the id $plugin in plugins/, studies/ and their tests only, found:
$lines"
done

grep -q '^## Unreleased' CHANGELOG.md || finding 'CHANGELOG.md: want the heading "## Unreleased", found none'
grep -q 'Apache License' LICENSE || finding 'LICENSE: want the Apache License'

for file in $(files_of harness plugins studies tests .ci reseed 2>/dev/null | grep -E '[.](cpp|hpp|cmake|sh|py)$|CMakeLists[.]txt$|/reseed$'); do
  head -n 3 "$file" | grep -q 'SPDX-License-Identifier: Apache-2.0' || finding "$file: want the licence line at the top, found none"
done

[ "$found" = 0 ] && echo 'tree_test: nothing found'
