#!/bin/sh
# Builds the site and checks it in Chromium (scripts/site/check.py). The pictures are in .build/torture/site.
set -eu
cd "$(dirname "$0")/../.."
command -v chromium >/dev/null || { echo "chromium is missing"; exit 77; }

scripts/site/build.sh
venv=.build/site/venv
"$venv/bin/pip" install --quiet --disable-pip-version-check -r scripts/site/check-requirements.txt
mkdir -p .build/torture/site
"$venv/bin/python" scripts/site/check.py .build/site/html .build/torture/site
