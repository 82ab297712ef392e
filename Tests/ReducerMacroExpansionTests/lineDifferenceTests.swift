import Testing

@Test func lineDifferenceMarksLinesOfOneSide() {
  #expect(lineDifference(from: "a\nb\nc", to: "a\nx\nc\nd") == "  a\n− b\n+ x\n  c\n+ d")
  #expect(lineDifference(from: "", to: "a") == "− \n+ a")
  #expect(lineDifference(from: "a\nb", to: "b") == "− a\n  b")
}
