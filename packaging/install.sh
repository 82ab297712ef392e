#!/bin/sh
# Installs the program of this folder under /usr/local, or under the folder of --prefix. Changes nothing unless the
# machine has what the program needs. A version that was installed in the same way is replaced.
set -eu
cd "$(dirname "$0")"

fail() {
  echo "install.sh: $*; nothing is installed" >&2
  exit 1
}

prefix=/usr/local
case ${1-} in
  '') ;;
  --prefix) [ $# = 2 ] || fail 'use it as in ./install.sh --prefix ~/.local'; prefix=$2 ;;
  --prefix=*) prefix=${1#--prefix=} ;;
  *) fail "unknown argument \"$1\"; use it as in ./install.sh --prefix ~/.local" ;;
esac
case $prefix in
  /*) ;;
  *) fail "the prefix must begin with /, and \"$prefix\" does not" ;;
esac

program=$(cd bin && echo *)
architecture=$(cat architecture)
machine=$(uname -s -m)
[ "$machine" = "Linux $architecture" ] || fail "$program needs Linux on $architecture, and this is $machine"
glibc=$(getconf GNU_LIBC_VERSION 2>/dev/null) || glibc='another C library'
older=$(printf '%s\n' 'glibc 2.36' "$glibc" | sort -V | head -n 1)
[ "$older" = 'glibc 2.36' ] || fail "$program needs glibc 2.36 or later, and this machine has $glibc"
sha256sum --quiet --strict --check SHA256SUMS >&2 || fail 'files are damaged or missing; unpack the archive again'

# Lines "FILE PACKAGE": libraries that the program opens at run time.
case $program in
  ladder) optional='libcurl.so.4 libcurl4
libsodium.so.23 libsodium23' needed= ;;
  *) optional='libpq.so.5 libpq5
libqrencode.so.4 libqrencode4' needed='libmicrohttpd.so.12 libmicrohttpd12
libsodium.so.23 libsodium23' ;;
esac
known=$(PATH=$PATH:/sbin:/usr/sbin ldconfig -p)

# Prints the lines of libraries that are not installed.
missing() {
  echo "$1" | while read -r file package; do
    [ -z "$file" ] || echo "$known" | grep -qF "	$file " || echo "$file $package"
  done
}

linked=$(ldd "bin/$program" | sed -n 's/^[[:space:]]*\([^ ]*\) => not found$/\1/p')
lacking=$(echo $linked $(missing "$needed" | cut -d ' ' -f 1))
[ -z "$lacking" ] || fail "install these libraries first: $lacking (Debian: $(
  for file in $lacking; do
    case $file in
      libsqlite3.so.0) echo libsqlite3-0 ;;
      libpcre2-8.so.0) echo libpcre2-8-0 ;;
      libncursesw.so.6) echo libncursesw6 ;;
      libtinfo.so.6) echo libtinfo6 ;;
      libgcc_s.so.1) echo libgcc-s1 ;;
      libmicrohttpd.so.12) echo libmicrohttpd12 ;;
      libsodium.so.23) echo libsodium23 ;;
    esac
  done | paste -s -d ' '))"

mkdir -p "$prefix" 2>/dev/null && [ -w "$prefix" ] ||
  fail "you cannot write to $prefix; use sudo, or --prefix with a folder of yours"
uninstaller=$prefix/share/$program/uninstall.sh
[ ! -e "$uninstaller" ] || sh "$uninstaller" >/dev/null

files=$(cut -c 67- SHA256SUMS)
# The folders that do not exist yet, the deepest first.
folders=$({ echo "$files"; echo "share/$program/uninstall.sh"; } | while read -r file; do
  while [ "$file" != "${file%/*}" ]; do
    file=${file%/*}
    [ -d "$prefix/$file" ] || echo "$file"
  done
done | sort -r -u)
mkdir -p "$prefix/share/$program"
{
  cat <<END
#!/bin/sh
# Removes $program, which install.sh has installed here. Settings and workouts are kept.
cd "\$(dirname "\$0")/../.." || exit 1
END
  echo "$files" | sed "s/.*/rm -f '&'/"
  echo "rm -f share/$program/uninstall.sh"
  # Folders that contain other files stay.
  echo "$folders" | sed "s|.*|rmdir '&' 2>/dev/null|"
  echo "echo '$program is removed. Settings and workouts are kept.'"
} >"$uninstaller"
chmod 755 "$uninstaller"
echo "$files" | while read -r file; do
  mkdir -p "$prefix/${file%/*}"
  # The copy is renamed when it is complete, so that a running program keeps its file.
  cp -p "$file" "$prefix/$file.new"
  mv -f "$prefix/$file.new" "$prefix/$file"
done

echo "$program is installed: $prefix/bin/$program"
missing "$optional" | while read -r file package; do
  echo "Some of its features need $file (Debian: $package)."
done
case :$PATH: in
  *":$prefix/bin:"*) ;;
  *) echo "$prefix/bin is not in your PATH." ;;
esac
echo "To remove it: sh $uninstaller"
