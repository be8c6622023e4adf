# SPDX-License-Identifier: Apache-2.0
# Debian packages that the build needs. Part of ./reseed.

missing_packages() {
  command -v dpkg-query >/dev/null ||
    stop 2 'setup: want Debian 12 or a relative of it, found no dpkg-query; README.md tells how to build by hand'
  # shellcheck disable=SC2046  # one word per package
  dpkg-query -W -f='${Package} ${db:Status-Status}\n' $(cat "$setup/debian-packages.txt") 2>/dev/null |
    sed -n 's/ installed$//p' | sort -u >"$work/installed"
  sort -u "$setup/debian-packages.txt" | comm -23 - "$work/installed" | tr '\n' ' ' | sed 's/ $//'
}

# apt WORDS...: apt-get as root, quietly; its output goes to a log.
apt() {
  $as_root env DEBIAN_FRONTEND=noninteractive apt-get -qq -y -o DPkg::Lock::Timeout=900 "$@" </dev/null >>"$work/apt.log" 2>&1
}

# With a terminal sudo may ask for the password.
may_be_root() {
  command -v sudo >/dev/null || return 1
  sudo -n true 2>/dev/null || { [ -t 0 ] && sudo -v; }
}

install_packages() {
  missing=$(missing_packages)
  [ -n "$missing" ] || return 0
  by_hand="apt-get update && apt-get install -y --no-install-recommends $missing"
  as_root=
  if [ "$(id -u)" -ne 0 ]; then
    as_root=sudo
    may_be_root || stop 2 "setup: want Debian packages that are missing, found no right to install them; run as root: $by_hand"
  fi
  say "setup: installing Debian packages (about 1 to 5 minutes): $missing"
  : >"$work/apt.log"
  ticking 30 echo 'setup: still installing Debian packages'
  # shellcheck disable=SC2086  # one word per package
  if apt update && apt install --no-install-recommends $missing; then
    tick_ends
  else
    tick_ends
    stop 3 "setup: apt-get could not install the packages: $(last_error "$work/apt.log"); the log is $work/apt.log; call again, or run as root: $by_hand"
  fi
}
