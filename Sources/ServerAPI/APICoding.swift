import FoundationEssentials
import Models

/// The JSON of the API: dates in ISO 8601, bytes in Base64, members in alphabetical order.
public enum APICoding {
  /// Returns the JSON of a value.
  public static func data(_ value: some Encodable) throws -> Data {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    encoder.dateEncodingStrategy = .custom { date, encoder in
      var container = encoder.singleValueContainer()
      try container.encode(date.iso8601)
    }
    return try encoder.encode(value)
  }

  /// Returns the value of a JSON text.
  ///
  /// - Throws: `DecodingError`.
  public static func value<Value: Decodable>(_ type: Value.Type, from json: Data) throws -> Value {
    let decoder = JSONDecoder()
    decoder.dateDecodingStrategy = .custom { decoder in
      let container = try decoder.singleValueContainer()
      guard let date = Date(iso8601: try container.decode(String.self)) else {
        throw DecodingError.dataCorruptedError(
          in: container, debugDescription: "a time looks like 2026-03-01T06:30:00.250Z")
      }
      return date
    }
    return try decoder.decode(type, from: json)
  }
}
