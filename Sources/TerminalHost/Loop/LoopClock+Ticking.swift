import ReducerRuntime

extension LoopClock: TickingClock {
  /// Calls `body` directly from the loop at each tick, without allocations.
  @MainActor
  public func runTimer(
    every interval: Duration, _ body: @escaping @MainActor () -> Void
  ) async {
    let loop = EventLoop.shared
    guard loop.isInstalled else {
      for await _ in timer(interval: interval) { body() }
      return
    }
    let id = loop.deadlines.newID()
    await withTaskCancellationHandler {
      await withUnsafeContinuation { ended in
        let ticker = Ticker(every: interval, body) { ended.resume() }
        loop.register(.ticker(ticker), until: loop.now.advanced(by: interval), id: id)
        // If the task was cancelled before the ticker was registered, `onCancel` had nothing to cancel.
        if Task.isCancelled { loop.cancelSleep(id) }
      }
    } onCancel: {
      loop.cancelSleep(id)
    }
  }
}
