extension EventLoop {
  /// The current instant: the turn's while the loop handles one, the clock's on other threads and between turns.
  var now: LoopClock.Instant {
    isOnLoopThread ? turnInstant ?? .now : .now
  }

  /// Registers a waiter; on the loop's thread only. Create the identifier with `deadlines.newID()`.
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
    while deadlines.isDue(at: now) {
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
