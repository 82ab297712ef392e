import ReducerMacroExpansion
import Testing

@Test func macrosAreFoundByTypeName() {
  for (name, type) in reducerMacros { #expect(String(describing: type) == name) }
}
