import Testing

@testable import ReducerMacroExpansion

/// Tests with the vectors of the hash's authors.
@Test(
  arguments: [("", 0x811C_9DC5), ("a", 0xE40C_292C), ("foobar", 0xBF9C_F968)] as [(String, UInt32)])
func `a property hash is FNV-1a`(name: String, hash: UInt32) {
  #expect(propertyHash(name) == hash)
}

@Test func `a property hash literal has eight digits`() {
  #expect(propertyHashLiteral("a") == "0xE40C292C")
  #expect(propertyHashLiteral("").count == 10)
}
