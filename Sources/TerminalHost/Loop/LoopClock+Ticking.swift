import ReducerRuntime

extension LoopClock: TickingClock {
  /// Ticks in the loop itself: for each tick it calls `body` and nothing else, and allocates nothing.
  @MainActor
  public func callBack(
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
        loop.park(.ticker(ticker), until: loop.now.advanced(by: interval), id: id)
        // Cancelled before there was anything to cancel.
        if Task.isCancelled { loop.cancelSleep(id) }
      }
    } onCancel: {
      loop.cancelSleep(id)
    }
  }
}
