import Foundation

/// A JSON document, for comparing documents of two versions.
package enum JSONDocument: Hashable, Decodable {
  case null
  case text(String)
  case bool(Bool)
  case number(Decimal)
  case array([JSONDocument])
  case object([String: JSONDocument])

  /// Parses a document.
  package init(parsing text: some StringProtocol) throws {
    self = try JSONDecoder().decode(Self.self, from: Data(text.utf8))
  }

  package init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    self =
      if container.decodeNil() {
        .null
      } else if let text = try? container.decode(String.self) {
        .text(text)
      } else if let isTrue = try? container.decode(Bool.self) {
        .bool(isTrue)
      } else if let number = try? container.decode(Decimal.self) {
        .number(number)
      } else if let elements = try? container.decode([JSONDocument].self) {
        .array(elements)
      } else {
        .object(try container.decode([String: JSONDocument].self))
      }
  }

  /// Returns whether this document contains each value of another document. Its objects may have more members.
  package func contains(_ other: JSONDocument) -> Bool {
    switch (self, other) {
    case (.object(let members), .object(let others)):
      others.allSatisfy { name, other in members[name]?.contains(other) == true }
    case (.array(let elements), .array(let others)):
      elements.count == others.count && zip(elements, others).allSatisfy { $0.contains($1) }
    default: self == other
    }
  }
}
