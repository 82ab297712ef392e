import ReducerMacroExpansion
import Testing

@Test func `macros are found by type name`() {
  for (name, type) in reducerMacros { #expect(String(describing: type) == name) }
}
