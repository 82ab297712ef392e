/// Information about the system for a bug report, without personal data.
public struct SystemInformation: Hashable, Sendable {
  /// A name and a value.
  public struct Item: Hashable, Sendable {
    public var name: String
    public var value: String

    public init(_ name: String, _ value: String) {
      self.name = name
      self.value = value
    }
  }

  /// The items in the order of the report.
  public var items: [Item]

  public init(_ items: [Item] = []) { self.items = items }

  /// The report, with a line for each item.
  public var report: String { items.map { "\($0.name): \($0.value)\n" }.joined() }
}
