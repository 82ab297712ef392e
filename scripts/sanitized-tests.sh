# Builds the tests for a sanitizer and defines `sanitized_tests`, which runs them. A step sets $sanitizer (its name) and
# $scratch (the build folder), and then sources this file.
#
# Sets $options, the options that all sanitizers share.
reports=$PWD/$scratch/reports
rm -rf "$reports"
mkdir -p "$reports"

export LADDER_TESTS=check
swift build --build-tests --sanitize="$sanitizer" --scratch-path "$scratch"

# The program handles the crashes that tests cause on purpose.
crashes=handle_segv=0:handle_sigbus=0:handle_sigfpe=0:handle_sigill=0:handle_sigtrap=0:handle_abort=0
options=log_path=$reports/report:$crashes

# Passes its arguments to `swift test`. Ends the step with the tests' status, or with status 1 and the sanitizer's
# reports if there are any.
sanitized_tests() {
  status=0
  swift test --skip-build --sanitize="$sanitizer" --scratch-path "$scratch" "$@" || status=$?
  if [ -n "$(ls "$reports")" ]; then
    cat "$reports"/*
    exit 1
  fi
  exit $status
}
