/// What a program runs on, as a bug report needs it; nothing in it says who uses it.
public struct SystemInformation: Hashable, Sendable {
  /// One thing about it.
  public struct Item: Hashable, Sendable {
    public var name: String
    public var value: String

    public init(_ name: String, _ value: String) {
      self.name = name
      self.value = value
    }
  }

  /// In the order in which they are read.
  public var items: [Item]

  public init(_ items: [Item] = []) { self.items = items }

  /// A line each, to be pasted somewhere.
  public var report: String { items.map { "\($0.name): \($0.value)\n" }.joined() }
}
