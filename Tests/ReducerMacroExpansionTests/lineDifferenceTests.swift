import Testing

@Test func `a line difference marks lines of one side only`() {
  #expect(lineDifference(from: "a\nb\nc", to: "a\nx\nc\nd") == "  a\n− b\n+ x\n  c\n+ d")
  #expect(lineDifference(from: "", to: "a") == "− \n+ a")
  #expect(lineDifference(from: "a\nb", to: "b") == "− a\n  b")
}
