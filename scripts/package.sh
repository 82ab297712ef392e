#!/bin/sh
# package.sh FOLDER [COMMIT]: builds the Debian packages of a commit, by default HEAD, in a new folder.
#
# The same commit gives the same bytes: the sources come from git, times are those of the commit, and the compiler sees
# the sources in /usr/src, because their paths (`#filePath`) become part of the programs.
set -eu
cd "$(dirname "$0")/.."
folder=$1 commit=$(git rev-parse --verify "${2:-HEAD}^{commit}")

# Without a tag, a commit's version is older than the next release, and newer than the versions of earlier commits.
version=$(git show "$commit:Sources/CommandLineInterface/Build.swift" | sed -n 's/.*version: "\([0-9.]*\)".*/\1/p')
tag=$(git tag --points-at "$commit" --list "v$version")
[ -n "$tag" ] || version="$version~$(git rev-list --count "$commit").$(git rev-parse --short=12 "$commit")"

rm -rf "$folder"
mkdir -p "$folder"
folder=$(cd "$folder" && pwd)
source=ladder-$version
git archive --prefix="$source/" "$commit" | tar -x -C "$folder"
mv "$folder/$source/packaging/debian" "$folder/$source/debian"
cat >"$folder/$source/debian/changelog" <<END
ladder ($version) unstable; urgency=medium

  * CHANGELOG.md lists the changes for users.

 -- $(sed -n 's/^Maintainer: //p' "$folder/$source/debian/control")  $(git log -1 --format=%cD "$commit")
END

# shellcheck disable=SC2016 # expanded by the inner shell
unshare --map-root-user --mount sh -euc '
  mount --bind "$1" /usr/src
  cd "/usr/src/$2"
  dpkg-buildpackage --build=binary --no-sign
' sh "$folder" "$source"
rm -rf "${folder:?}/$source"
