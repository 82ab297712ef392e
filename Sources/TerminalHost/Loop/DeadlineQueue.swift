/// A priority queue of deadlines: a binary heap with the earliest first, and equal ones in insertion order.
struct DeadlineQueue {
  enum Waiter {
    case continuation(UnsafeContinuation<Void, any Error>)
    case job(UnownedJob)
    case callback(@MainActor () -> Void)
    /// A repeating entry, which stays until it is removed.
    case ticker(Ticker)
  }

  struct Entry {
    var instant: LoopClock.Instant
    let id: UInt64
    let waiter: Waiter
  }

  private var heap: [Entry] = []
  private var lastID: UInt64 = 0

  var isEmpty: Bool { heap.isEmpty }
  /// The earliest deadline.
  var first: LoopClock.Instant? { heap.isEmpty ? nil : heap[0].instant }

  mutating func newID() -> UInt64 {
    lastID += 1
    return lastID
  }

  private static let year: Int64 = 31_536_000_000_000_000

  /// Returns the nanoseconds from now to the earliest deadline, or -1 if there is none.
  func delay() -> Int64 {
    guard let first else { return -1 }
    // A deadline centuries away is treated as one year.
    let (nanoseconds, didOverflow) = first.nanoseconds.subtractingReportingOverflow(
      LoopClock.Instant.now.nanoseconds)
    return didOverflow ? Self.year : min(max(0, nanoseconds), Self.year)
  }

  /// Inserts an entry.
  ///
  /// - Complexity: O(log n).
  mutating func insert(_ entry: Entry) {
    heap.append(entry)
    siftUp(from: heap.count - 1)
  }

  // Separate from `popFirst`, because for an optional entry Swift looks up the type's layout at each call.

  /// Returns whether the earliest deadline has passed.
  func isDue(at now: LoopClock.Instant) -> Bool { !heap.isEmpty && !(now < heap[0].instant) }

  /// Removes and returns the earliest entry, which must be due. A ticker stays, with its next deadline.
  ///
  /// - Complexity: O(log n).
  mutating func popFirst(at now: LoopClock.Instant) -> Entry {
    let entry = heap[0]
    if case .ticker(let ticker) = entry.waiter {
      heap[0].instant = ticker.next(after: entry.instant, now: now)
      siftDown(from: 0)
    } else {
      remove(at: 0)
    }
    return entry
  }

  /// Removes the entry with the identifier `id`.
  ///
  /// - Complexity: O(n); there are few entries.
  mutating func remove(id: UInt64) -> Entry? {
    guard let index = heap.firstIndex(where: { $0.id == id }) else { return nil }
    let entry = heap[index]
    remove(at: index)
    return entry
  }

  private mutating func remove(at index: Int) {
    heap.swapAt(index, heap.count - 1)
    heap.removeLast()
    guard index < heap.count else { return }
    siftUp(from: index)
    siftDown(from: index)
  }

  private mutating func siftUp(from start: Int) {
    var index = start
    while index > 0 {
      let parent = (index - 1) / 2
      guard isEntry(index, before: parent) else { return }
      heap.swapAt(index, parent)
      index = parent
    }
  }

  private mutating func siftDown(from start: Int) {
    var index = start
    while true {
      var earliest = index
      for child in (2 * index + 1)..<(2 * index + 3)
      where child < heap.count && isEntry(child, before: earliest) {
        earliest = child
      }
      guard earliest != index else { return }
      heap.swapAt(index, earliest)
      index = earliest
    }
  }

  // By index, because whole entries would be copied.
  private func isEntry(_ index: Int, before other: Int) -> Bool {
    let (instant, otherInstant) = (heap[index].instant, heap[other].instant)
    return instant < otherInstant
      || (!(otherInstant < instant) && heap[index].id < heap[other].id)
  }
}
