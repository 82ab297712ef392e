/// A piece of HTML or SVG.
///
/// Interpolated texts are escaped, so only literals can contain markup.
///
/// ```swift
/// let cell: Markup = "<td>\(name)</td>"
/// ```
public struct Markup: Sendable, ExpressibleByStringInterpolation {
  public private(set) var text: String

  public init(stringLiteral value: String) { text = value }

  public init(stringInterpolation: StringInterpolation) { text = stringInterpolation.text }

  public struct StringInterpolation: StringInterpolationProtocol {
    fileprivate var text = ""

    public init(literalCapacity: Int, interpolationCount: Int) {
      text.reserveCapacity(literalCapacity)
    }

    public mutating func appendLiteral(_ literal: String) { text += literal }

    public mutating func appendInterpolation(_ value: String) { text += Markup.escaped(value) }

    public mutating func appendInterpolation(_ value: Int) { text += String(value) }

    public mutating func appendInterpolation(_ value: Markup) { text += value.text }

    public mutating func appendInterpolation(_ values: [Markup]) {
      for value in values { text += value.text }
    }
  }

  /// Returns a text escaped for use between tags and in quoted attributes.
  ///
  /// Characters that are invisible or change the direction of text become U+FFFD.
  private static func escaped(_ value: String) -> String {
    var result = ""
    for scalar in value.unicodeScalars {
      switch scalar {
      case "&": result += "&amp;"
      case "<": result += "&lt;"
      case ">": result += "&gt;"
      case "\"": result += "&quot;"
      case "'": result += "&#39;"
      default: result.unicodeScalars.append(scalar.isInvisible ? "\u{FFFD}" : scalar)
      }
    }
    return result
  }
}
