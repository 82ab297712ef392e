extension Task where Success == Never, Failure == Never {
  /// Lets other tasks run first, several times.
  ///
  /// The number of turns that other tasks need can only be guessed. A test store and a ``TestClock`` need no guess for
  /// effects: they wait until the effects have run.
  ///
  /// - Parameter count: The number of turns.
  public static func megaYield(count: Int = 20) async {
    for _ in 0..<count {
      await Task<Void, Never>.detached(priority: .background) { await Task.yield() }.value
    }
  }
}
