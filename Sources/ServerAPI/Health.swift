/// The state of a server: `GET /v1/health`.
public struct Health: Hashable, Sendable, Codable {
  /// `ok`; a server that cannot read its data responds with an ``APIError``.
  public var status: String

  public init(status: String) { self.status = status }
}
