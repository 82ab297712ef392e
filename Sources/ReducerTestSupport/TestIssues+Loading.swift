#if canImport(Testing)

/// Has issues fail tests from the moment the test program is loaded: a test need make no test store for that.
@section(".init_array")
@used
private let installTestIssues: @convention(c) () -> Void = { TestIssues.install() }

#endif
