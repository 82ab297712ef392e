#!/bin/sh
# Prints the commit of the sources: 12 digits, and "-dirty" if files have changed since; "unknown" outside of a repository.
set -eu
cd "$(dirname "$0")/.."

# `git archive` writes the commit into this file.
archived=$(cut -c 1-12 packaging/commit)
case $archived in
  *Format*) git describe --always --dirty --abbrev=12 --exclude='*' 2>/dev/null || echo unknown ;;
  *) echo "$archived" ;;
esac
