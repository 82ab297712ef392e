extension Task where Success == Never, Failure == Never {
  /// Lets other tasks run first, several times.
  ///
  /// A guess: it does not know whether they are done. The steps of a test store and of a ``TestClock`` know for effects.
  ///
  /// - Parameter count: The number of turns.
  public static func megaYield(count: Int = 20) async {
    for _ in 0..<count {
      await Task<Void, Never>.detached(priority: .background) { await Task.yield() }.value
    }
  }
}
