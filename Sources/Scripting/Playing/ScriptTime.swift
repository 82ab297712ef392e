/// A source of time for playing a script: virtual time, or virtual time paced by a real clock.
@MainActor
public protocol ScriptTime: AnyObject {
  /// The elapsed time.
  var elapsed: Duration { get }

  /// Advances the time and lets the program do the work that becomes due.
  ///
  /// - Throws: `CancellationError` if the user has exited.
  func pass(_ duration: Duration) async throws

  /// Advances the time while the program is suspended.
  func passSuspended(_ duration: Duration) async throws

  /// Lets other work run, such as handling the user's keys, without advancing the script's time.
  ///
  /// - Throws: `CancellationError` if the user has exited.
  func yield() async throws

  /// Runs the jobs that are pending now.
  func settle()
}
