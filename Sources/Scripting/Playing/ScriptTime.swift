/// The time that a script's steps take.
@MainActor
public protocol ScriptTime: AnyObject {
  /// How much of it has passed.
  var elapsed: Duration { get }

  /// Lets time pass, and whatever the program has waiting happen.
  ///
  /// - Throws: `CancellationError` once the watcher has left.
  func pass(_ duration: Duration) async throws

  /// Lets time pass for everybody but the program, which is stopped.
  func passSuspended(_ duration: Duration) async throws

  /// Lets other work run, such as what a watcher's keys ask for, without any of the script's time.
  ///
  /// - Throws: `CancellationError` once the watcher has left.
  func yield() async throws

  /// Lets what was set going at this moment come to rest, as far as that can be known.
  func settle()
}
