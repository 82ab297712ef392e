/// A type that dumps print as one text.
///
/// ```swift
/// extension Token: CustomDumpStringConvertible {
///   var customDumpDescription: String { "Token(redacted)" }
/// }
/// ```
public protocol CustomDumpStringConvertible {
  /// The text that dumps print in place of the value's properties.
  var customDumpDescription: String { get }
}

/// A type that dumps print with a mirror of its own, which may omit or add children.
///
/// ```swift
/// extension Login: CustomDumpReflectable {
///   var customDumpMirror: Mirror {
///     Mirror(self, children: ["name": name], displayStyle: .struct)
///   }
/// }
/// ```
public protocol CustomDumpReflectable {
  /// The mirror that dumps print in place of the value's default mirror.
  var customDumpMirror: Mirror { get }
}

/// A type that dumps print as another value.
///
/// ```swift
/// extension Identifier: CustomDumpRepresentable {
///   var customDumpValue: Any { rawValue }
/// }
/// ```
public protocol CustomDumpRepresentable {
  /// The value that dumps print in place of this one.
  var customDumpValue: Any { get }
}

/// A reference that dumps number and print as its value, like a shared property.
public protocol _CustomDiffObject {
  /// The value before and after a change; equal outside assertions.
  var _customDiffValues: (Any, Any) { get }
  /// The identity of the whole value, even if this is a reference to a part of it.
  var _objectIdentifier: ObjectIdentifier { get }
}

extension _CustomDiffObject where Self: AnyObject {
  public var _objectIdentifier: ObjectIdentifier { ObjectIdentifier(self) }
}

/// A collection without an order, which dumps sort.
package protocol UnorderedCollection {}

extension Dictionary: UnorderedCollection {}
extension Set: UnorderedCollection {}
