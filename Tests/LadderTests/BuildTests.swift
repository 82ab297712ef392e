import FoundationEssentials
import SystemTestSupport
import Testing

@testable import CommandLineInterface

struct BuildTests {
  private let released = Build(version: "1.0.0", commit: "3f2a9c1d0b7e")
  private let unknown = Build(version: "1.0.0", commit: nil)

  @Test func `the text of a build has the version and the commit`() {
    #expect(released.text == "1.0.0 (3f2a9c1d0b7e)")
    #expect(unknown.text == "1.0.0")
  }

  @Test func `a build as JSON has the program, version, commit, configuration and architecture`() {
    // Tests are debug builds.
    let choices = #""configuration":"debug","architecture":""#
    #expect(
      released.json(of: "ladder").text.hasPrefix(
        #"{"program":"ladder","version":"1.0.0","commit":"3f2a9c1d0b7e",\#(choices)"#))
    #expect(
      unknown.json(of: "ladder").text.hasPrefix(
        #"{"program":"ladder","version":"1.0.0","commit":null,\#(choices)"#))
  }

  @Test func `the version takes precedence over commands and errors`() {
    let build = Build.current
    for (program, path) in [("ladder", Program.path), ("ladder-server", Program.serverPath)] {
      let program = (name: program, process: Program(environment: [:], path: path))
      for arguments in [["--version"], ["-V"], ["nonsense", "--version"]] {
        let outcome = program.process.run(arguments)
        #expect(outcome.output == "\(program.name) \(build.text)\n" && outcome.exitCode == 0)
      }
      let json = program.process.run(["--version", "--json"])
      #expect(json.output == build.json(of: program.name).text + "\n")
    }
  }
}
