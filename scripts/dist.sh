#!/bin/sh
# dist.sh PACKAGES FOLDER: writes to FOLDER checksums and an archive of each program, for machines without dpkg. The
# programs are those of the Debian packages in the folder PACKAGES, byte for byte.
set -eu
cd "$(dirname "$0")/.."
packages=$1 folder=$2
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
mkdir -p "$folder"

for program in ladder ladder-server; do
  package=$(ls "$packages/${program}_"*.deb)
  version=$(dpkg-deb -f "$package" Version)
  architecture=$(dpkg-deb -f "$package" Architecture | sed 's/amd64/x86_64/; s/arm64/aarch64/')
  name=$program-$version-linux-$architecture
  dpkg-deb -x "$package" "$work/files"
  tree=$work/$name
  mkdir "$tree"
  mv "$work/files/usr/"* "$tree"
  [ ! -d "$work/files/lib" ] || cp -a "$work/files/lib" "$tree"
  mv "$tree/share/zsh/vendor-completions" "$tree/share/zsh/site-functions"
  rm -rf "$tree/share/lintian" "$tree/share/doc/$program/changelog.gz" "$work/files"
  cp packaging/install.sh "$tree"
  echo "$architecture" >"$tree/architecture"
  (cd "$tree" && find bin lib share -type f 2>/dev/null | LC_ALL=C sort | xargs sha256sum >SHA256SUMS)
  # The time of the package's commit.
  time=$(stat -c %Y "$tree/bin/$program")
  tar --sort=name --mtime="@$time" --owner=0 --group=0 --numeric-owner -C "$work" -c "$name" |
    xz -9 -T1 >"$folder/$name.tar.xz"
done
(cd "$folder" && sha256sum ./*.tar.xz | sed 's|\./||' >SHA256SUMS)
