#if canImport(Testing)

/// Makes issues fail tests as soon as the test bundle is loaded, even in tests that create no test store.
@section(".init_array")
@used
private let installTestIssues: @convention(c) () -> Void = { TestIssues.install() }

#endif
