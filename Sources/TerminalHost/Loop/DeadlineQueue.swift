/// What waits for an instant: a binary heap, the earliest first, equals in the order they came.
struct DeadlineQueue {
  enum Waiter {
    case continuation(UnsafeContinuation<Void, any Error>)
    case job(UnownedJob)
    case callback(@MainActor () -> Void)
    /// Stays until it is removed.
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
  /// The earliest instant that is waited for.
  var first: LoopClock.Instant? { heap.isEmpty ? nil : heap[0].instant }

  mutating func newID() -> UInt64 {
    lastID += 1
    return lastID
  }

  private static let year: Int64 = 31_536_000_000_000_000

  /// Nanoseconds from now to the earliest instant, -1 when nothing waits.
  func delay() -> Int64 {
    guard let first else { return -1 }
    // A deadline centuries away is as good as a year.
    let (nanoseconds, isTooMuch) = first.nanoseconds.subtractingReportingOverflow(
      LoopClock.Instant.now.nanoseconds)
    return isTooMuch ? Self.year : min(max(0, nanoseconds), Self.year)
  }

  /// - Complexity: O(log n).
  mutating func insert(_ entry: Entry) {
    heap.append(entry)
    rise(from: heap.count - 1)
  }

  // Two questions, where one that may return nothing would do: for an entry that may be absent Swift looks up how it is
  // laid out, each time.

  /// Whether the earliest entry's instant has come.
  func isDue(at now: LoopClock.Instant) -> Bool { !heap.isEmpty && !(now < heap[0].instant) }

  /// Takes the earliest entry, which is due; a ticker stays, and waits for its next.
  ///
  /// - Complexity: O(log n).
  mutating func popFirst(at now: LoopClock.Instant) -> Entry {
    let entry = heap[0]
    if case .ticker(let ticker) = entry.waiter {
      heap[0].instant = ticker.next(after: entry.instant, now: now)
      sink(from: 0)
    } else {
      remove(at: 0)
    }
    return entry
  }

  /// - Complexity: O(n); few things wait at a time.
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
    rise(from: index)
    sink(from: index)
  }

  private mutating func rise(from start: Int) {
    var index = start
    while index > 0 {
      let parent = (index - 1) / 2
      guard isEntry(index, before: parent) else { return }
      heap.swapAt(index, parent)
      index = parent
    }
  }

  private mutating func sink(from start: Int) {
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

  // By index: whole entries would be copied.
  private func isEntry(_ index: Int, before other: Int) -> Bool {
    let (instant, otherInstant) = (heap[index].instant, heap[other].instant)
    return instant < otherInstant
      || (!(otherInstant < instant) && heap[index].id < heap[other].id)
  }
}
