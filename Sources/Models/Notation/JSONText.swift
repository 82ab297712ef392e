import FoundationEssentials

/// A JSON value that encodes its members in order and escapes characters that could control a terminal.
///
/// `JSONEncoder` does neither, and takes 2.4 times as long.
public enum JSONText: Sendable {
  case number(Int64)
  /// A finite number.
  case decimal(Double)
  case string(String)
  case bool(Bool)
  case null
  case array([JSONText])
  case object([(String, JSONText)])

  /// The value on one line.
  public var text: String {
    var text = ""
    write(to: &text)
    return text
  }

  private func write(to text: inout String) {
    switch self {
    case .number(let value): text += String(value)
    case .decimal(let value): text += String(value)
    case .bool(let value): text += value ? "true" : "false"
    case .null: text += "null"
    case .string(let value): Self.write(value, to: &text)
    case .array(let values):
      text += "["
      for (index, value) in values.enumerated() {
        if index > 0 { text += "," }
        value.write(to: &text)
      }
      text += "]"
    case .object(let members):
      text += "{"
      for (index, (key, value)) in members.enumerated() {
        if index > 0 { text += "," }
        Self.write(key, to: &text)
        text += ":"
        value.write(to: &text)
      }
      text += "}"
    }
  }

  private static func write(_ string: String, to text: inout String) {
    text += "\""
    defer { text += "\"" }
    // Most strings are copied as they are.
    guard string.utf8.contains(where: { !$0.isPlain }) else {
      text += string
      return
    }
    for scalar in string.unicodeScalars {
      switch scalar {
      case "\"": text += "\\\""
      case "\\": text += "\\\\"
      case "\u{20}"..."\u{7E}": text.unicodeScalars.append(scalar)
      case _ where scalar.isPrintable: text.unicodeScalars.append(scalar)
      default:
        // The output may be shown in a terminal.
        for unit in String(scalar).utf16 {
          let digits = String(unit, radix: 16)
          text += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
        }
      }
    }
  }
}

extension JSONText: ExpressibleByStringLiteral, ExpressibleByArrayLiteral,
  ExpressibleByDictionaryLiteral
{
  public init(stringLiteral value: String) { self = .string(value) }

  public init(arrayLiteral values: JSONText...) { self = .array(values) }

  public init(dictionaryLiteral members: (String, JSONText)...) { self = .object(members) }
}

extension UInt8 {
  /// Whether the byte is a printable ASCII character that a string in JSON contains unchanged.
  fileprivate var isPlain: Bool {
    (0x20...0x7E).contains(self) && self != UInt8(ascii: "\"") && self != UInt8(ascii: "\\")
  }
}

extension JSONText: Decodable {
  /// Decodes any value, with the members of objects in alphabetical order. A number that is not an `Int64` is a `Double`.
  public init(from decoder: any Decoder) throws {
    let value = try decoder.singleValueContainer()
    if let number = try? value.decode(Int64.self) {
      self = .number(number)
    } else if let text = try? value.decode(String.self) {
      self = .string(text)
    } else if let members = try? value.decode([String: JSONText].self) {
      self = .object(members.sorted { $0.key < $1.key }.map { ($0.key, $0.value) })
    } else if let values = try? value.decode([JSONText].self) {
      self = .array(values)
    } else if let number = try? value.decode(Double.self) {
      self = .decimal(number)
    } else {
      self = value.decodeNil() ? .null : .bool(try value.decode(Bool.self))
    }
  }

  /// The members of an object; empty for other values.
  package var members: [(String, JSONText)] {
    if case .object(let members) = self { members } else { [] }
  }

  /// The elements of an array; empty for other values.
  package var elements: [JSONText] { if case .array(let values) = self { values } else { [] } }
  package var string: String? { if case .string(let value) = self { value } else { nil } }
  package var integer: Int64? { if case .number(let value) = self { value } else { nil } }
  package subscript(name: String) -> JSONText? { members.first { $0.0 == name }?.1 }
}
