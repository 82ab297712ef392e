import FoundationEssentials

extension UUID {
  /// One by chance, as version 4 has it.
  init(using generator: inout SeededGenerator) {
    var bytes: uuid_t = (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0)
    withUnsafeMutableBytes(of: &bytes) { bytes in
      bytes.storeBytes(of: generator.next().bigEndian, as: UInt64.self)
      bytes.storeBytes(of: generator.next().bigEndian, toByteOffset: 8, as: UInt64.self)
      bytes[6] = bytes[6] & 0x0F | 0x40
      bytes[8] = bytes[8] & 0x3F | 0x80
    }
    self.init(uuid: bytes)
  }
}
