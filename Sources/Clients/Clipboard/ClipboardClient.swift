import ReducerRuntime

/// Puts text where the person can paste it from.
@DependencyClient
public struct ClipboardClient: Sendable {
  /// Hands `text` to whatever keeps the clipboard.
  ///
  /// Whether it arrives there cannot be known: say "sent", never "copied".
  public var send: @Sendable (_ text: String) async -> Void
}

extension ClipboardClient: TestDependencyKey {
  public static let testValue = ClipboardClient()

  /// Leaves the person's clipboard alone.
  public static let demo = ClipboardClient(send: { _ in })
}

extension DependencyValues {
  /// Puts text where the person can paste it from.
  public var clipboard: ClipboardClient {
    get { self[ClipboardClient.self] }
    set { self[ClipboardClient.self] = newValue }
  }
}
