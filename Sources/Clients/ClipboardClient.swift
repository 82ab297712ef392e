import ReducerRuntime

/// A client that sends text to the clipboard.
@DependencyClient
public struct ClipboardClient: Sendable {
  /// Sends `text` to the clipboard.
  ///
  /// A terminal does not report whether the text arrives, so a message must say "sent", not "copied".
  public var send: @Sendable (_ text: String) async -> Void
}

extension ClipboardClient: TestDependencyKey {
  public static let testValue = ClipboardClient()

  /// A client for demos, which does not change the clipboard.
  public static let demo = ClipboardClient(send: { _ in })
}

extension DependencyValues {
  /// The client that sends text to the clipboard.
  public var clipboard: ClipboardClient {
    get { self[ClipboardClient.self] }
    set { self[ClipboardClient.self] = newValue }
  }
}
