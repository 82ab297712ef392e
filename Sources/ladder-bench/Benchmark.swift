/// One figure: an operation, how large what it works on is, and what it costs.
struct Benchmark: Sendable {
  var name: String
  var size: Int
  /// Nanoseconds for one operation: the median of the batches.
  var ns: Double
  /// How far the middle half of the batches lies apart, as a share of the median.
  var spread: Double
  /// Heap allocations for one operation.
  var allocations: Double
  /// Instructions for one operation, on all threads; `nil` where there is no valgrind to count them.
  var instructions: Double?
}

/// Stops the program when an operation did not do what was measured.
func check(_ isRight: Bool, _ name: String) {
  precondition(isRight, "\(name) did not do its work")
}
