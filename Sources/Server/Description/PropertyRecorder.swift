/// The properties that a structure reads.
final class RecordedProperties {
  var list: [(name: String, type: any Decodable.Type)] = []
  var optionalNames: Set<String> = []
  var isStructure = false
}

/// A decoder that records which properties a structure reads, and gives it any values.
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

  // Called only for properties that may be missing, before their value is decoded.
  func contains(_ key: Key) -> Bool {
    properties.optionalNames.insert(key.stringValue)
    return true
  }

  func decodeNil(forKey key: Key) -> Bool { false }

  func decode<Value: Decodable>(_ type: Value.Type, forKey key: Key) throws -> Value {
    try value(type, key)
  }

  // The protocol has methods of their own for these types.
  func decode(_ type: Bool.Type, forKey key: Key) throws -> Bool { try value(type, key) }
  func decode(_ type: String.Type, forKey key: Key) throws -> String { try value(type, key) }
  func decode(_ type: Double.Type, forKey key: Key) throws -> Double { try value(type, key) }
  func decode(_ type: Float.Type, forKey key: Key) throws -> Float { try value(type, key) }
  func decode(_ type: Int.Type, forKey key: Key) throws -> Int { try value(type, key) }
  func decode(_ type: Int8.Type, forKey key: Key) throws -> Int8 { try value(type, key) }
  func decode(_ type: Int16.Type, forKey key: Key) throws -> Int16 { try value(type, key) }
  func decode(_ type: Int32.Type, forKey key: Key) throws -> Int32 { try value(type, key) }
  func decode(_ type: Int64.Type, forKey key: Key) throws -> Int64 { try value(type, key) }
  func decode(_ type: UInt.Type, forKey key: Key) throws -> UInt { try value(type, key) }
  func decode(_ type: UInt8.Type, forKey key: Key) throws -> UInt8 { try value(type, key) }
  func decode(_ type: UInt16.Type, forKey key: Key) throws -> UInt16 { try value(type, key) }
  func decode(_ type: UInt32.Type, forKey key: Key) throws -> UInt32 { try value(type, key) }
  func decode(_ type: UInt64.Type, forKey key: Key) throws -> UInt64 { try value(type, key) }

  private func value<Value: Decodable>(_ type: Value.Type, _ key: Key) throws -> Value {
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
