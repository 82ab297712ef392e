import FoundationEssentials
import Models

/// The JSON of the API: dates in ISO 8601, bytes in Base64, keys in alphabetical order.
public enum APICoding {
  /// Encodes a value as JSON.
  public static func data(_ value: some Encodable) throws -> Data {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    encoder.dateEncodingStrategy = .custom { date, encoder in
      var container = encoder.singleValueContainer()
      try container.encode(date.iso8601)
    }
    return try encoder.encode(value)
  }

  /// Decodes a value from JSON.
  ///
  /// - Throws: `DecodingError`.
  public static func value<Value: Decodable>(_ type: Value.Type, from json: Data) throws -> Value {
    let decoder = JSONDecoder()
    decoder.dateDecodingStrategy = .custom { decoder in
      let container = try decoder.singleValueContainer()
      guard let date = Date(iso8601: try container.decode(String.self)) else {
        throw DecodingError.dataCorruptedError(
          in: container, debugDescription: "a time must look like 2026-03-01T06:30:00.250Z")
      }
      return date
    }
    return try decoder.decode(type, from: json)
  }
}

/// An error: the cause and the remedy.
public struct APIError: Hashable, Sendable, Codable {
  public var error: String
  /// A code, for an error that a program can resolve.
  public var code: Code?

  public init(error: String, code: Code? = nil) {
    self.error = error
    self.code = code
  }

  public enum Code: String, Hashable, Sendable, Codable, CaseIterable {
    /// The journal is encrypted with a key other than the one in the request.
    case otherKey = "other-key"
    /// The position in the request is not in the journal, or is not the journal's end.
    case unknownCursor = "unknown-cursor"
  }
}

/// The state of a server: `GET /v1/health`.
public struct Health: Hashable, Sendable, Codable {
  /// `ok`; a server that cannot read its data responds with an ``APIError``.
  public var status: String

  public init(status: String) { self.status = status }
}

// MARK: - Base64 for URLs

extension [UInt8] {
  /// The bytes in Base64 for URLs, without padding (RFC 4648, section 5).
  public var base64URLText: String {
    String(
      Data(self).base64EncodedString().compactMap { character -> Character? in
        switch character {
        case "+": "-"
        case "/": "_"
        case "=": nil
        default: character
        }
      })
  }

  /// Decodes Base64 for URLs without padding.
  ///
  /// - Returns: `nil` for any other text.
  public init?(base64URL text: String) {
    guard text.utf8.allSatisfy(\.isBase64URL) else { return nil }
    let padding = String(repeating: "=", count: (4 - text.utf8.count % 4) % 4)
    let base64 = String(text.map { $0 == "-" ? "+" : $0 == "_" ? "/" : $0 }) + padding
    guard let data = Data(base64Encoded: base64) else { return nil }
    self = Array(data)
  }
}

extension UInt8 {
  /// Whether this is a character of Base64 for URLs.
  public var isBase64URL: Bool {
    switch self {
    case UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "a")...UInt8(ascii: "z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "_"):
      true
    default: false
    }
  }
}

extension Encodable {
  /// The value as JSON. Only for values whose encoding cannot fail.
  public var json: String {
    (try? APICoding.data(self)).map { String(decoding: $0, as: UTF8.self) } ?? ""
  }
}
