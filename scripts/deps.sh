#!/bin/sh
# Checks the build dependencies of Ladder and, on Debian, installs missing ones. "deps.sh app" and "deps.sh server" do
# that for one of the programs, and "deps.sh docs" for the site. "deps.sh tests" does the same for the programs that only
# tests use, if root runs it; otherwise their tests are skipped. "deps.sh packages" is for the programs that build and
# test packages.
#
# If nothing is missing, prints nothing and does not use the network.
set -eu

swift_needed=6.2

fail() {
  echo "$*" >&2
  exit 1
}

# Fails unless the Swift on the PATH is new enough for the package's manifest.
check_swift() {
  advice="Ladder needs Swift $swift_needed or newer (https://www.swift.org/install)"
  command -v swift >/dev/null || fail "$advice, and there is no swift on the PATH."
  version=$(swift --version 2>/dev/null | sed -n 's/.*Swift version \([0-9.]*\).*/\1/p')
  [ -n "$version" ] || fail "$advice, and 'swift --version' prints no version."
  older=$(printf '%s\n' "$version" "$swift_needed" | sort -V | head -n 1)
  [ "$older" = "$swift_needed" ] || fail "$advice; the one on the PATH is $version."
}

# Succeeds if a library's development files are installed, by Debian's package or otherwise.
is_installed() {
  package=$1 module=$2
  status=$(dpkg-query -W -f '${db:Status-Status}' "$package" 2>/dev/null) || status=
  [ "$status" = installed ] || pkg-config --exists "$module" 2>/dev/null
}

install_packages() {
  line="apt-get update && apt-get install -y $*"
  if [ "$(id -u)" = 0 ]; then
    sudo=
  else
    sudo=sudo
    line="sudo apt-get update && sudo apt-get install -y $*"
  fi
  command -v apt-get >/dev/null ||
    fail "Ladder needs more packages; Debian's names: $*"
  echo "$line"
  if [ -n "$sudo" ]; then
    [ -t 0 ] && command -v sudo >/dev/null ||
      fail "Run the command above to install the missing packages, then run make again."
  fi
  $sudo apt-get update && $sudo apt-get install -y "$@"
}

install_test_programs() {
  missing=
  command -v chromium >/dev/null || missing="$missing chromium"
  command -v strace >/dev/null || missing="$missing strace"
  is_installed postgresql postgresql || missing="$missing postgresql"
  python3 -c "import jsonschema" 2>/dev/null || missing="$missing python3-jsonschema"
  [ -n "$missing" ] || return 0
  # shellcheck disable=SC2086 # one word for each package
  if [ "$(id -u)" = 0 ] && command -v apt-get >/dev/null; then
    install_packages $missing && return
  fi
  echo "Tests that need$missing will be skipped."
}

install_package_tools() {
  missing=
  for tool in debhelper debootstrap lintian mmdebstrap piuparts systemd-container; do
    is_installed $tool $tool || missing="$missing $tool"
  done
  # shellcheck disable=SC2086 # one word for each package
  [ -z "$missing" ] || install_packages $missing
}

case ${1-} in
  tests) install_test_programs; exit ;;
  packages) install_package_tools; exit ;;
  docs)
    check_swift
    python3 -c "import ensurepip, venv" 2>/dev/null || install_packages python3-venv
    exit
    ;;
esac

check_swift
missing=
is_installed libsqlite3-dev sqlite3 || missing="$missing libsqlite3-dev"
is_installed libsodium-dev libsodium || missing="$missing libsodium-dev"
if [ "${1-app}" = app ]; then
  is_installed libncurses-dev ncursesw || missing="$missing libncurses-dev"
  is_installed libpcre2-dev libpcre2-8 || missing="$missing libpcre2-dev"
  is_installed libcurl4-openssl-dev libcurl || missing="$missing libcurl4-openssl-dev"
fi
if [ "${1-server}" = server ]; then
  is_installed libmicrohttpd-dev libmicrohttpd || missing="$missing libmicrohttpd-dev"
  is_installed libpq-dev libpq || missing="$missing libpq-dev"
  is_installed libqrencode-dev libqrencode || missing="$missing libqrencode-dev"
fi
# shellcheck disable=SC2086 # one word for each package
[ -z "$missing" ] || install_packages $missing
