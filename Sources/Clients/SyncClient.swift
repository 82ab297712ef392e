import ReducerRuntime

/// A client that keeps the person's machines and groups up to date in the background.
public struct SyncClient: Sendable {
  /// Synchronizes now, after each ``request``, and every few minutes, until the task is cancelled. Returns immediately
  /// if the person has not joined a server.
  ///
  /// It never fails: changes that cannot be sent are kept and sent later.
  ///
  /// - Parameter changed: Called after changes of another machine have been received.
  public var keepSyncing: @Sendable (_ changed: @escaping @Sendable () async -> Void) async -> Void

  /// Asks ``keepSyncing`` to synchronize soon, because something was saved.
  public var request: @Sendable () -> Void

  public init(
    keepSyncing: @escaping @Sendable (@escaping @Sendable () async -> Void) async -> Void,
    request: @escaping @Sendable () -> Void
  ) {
    self.keepSyncing = keepSyncing
    self.request = request
  }
}

extension SyncClient {
  /// The client of a machine that has not joined a server.
  public static let notJoined = SyncClient(keepSyncing: { _ in }, request: {})
}

extension SyncClient: TestDependencyKey {
  public static let testValue = notJoined
}

extension DependencyValues {
  /// The client that keeps the person's machines and groups up to date.
  public var sync: SyncClient {
    get { self[SyncClient.self] }
    set { self[SyncClient.self] = newValue }
  }
}
