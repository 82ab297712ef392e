#!/bin/sh
# Tests deps.sh with a PATH of fake programs: Swift, Debian's tools and id.
set -eu

deps=$(dirname "$0")/deps.sh
bin=$(mktemp -d)
trap 'rm -rf "$bin"' EXIT

# fake NAME BODY: creates a program with that name and body on the PATH.
fake() {
  printf '#!/bin/sh\n%s\n' "$2" >"$bin/$1"
  chmod +x "$bin/$1"
}

# A machine without missing dependencies, used by root.
complete_machine() {
  rm -f "$bin"/*
  for tool in sh sed sort head; do ln -s "$(command -v $tool)" "$bin/$tool"; done
  fake swift 'echo "Swift version 6.3.1 (swift-6.3.1-RELEASE)"'
  fake dpkg-query 'echo installed'
  fake pkg-config 'exit 1'
  fake id 'echo 0'
  fake python3 'exit 0'
  fake strace 'exit 0'
  fake apt-get 'echo "ran apt-get $*"'
}

# expect NAME STATUS OUTPUT: checks the output and the exit status of deps.sh.
expect() {
  status=0
  output=$(PATH=$bin "$deps" ${argument-} 2>&1 </dev/null) || status=$?
  [ "$status" = "$2" ] && [ "$output" = "$3" ] && return
  printf 'test-deps: %s\nexpected (%s): %s\nactual (%s): %s\n' "$1" "$2" "$3" "$status" "$output"
  exit 1
}

advice='Ladder needs Swift 6.2 or newer (https://www.swift.org/install)'

complete_machine
expect 'nothing is missing' 0 ''

complete_machine
rm "$bin/swift"
expect 'no Swift' 1 "$advice, and there is no swift on the PATH."

complete_machine
fake swift 'echo "Swift version 5.10.1 (swift-5.10.1-RELEASE)"'
expect 'an old Swift' 1 "$advice; the one on the PATH is 5.10.1."

complete_machine
fake swift 'echo "Swift version 6.10 (swift-6.10-RELEASE)"'
expect 'a version with two digits' 0 ''

complete_machine
fake swift 'exit 1'
expect 'a broken Swift' 1 "$advice, and 'swift --version' prints no version."

complete_machine
fake dpkg-query 'case "$*" in *ncurses* | *pcre2* | *microhttpd* | *sodium* | *curl* | *libpq* | *qrencode*) echo installed ;; *) exit 1 ;; esac'
expect 'one library, as root' 0 "apt-get update && apt-get install -y libsqlite3-dev
ran apt-get update
ran apt-get install -y libsqlite3-dev"

complete_machine
fake dpkg-query 'echo config-files'
fake id 'echo 1000'
fake sudo 'echo "ran sudo"'
expect 'all libraries, a user without a terminal' 1 \
  "sudo apt-get update && sudo apt-get install -y libsqlite3-dev libsodium-dev libncurses-dev libpcre2-dev libcurl4-openssl-dev libmicrohttpd-dev libpq-dev libqrencode-dev
Run the command above to install the missing packages, then run make again."

complete_machine
rm "$bin/dpkg-query"
fake pkg-config 'exit 0'
expect 'libraries from elsewhere' 0 ''

complete_machine
rm "$bin/dpkg-query" "$bin/apt-get"
expect 'no Debian' 1 \
  "Ladder needs more packages; Debian's names: libsqlite3-dev libsodium-dev libncurses-dev libpcre2-dev libcurl4-openssl-dev libmicrohttpd-dev libpq-dev libqrencode-dev"

for program in app server; do
  argument=$program
  complete_machine
  fake dpkg-query 'exit 1'
  case $program in
    app) packages='libsqlite3-dev libsodium-dev libncurses-dev libpcre2-dev libcurl4-openssl-dev' ;;
    server) packages='libsqlite3-dev libsodium-dev libmicrohttpd-dev libpq-dev libqrencode-dev' ;;
  esac
  expect "only the libraries of one program ($program)" 0 "apt-get update && apt-get install -y $packages
ran apt-get update
ran apt-get install -y $packages"
done

argument=tests

complete_machine
fake chromium 'exit 0'
expect 'tests, and nothing is missing' 0 ''

complete_machine
fake chromium 'exit 0'
rm "$bin/strace"
expect 'tests without a tracer, as root' 0 'apt-get update && apt-get install -y strace
ran apt-get update
ran apt-get install -y strace'

complete_machine
expect 'tests without a browser, as root' 0 'apt-get update && apt-get install -y chromium
ran apt-get update
ran apt-get install -y chromium'

complete_machine
fake id 'echo 1000'
expect 'tests without a browser, as another user' 0 'Tests that need chromium will be skipped.'

complete_machine
fake apt-get 'exit 1'
expect 'tests without a browser or a network' 0 'apt-get update && apt-get install -y chromium
Tests that need chromium will be skipped.'

complete_machine
fake chromium 'exit 0'
fake python3 'exit 1'
expect 'tests without a validator of JSON, as root' 0 'apt-get update && apt-get install -y python3-jsonschema
ran apt-get update
ran apt-get install -y python3-jsonschema'

complete_machine
fake chromium 'exit 0'
fake dpkg-query 'case "$*" in *" postgresql") exit 1 ;; *) echo installed ;; esac'
expect 'tests without a database server, as root' 0 'apt-get update && apt-get install -y postgresql
ran apt-get update
ran apt-get install -y postgresql'

argument=packages

complete_machine
expect 'packages, and nothing is missing' 0 ''

complete_machine
fake dpkg-query 'case "$*" in *" lintian") exit 1 ;; *) echo installed ;; esac'
expect 'packages without a tool, as root' 0 'apt-get update && apt-get install -y lintian
ran apt-get update
ran apt-get install -y lintian'
