/// Returns the 32-bit FNV-1a hash of a property's name.
///
/// Observation identifies a state's properties by this number, which is cheaper than a key path. It only depends on
/// the name, so it is the same in every build and every module.
func propertyHash(_ name: String) -> UInt32 {
  name.utf8.reduce(0x811C_9DC5) { hash, byte in (hash ^ UInt32(byte)) &* 0x0100_0193 }
}

/// Returns the hash as a literal in generated code: `0x0BADF00D`.
func propertyHashLiteral(_ name: String) -> String {
  let digits = String(propertyHash(name), radix: 16, uppercase: true)
  return "0x" + String(repeating: "0", count: 8 - digits.count) + digits
}
