import Models
import ReducerRuntime

/// A client that shows desktop notifications, for a person who has switched to another window.
///
/// ```swift
/// return .run { _ in await notifications.show(text: "Rest is over", form: .osc9) }
/// ```
@DependencyClient
public struct NotificationsClient: Sendable {
  /// Requests a notification of one line. Whether it is shown is unknown. Nothing happens with `.off` or without a
  /// terminal.
  public var show: @Sendable (_ text: String, _ form: Settings.Notification) async -> Void
}

extension NotificationsClient {
  /// A client for demos, which shows nothing.
  public static let demo = NotificationsClient(show: { _, _ in })
}

extension NotificationsClient: TestDependencyKey {
  public static let testValue = NotificationsClient()
}

extension DependencyValues {
  /// The client that shows desktop notifications.
  public var notifications: NotificationsClient {
    get { self[NotificationsClient.self] }
    set { self[NotificationsClient.self] = newValue }
  }
}
