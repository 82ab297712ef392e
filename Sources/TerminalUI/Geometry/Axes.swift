/// A set of the two axes.
public struct Axes: OptionSet, Hashable, Sendable {
  public let rawValue: UInt8

  public init(rawValue: UInt8) { self.rawValue = rawValue }

  public static let horizontal = Axes(rawValue: 1)
  public static let vertical = Axes(rawValue: 2)
  /// The axis of the enclosing stack, along which a ``Spacer`` grows.
  static let stacked = Axes(rawValue: 4)
  public static let both: Axes = [.horizontal, .vertical]
}
