import Testing

@testable import TerminalUI

@Suite struct KeyTests {
  @Test(arguments: [
    (Key.space, "Space"), ("s", "s"), ("+", "+"), (.backTab, "Shift-Tab"),
    (.control("c"), "Ctrl-C"),
    (.function(5), "F5"), (.alt("x"), "Alt-x"), (.pageUp, "PageUp"), (.escape, "Esc"), ("é", "é"),
  ])
  func namesReadBack(key: Key, name: String) {
    #expect(key.name == name)
    #expect(Key(name: name) == key)
  }

  @Test func namesIgnoreCaseAndHaveAliases() {
    #expect(Key(name: "enter") == .enter)
    #expect(Key(name: "Return") == .enter)
    #expect(Key(name: "ctrl-c") == .control("c"))
    #expect(Key(name: " ") == .space)
    #expect(Key(name: "nonsense") == nil)
    #expect(Key(name: "") == nil)
    #expect(Key(name: "f") == "f")
  }

  @Test func theSpaceHasOneRepresentation() {
    #expect(Key(" ") == .space)
    #expect(([" "] as [Key]) == [.space])
  }
}
