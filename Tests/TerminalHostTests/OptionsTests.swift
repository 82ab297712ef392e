import CSystem
import Glibc
import Testing

/// Serialized, because `getopt_long` stores its position in globals.
@Suite(.serialized) struct OptionsTests {
  struct Step: Equatable {
    var code: Int32
    var argument: String?
    var word: String?
  }

  private func steps(_ arguments: [String], _ shorts: String = "a:h") -> (
    steps: [Step], rest: [String]
  ) {
    typealias CString = UnsafeMutablePointer<CChar>
    let argv: [CString?] = (["program"] + arguments).map { strdup($0) } + [nil]
    let names: [CString?] = ["as", "json", "help"].map { (name: String) in strdup(name) }
    defer { for string in argv + names { free(string) } }
    let options = [
      csys_option(name: names[0], argument: 1, code: 97),
      csys_option(name: names[1], argument: 0, code: 300),
      csys_option(name: names[2], argument: 0, code: 104),
    ]
    return argv.withUnsafeBufferPointer { argv in
      var steps: [Step] = []
      let count = Int32(argv.count - 1)
      csys_getopt_reset()
      while true {
        let step = csys_getopt(count, argv.baseAddress, shorts, options, Int32(options.count))
        if step.code == Int32(CSYS_GETOPT_DONE.rawValue) {
          let rest = argv[Int(step.index)..<Int(count)].map { String(cString: $0!) }
          return (steps, rest)
        }
        steps.append(
          Step(
            code: step.code, argument: step.argument.map { String(cString: $0) },
            word: step.word.map { String(cString: $0) }))
      }
    }
  }

  @Test func `options and operands may be mixed`() {
    let (found, rest) = steps(["--as", "Ada", "history", "--json", "-h"])
    #expect(found.map(\.code) == [97, 300, 104])
    #expect(found[0].argument == "Ada")
    #expect(rest == ["history"])
  }

  @Test func `with a plus, parsing stops at the first operand`() {
    let (found, rest) = steps(["--as=Ada", "history", "--json"], "+a:h")
    #expect(found == [Step(code: 97, argument: "Ada", word: "--as=Ada")])
    #expect(rest == ["history", "--json"])
  }

  @Test(arguments: [
    (["--nope"], CSYS_GETOPT_UNKNOWN, "--nope"), (["-z"], CSYS_GETOPT_UNKNOWN, "-z"),
    (["--as"], CSYS_GETOPT_MISSING_VALUE, "--as"), (["-a"], CSYS_GETOPT_MISSING_VALUE, "-a"),
    (["--json=3"], CSYS_GETOPT_UNWANTED_VALUE, "--json=3"),
  ])
  func `an error names the faulty word`(arguments: [String], code: csys_getopt_code, word: String) {
    #expect(
      steps(arguments).steps
        == [Step(code: Int32(code.rawValue), word: word)])
  }
}
