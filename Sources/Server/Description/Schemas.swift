import FoundationEssentials
import Models

/// The JSON Schemas (draft 2020-12) of types.
///
/// They are derived from the types' `Decodable` conformances: each type decodes itself from a decoder that records the
/// properties that the type reads. So a schema always has the properties that the server reads.
final class Schemas {
  /// The schemas of structures by name, for references.
  private(set) var structures: [String: JSONText] = [:]

  /// Returns the schema of a type, with references to ``structures``.
  ///
  /// - Throws: ``SchemaError`` if the type decodes itself in a way that has no schema.
  func schema(of type: any Decodable.Type) throws -> JSONText {
    if let primitive = Self.primitives[ObjectIdentifier(type)] { return primitive.schema }
    if let list = type as? any SchemaList.Type {
      return ["type": "array", "items": try schema(of: list.elementType)]
    }
    if let values = Self.values(of: type) {
      return ["type": "string", "enum": .array(values.map(JSONText.string))]
    }
    let name = Self.name(of: type)
    if structures[name] == nil { structures[name] = try structure(type) }
    return ["$ref": .string("#/components/schemas/\(name)")]
  }

  private func structure(_ type: any Decodable.Type) throws -> JSONText {
    let properties = RecordedProperties()
    _ = try Self.sample(type, recording: properties)
    guard properties.isStructure else { throw SchemaError(type) }
    let required = properties.list.map(\.name).filter { !properties.optionalNames.contains($0) }
    return [
      "type": "object",
      "properties": .object(try properties.list.map { ($0.name, try schema(of: $0.type)) }),
      "required": .array(required.map(JSONText.string)),
    ]
  }

  /// Returns an arbitrary value of a type.
  ///
  /// - Parameter properties: Receives the properties of a structure.
  static func sample<Value: Decodable>(
    _ type: Value.Type, recording properties: RecordedProperties
  ) throws -> Value {
    if let value = primitives[ObjectIdentifier(type)]?.sample as? Value { return value }
    if let list = type as? any SchemaList.Type, let value = list.empty as? Value { return value }
    if let values = type as? any CaseIterable.Type, let value = first(of: values) as? Value {
      return value
    }
    return try type.init(from: PropertyRecorder(properties: properties))
  }

  private static func first<Value: CaseIterable>(of type: Value.Type) -> Any? {
    type.allCases.first
  }

  /// Returns the raw values of an enumeration, or `nil` for other types.
  private static func values(of type: any Decodable.Type) -> [String]? {
    func texts<Value: CaseIterable>(_ type: Value.Type) -> [String] {
      type.allCases.compactMap { ($0 as? any RawRepresentable)?.rawValue as? String }
    }
    return (type as? any CaseIterable.Type).map { texts($0) }
  }

  /// Returns the name of a structure without its module: `Account.Device`.
  private static func name(of type: any Decodable.Type) -> String {
    String(reflecting: type).split(separator: ".").dropFirst().joined(separator: ".")
  }

  private typealias Primitive = (sample: Any, schema: JSONText)

  private static var primitives: [ObjectIdentifier: Primitive] {
    let integer: JSONText = ["type": "integer", "format": "int64"]
    return [
      ObjectIdentifier(String.self): ("", ["type": "string"]),
      ObjectIdentifier(Bool.self): (false, ["type": "boolean"]),
      ObjectIdentifier(Int.self): (0, integer),
      ObjectIdentifier(Int64.self): (Int64(0), integer),
      ObjectIdentifier(UUID.self): (UUID(), ["type": "string", "format": "uuid"]),
      ObjectIdentifier(UInt32.self): (
        UInt32(0), ["type": "integer", "minimum": .number(0), "maximum": .number(4_294_967_295)]
      ),
      ObjectIdentifier(Date.self): (
        Date(millisecondsSince1970: 0), ["type": "string", "format": "date-time"]
      ),
      ObjectIdentifier(Data.self): (Data(), ["type": "string", "contentEncoding": "base64"]),
    ]
  }
}

/// An error for a type that has no schema, because it is not a structure of types with schemas.
struct SchemaError: Error, CustomStringConvertible {
  let description: String

  init(_ type: any Decodable.Type) {
    description =
      "\(type) has no schema; an enumeration needs CaseIterable, and other types must be structures"
  }
}

/// An array type whose elements have a schema.
private protocol SchemaList {
  static var elementType: any Decodable.Type { get }
  static var empty: Self { get }
}

extension Array: SchemaList where Element: Decodable {
  fileprivate static var elementType: any Decodable.Type { Element.self }
  fileprivate static var empty: Self { [] }
}

// MARK: - Recording properties

/// The properties that a structure reads.
final class RecordedProperties {
  var list: [(name: String, type: any Decodable.Type)] = []
  var optionalNames: Set<String> = []
  var isStructure = false
}

/// A decoder that records the properties that a structure reads, and returns a sample value for each.
struct PropertyRecorder: Decoder {
  let properties: RecordedProperties
  var codingPath: [any CodingKey] { [] }
  var userInfo: [CodingUserInfoKey: Any] { [:] }

  func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedDecodingContainer<Key> {
    properties.isStructure = true
    return KeyedDecodingContainer(PropertyContainer(properties: properties))
  }

  func unkeyedContainer() throws -> any UnkeyedDecodingContainer { throw SchemaError([Int].self) }

  func singleValueContainer() throws -> any SingleValueDecodingContainer {
    throw SchemaError(Int.self)
  }
}

private struct PropertyContainer<Key: CodingKey>: KeyedDecodingContainerProtocol {
  let properties: RecordedProperties
  var codingPath: [any CodingKey] { [] }
  var allKeys: [Key] { [] }

  // Called only for optional properties, before their value is decoded.
  func contains(_ key: Key) -> Bool {
    properties.optionalNames.insert(key.stringValue)
    return true
  }

  func decodeNil(forKey key: Key) -> Bool { false }

  func decode<Value: Decodable>(_ type: Value.Type, forKey key: Key) throws -> Value {
    properties.list.append((key.stringValue, type))
    return try Schemas.sample(type, recording: RecordedProperties())
  }

  func nestedContainer<Nested: CodingKey>(
    keyedBy type: Nested.Type, forKey key: Key
  ) throws -> KeyedDecodingContainer<Nested> { throw SchemaError(Int.self) }

  func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer {
    throw SchemaError([Int].self)
  }

  func superDecoder() throws -> any Decoder { throw SchemaError(Int.self) }
  func superDecoder(forKey key: Key) throws -> any Decoder { throw SchemaError(Int.self) }
}
