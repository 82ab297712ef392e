# For the steps that run tests under a sanitizer, and source this. $sanitizer says which, $scratch where: the tests are
# built there for it, and `sanitized_tests` runs them.
#
# $options are those that every sanitizer is to have.
reports=$PWD/$scratch/reports
rm -rf "$reports"
mkdir -p "$reports"

export LADDER_TESTS=check
swift build --build-tests --sanitize="$sanitizer" --scratch-path "$scratch"

# Crashes on purpose are the program's own to handle.
crashes=handle_segv=0:handle_sigbus=0:handle_sigfpe=0:handle_sigill=0:handle_sigtrap=0:handle_abort=0
options=log_path=$reports/report:$crashes

# Arguments are those of `swift test`. Ends the step: with the tests' status, or with 1 and what the sanitizer said.
sanitized_tests() {
  status=0
  swift test --skip-build --sanitize="$sanitizer" --scratch-path "$scratch" "$@" || status=$?
  if [ -n "$(ls "$reports")" ]; then
    cat "$reports"/*
    exit 1
  fi
  exit $status
}
