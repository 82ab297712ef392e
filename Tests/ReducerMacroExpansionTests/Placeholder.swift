import ReducerMacroExpansion
import Testing

@Test func hasMacros() { #expect(!reducerMacros.isEmpty) }
