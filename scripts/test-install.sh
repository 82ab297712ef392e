#!/bin/sh
# Tests packaging/install.sh with a small program and a PATH of fake system tools.
set -eu

install=$(cd "$(dirname "$0")/.." && pwd)/packaging/install.sh
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# An unpacked archive, on a machine that has everything.
complete_machine() {
  rm -rf "${work:?}"/*
  mkdir -p "$work/archive/bin" "$work/archive/share/man/man1" "$work/bin" "$work/prefix/share/man"
  (
    cd "$work/archive"
    cp "$install" .
    echo x86_64 >architecture
    echo program >bin/ladder
    echo page >share/man/man1/ladder.1.gz
    sha256sum bin/ladder share/man/man1/ladder.1.gz >SHA256SUMS
  )
  fake uname 'echo Linux x86_64'
  fake getconf 'echo glibc 2.41'
  fake ldd 'echo "	libc.so.6 => /lib/libc.so.6"'
  fake ldconfig 'printf "\tlibcurl.so.4 (libc6)\n\tlibsodium.so.23 (libc6)\n"'
}

fake() {
  printf '#!/bin/sh\n%s\n' "$2" >"$work/bin/$1"
  chmod +x "$work/bin/$1"
}

# expect NAME STATUS OUTPUT FILES: installs, and checks the output, the exit status and the files of the prefix.
expect() {
  status=0
  output=$(PATH=$work/bin:$PATH "$work/archive/install.sh" --prefix "$work/prefix" 2>&1) || status=$?
  output=$(echo "$output" | sed "s|$work/||g")
  compare "$1" "$2 $3" "$status $output"
  compare "$1: files" "$4" "$(files)"
}

compare() {
  [ "$2" = "$3" ] && return
  printf 'test-install: %s\nexpected:\n%s\nactual:\n%s\n' "$1" "$2" "$3"
  exit 1
}

files() { (cd "$work/prefix" && find . -mindepth 1 | LC_ALL=C sort | paste -s -d ' '); }

before='./share ./share/man'
after='./bin ./bin/ladder ./share ./share/ladder ./share/ladder/uninstall.sh ./share/man ./share/man/man1 ./share/man/man1/ladder.1.gz'
success='ladder is installed: prefix/bin/ladder
prefix/bin is not in your PATH.
To remove it: sh prefix/share/ladder/uninstall.sh'

complete_machine
expect 'everything is there' 0 "$success" "$after"
expect 'the same version again' 0 "$success" "$after"
rm "$work/archive/share/man/man1/ladder.1.gz"
(cd "$work/archive" && sha256sum bin/ladder >SHA256SUMS)
expect 'a version with fewer files' 0 "$success" \
  './bin ./bin/ladder ./share ./share/ladder ./share/ladder/uninstall.sh ./share/man'
echo mine >"$work/prefix/bin/other"
sh "$work/prefix/share/ladder/uninstall.sh" >/dev/null
compare 'the uninstaller keeps files of others' "./bin ./bin/other $before" "$(files)"

complete_machine
fake ldconfig 'true'
expect 'libraries of some features are missing' 0 "ladder is installed: prefix/bin/ladder
Some of its features need libcurl.so.4 (Debian: libcurl4).
Some of its features need libsodium.so.23 (Debian: libsodium23).
prefix/bin is not in your PATH.
To remove it: sh prefix/share/ladder/uninstall.sh" "$after"

complete_machine
fake ldd 'printf "\tlibsqlite3.so.0 => not found\n\tlibpcre2-8.so.0 => not found\n"'
expect 'linked libraries are missing' 1 \
  'install.sh: install these libraries first: libsqlite3.so.0 libpcre2-8.so.0 (Debian: libsqlite3-0 libpcre2-8-0); nothing is installed' \
  "$before"

complete_machine
fake getconf 'echo glibc 2.31'
expect 'an old C library' 1 \
  'install.sh: ladder needs glibc 2.36 or later, and this machine has glibc 2.31; nothing is installed' "$before"

complete_machine
fake getconf 'exit 1'
expect 'another C library' 1 \
  'install.sh: ladder needs glibc 2.36 or later, and this machine has another C library; nothing is installed' "$before"

complete_machine
fake uname 'echo Linux aarch64'
expect 'another processor' 1 \
  'install.sh: ladder needs Linux on x86_64, and this is Linux aarch64; nothing is installed' "$before"

complete_machine
echo damage >>"$work/archive/bin/ladder"
expect 'a damaged file' 1 "bin/ladder: FAILED
sha256sum: WARNING: 1 computed checksum did NOT match
install.sh: files are damaged or missing; unpack the archive again; nothing is installed" "$before"
