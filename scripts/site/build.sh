#!/bin/sh
# Builds the site from the documents and the runtime's public symbols: .build/site/html. A broken link is an error.
set -eu
cd "$(dirname "$0")/../.."

site=.build/site
[ -x "$site/venv/bin/sphinx-build" ] || python3 -m venv "$site/venv"
"$site/venv/bin/pip" install --quiet --disable-pip-version-check -r scripts/site/requirements.txt

swift build --target ReducerRuntime --quiet
modules=$(swift build --show-bin-path)/Modules
swift symbolgraph-extract -module-name ReducerRuntime -I "$modules" -target "$(uname -m)-unknown-linux-gnu" \
  -minimum-access-level public -skip-synthesized-members -output-dir "$site"

# The documents and the files that they link to. The start page is the README.
rm -rf "$site/source" "$site/html"
mkdir -p "$site/source"
cp README.md "$site/source/index.md"
cp -r --parents CHANGELOG.md CONTRIBUTING.md Examples/*.md Examples/Sources Examples/Tests Examples/pictures \
  Resources/catalogue.txt Resources/muscles.txt Resources/variations.txt Sources/Server/Storage Tests/SeedTests docs packaging "$site/source"
python3 scripts/site/symbols.py "$site/ReducerRuntime.symbols.json" "$site/source/reference"

"$site/venv/bin/sphinx-build" -q -W --keep-going -c scripts/site \
  -D include_patterns=index.md,CHANGELOG.md,CONTRIBUTING.md,Examples/README.md,Examples/CONTROLS.md,Tests/SeedTests/README.md,docs/*.md,reference/*.md \
  -d "$site/doctrees" "$site/source" "$site/html"
echo "$site/html/index.html"
