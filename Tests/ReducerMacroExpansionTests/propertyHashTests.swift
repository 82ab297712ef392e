import Testing

@testable import ReducerMacroExpansion

/// The vectors are those of the hash's authors.
@Test(
  arguments: [("", 0x811C_9DC5), ("a", 0xE40C_292C), ("foobar", 0xBF9C_F968)] as [(String, UInt32)])
func propertyHashIsFNV1a(name: String, hash: UInt32) {
  #expect(propertyHash(name) == hash)
}

@Test func propertyHashLiteralHasEightDigits() {
  #expect(propertyHashLiteral("a") == "0xE40C292C")
  #expect(propertyHashLiteral("").count == 10)
}
