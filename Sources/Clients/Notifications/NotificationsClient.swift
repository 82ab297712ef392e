import Models
import ReducerRuntime

/// Shows notes on the desktop, for somebody who has turned to another window.
///
/// ```swift
/// return .run { _ in await notifications.show(text: "The rest is over", form: .osc9) }
/// ```
@DependencyClient
public struct NotificationsClient: Sendable {
  /// Asks for a note of one line. Whether one is shown is not known; nothing happens with `.off`, or without a terminal.
  public var show: @Sendable (_ text: String, _ form: Settings.Notification) async -> Void
}

extension NotificationsClient {
  /// Shows nothing: a demonstration leaves the desktop alone.
  public static let demo = NotificationsClient(show: { _, _ in })
}

extension NotificationsClient: TestDependencyKey {
  public static let testValue = NotificationsClient()
}

extension DependencyValues {
  /// Shows notes on the desktop.
  public var notifications: NotificationsClient {
    get { self[NotificationsClient.self] }
    set { self[NotificationsClient.self] = newValue }
  }
}
