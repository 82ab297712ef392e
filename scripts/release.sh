#!/bin/sh
# release.sh VERSION: prepares a release in .build/release-VERSION, from a copy of the repository. The original
# repository changes only when a person runs the last two lines that this script prints.
#
# LADDER_CHECKS=no leaves out the checks, to try the rest.
set -eu
cd "$(dirname "$0")/.."
version=${1-}

fail() {
  echo "release: $*" >&2
  exit 1
}

echo "$version" | grep -qxE '[0-9]+\.[0-9]+\.[0-9]+' || fail "usage: make release VERSION=1.0.0"
[ -z "$(git status --porcelain)" ] || fail "there are changes that are not committed"
last=$(git describe --tags --abbrev=0 --match 'v*' 2>/dev/null | cut -c 2-) || last=
newest=$(printf '%s\n' "$last" "$version" | sort -V | tail -n 1)
[ "$version" = "$newest" ] && [ "$version" != "$last" ] || fail "$version is not newer than $last"

folder=$PWD/.build/release-$version
rm -rf "$folder"
mkdir -p "$folder"
git clone --quiet . "$folder/source"
cd "$folder/source"
git config user.name "$(git -C ../../.. config user.name)"
git config user.email "$(git -C ../../.. config user.email)"

echo "== Changelog and tag"
# The notes are the section of the changelog that has no version yet.
awk '/^## / { inside = $2 == "[Unreleased]"; next } inside' CHANGELOG.md | sed '1{/^$/d}' >"$folder/NOTES.md"
[ -s "$folder/NOTES.md" ] || fail "the section Unreleased of CHANGELOG.md is empty"
sed -i "s/^## \[Unreleased\]/&\n\n## [$version] - $(date -u +%Y-%m-%d)/" CHANGELOG.md
sed -i "s/\(version: \"\)[0-9.]*\"/\1$version\"/" Sources/CommandLineInterface/Build.swift
# Later versions must read the files that this version writes.
rm -rf "Tests/Compatibility/$version"
LADDER_RELEASE=$version scripts/test.sh test --filter CompatibilityTests
git add Tests/Compatibility
git commit --quiet --all --message "Release $version"
git tag --annotate "v$version" --message "Ladder $version"

if [ "${LADDER_CHECKS-}" != no ]; then
  echo "== Checks"
  .ci/run
fi
echo "== Packages"
scripts/torture/packages.sh
mv .build/packages/new/*.deb .build/packages/dist/*.tar.xz "$folder"
git archive --prefix="ladder-$version/" "v$version" | xz -9 -T1 >"$folder/ladder-$version-source.tar.xz"
cd "$folder"
sha256sum ./*.deb ./*.tar.xz | sed 's|\./||' >SHA256SUMS
rm -rf source/.build
ls -l "$folder"
cat <<END

Run these lines, push, and publish the files of $folder with NOTES.md:
  git pull --ff-only "$folder/source" HEAD
  git fetch "$folder/source" tag v$version
END
