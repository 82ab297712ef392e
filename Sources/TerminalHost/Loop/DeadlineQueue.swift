/// A priority queue of deadlines. Equal deadlines fire in insertion order.
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

  /// The entries in order, the earliest last. There are few, so an array costs no more than a heap.
  private var entries: [Entry] = []
  private var lastID: UInt64 = 0

  var isEmpty: Bool { entries.isEmpty }
  /// The earliest deadline.
  var first: LoopClock.Instant? { isEmpty ? nil : entries[entries.count - 1].instant }

  mutating func newID() -> UInt64 {
    lastID += 1
    return lastID
  }

  private static let year: Int64 = 31_536_000_000_000_000

  /// Returns the nanoseconds from now to the earliest deadline, or -1 if there is none.
  func delay() -> Int64 {
    guard let first else { return -1 }
    // A deadline that is centuries away is treated as if it were a year away.
    let (nanoseconds, didOverflow) = first.nanoseconds.subtractingReportingOverflow(
      LoopClock.Instant.now.nanoseconds)
    return didOverflow ? Self.year : min(max(0, nanoseconds), Self.year)
  }

  /// Inserts an entry.
  ///
  /// - Complexity: O(n) in the earlier entries.
  mutating func insert(_ entry: Entry) {
    var index = entries.count
    while index > 0, isEntry(at: index - 1, before: entry.instant, entry.id) { index -= 1 }
    entries.insert(entry, at: index)
  }

  // Takes an index instead of an entry, because getting an entry would copy it.
  private func isEntry(at index: Int, before instant: LoopClock.Instant, _ id: UInt64) -> Bool {
    let other = entries[index].instant
    return other < instant || (!(instant < other) && entries[index].id < id)
  }

  // This is separate from `popFirst`, because for an optional entry Swift looks up the type's layout at each call.

  /// Returns whether the earliest deadline has passed and was inserted before the ID `limit` was created.
  func isDue(at now: LoopClock.Instant, before limit: UInt64 = .max) -> Bool {
    !isEmpty && !(now < entries[entries.count - 1].instant)
      && entries[entries.count - 1].id < limit
  }

  /// Removes and returns the earliest entry, which must be due. A ticker stays, with its next deadline.
  ///
  /// - Complexity: O(1); same as ``insert(_:)`` for a ticker.
  mutating func popFirst(at now: LoopClock.Instant) -> Entry {
    let entry = entries.removeLast()
    if case .ticker(let ticker) = entry.waiter {
      var next = entry
      next.instant = ticker.next(after: entry.instant, now: now)
      insert(next)
    }
    return entry
  }

  /// Removes the entry with the identifier `id`.
  ///
  /// - Complexity: O(n).
  mutating func remove(id: UInt64) -> Entry? {
    entries.firstIndex { $0.id == id }.map { entries.remove(at: $0) }
  }
}

// MARK: - The loop's deadlines

extension EventLoop {
  /// The current instant: that of the turn while the loop handles one, otherwise that of the clock.
  var now: LoopClock.Instant {
    isOnLoopThread ? turnInstant ?? .now : .now
  }

  /// Registers a waiter, on the loop's thread only. Create the identifier with `deadlines.newID()`.
  func register(
    _ waiter: DeadlineQueue.Waiter, until instant: LoopClock.Instant, id: UInt64
  ) {
    assert(isOnLoopThread || !isInstalled)
    deadlines.insert(.init(instant: instant, id: id, waiter: waiter))
  }

  /// Enqueues a job from any thread, to run at `instant`.
  func enqueue(_ job: UnownedJob, at instant: LoopClock.Instant) {
    if isOnLoopThread {
      register(.job(job), until: instant, id: deadlines.newID())
    } else {
      submit { $0.scheduledJobs.append((job, instant)) }
    }
  }

  /// Calls `action` on the main actor at `instant`.
  @MainActor
  func schedule(
    at instant: LoopClock.Instant, _ action: @escaping @MainActor () -> Void
  ) -> UInt64 {
    let id = deadlines.newID()
    register(.callback(action), until: instant, id: id)
    return id
  }

  @MainActor
  func unschedule(_ id: UInt64) { _ = deadlines.remove(id: id) }

  /// Cancels a sleep, from any thread. Does nothing if it has ended.
  func cancelSleep(_ id: UInt64) {
    if isOnLoopThread { cancelDeadline(id) } else { submit { $0.cancelled.append(id) } }
  }

  func cancelDeadline(_ id: UInt64) {
    guard let entry = deadlines.remove(id: id) else { return }
    switch entry.waiter {
    case .continuation(let continuation): continuation.resume(throwing: CancellationError())
    case .ticker(let ticker): ticker.end()
    case .job, .callback: break
    }
  }

  @MainActor
  func fireDeadlines(_ now: LoopClock.Instant) {
    // Deadlines that are set meanwhile fire in the next turn. libcurl requests timers without a delay; a socket that
    // always has more to read would otherwise block keys and ticks forever.
    let limit = deadlines.newID()
    while deadlines.isDue(at: now, before: limit) {
      switch deadlines.popFirst(at: now).waiter {
      case .continuation(let continuation): continuation.resume()
      case .job(let job): queue.append(job)
      case .callback(let action): action()
      case .ticker(let ticker):
        ticker.body()
        isTickOnly = true
      }
    }
  }
}
