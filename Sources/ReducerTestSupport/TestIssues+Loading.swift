#if canImport(Testing)

/// Installs the handler that makes issues fail tests. The dynamic linker calls this as it loads the test bundle, so the
/// handler is also there for tests that create no test store.
@section(".init_array")
@used
private let installTestIssues: @convention(c) () -> Void = { TestIssues.install() }

#endif
