/// What waits for an instant: a binary heap, the earliest first, equals in the order they came.
struct DeadlineQueue {
  enum Waiter {
    case continuation(UnsafeContinuation<Void, any Error>)
    case job(UnownedJob)
    case callback(@MainActor () -> Void)
  }

  struct Entry {
    let instant: ContinuousClock.Instant
    let id: UInt64
    let waiter: Waiter

    func precedes(_ other: Entry) -> Bool {
      (instant, id) < (other.instant, other.id)
    }
  }

  private var heap: [Entry] = []
  private var lastID: UInt64 = 0

  var isEmpty: Bool { heap.isEmpty }

  mutating func newID() -> UInt64 {
    lastID += 1
    return lastID
  }

  /// Nanoseconds from now to the earliest instant, -1 when nothing waits.
  func delay() -> Int64 {
    guard let first = heap.first else { return -1 }
    let (seconds, attoseconds) = ContinuousClock.now.duration(to: first.instant).components
    guard seconds >= 0, attoseconds >= 0 else { return 0 }
    // A deadline centuries away is as good as a year.
    let nanoseconds = min(seconds, 31_536_000) * 1_000_000_000 + attoseconds / 1_000_000_000
    // Rounded up: waking a moment early would only mean to wait again.
    return nanoseconds + 1
  }

  /// - Complexity: O(log n).
  mutating func insert(_ entry: Entry) {
    heap.append(entry)
    rise(from: heap.count - 1)
  }

  /// Takes the earliest entry if its instant has come.
  ///
  /// - Complexity: O(log n).
  mutating func pop(at now: ContinuousClock.Instant) -> Entry? {
    guard let first = heap.first, first.instant <= now else { return nil }
    remove(at: 0)
    return first
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
      guard heap[index].precedes(heap[parent]) else { return }
      heap.swapAt(index, parent)
      index = parent
    }
  }

  private mutating func sink(from start: Int) {
    var index = start
    while true {
      var earliest = index
      for child in (2 * index + 1)..<(2 * index + 3)
      where child < heap.count && heap[child].precedes(heap[earliest]) {
        earliest = child
      }
      guard earliest != index else { return }
      heap.swapAt(index, earliest)
      index = earliest
    }
  }
}
