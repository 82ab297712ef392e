/// A FIFO queue of jobs: a ring buffer that only allocates when it grows.
struct JobQueue {
  private var ring: [UnownedJob?] = Array(repeating: nil, count: 64)
  private var head = 0
  private var count = 0

  var isEmpty: Bool { count == 0 }

  /// Appends a job.
  ///
  /// - Complexity: O(1) amortized.
  mutating func append(_ job: UnownedJob) {
    if count == ring.count { grow() }
    ring[(head + count) & (ring.count - 1)] = job
    count += 1
  }

  /// Removes and returns the first job.
  ///
  /// - Complexity: O(1).
  mutating func popFirst() -> UnownedJob? {
    guard count > 0 else { return nil }
    let job = ring[head]
    ring[head] = nil
    head = (head + 1) & (ring.count - 1)
    count -= 1
    return job
  }

  private mutating func grow() {
    var larger: [UnownedJob?] = []
    larger.reserveCapacity(ring.count * 2)
    larger.append(contentsOf: ring[head...])
    larger.append(contentsOf: ring[..<head])
    larger.append(contentsOf: repeatElement(nil, count: ring.count))
    ring = larger
    head = 0
  }
}
