import Glibc
import SystemTestSupport
import Testing

@testable import LadderCommands

/// Tests of `ladder demo` and `ladder play` without a terminal.
struct PlayCommandTests {
  let program = Program(environment: [:])
  let folder = TestFolder()

  func play(_ text: String, _ options: String...) -> Program.Outcome {
    folder.write(text, to: "a.ladder")
    return program.run(["play", "\(folder.path)/a.ladder"] + options)
  }

  @Test func `captions are printed`() {
    let outcome = play("caption \"One\"\npress j\ncaption \"Two\"\n")
    #expect(outcome == Program.Outcome(output: "One\nTwo\n", errors: "", exitCode: 0))
  }

  @Test(.checkOnly) func `demos are listed, and played`() {
    let list = program.run(["demo", "--list"])
    #expect(list.output.split(separator: "\n").count == 5)
    #expect(program.run(["demo", "workout"]).output.hasSuffix("That was Ladder. Now you.\n"))
  }

  @Test func `an error names the file and the line, as compilers do`() {
    let path = "\(folder.path)/a.ladder"
    #expect(
      play("press j\nadvance soon\n")
        == Program.Outcome(
          output: "",
          errors: "\(path):2: 'soon' is not a duration such as 250ms, 1.5s or 2m, up to a day; "
            + "expected: advance DURATION\n", exitCode: 2))
    #expect(
      play("press j\nexpect \"Nothing\"\n").errors
        == "\(path):2: expected \"Nothing\" on the screen\n")
    #expect(
      play("db /etc/passwd\npress j\n").errors
        == "\(path):1: /etc/passwd is not a Ladder database and was not changed\n")
  }

  @Test func `pictures are saved and compared`() {
    let shots = TestFolder()
    #expect(play("shot one\npress j\nshot two.svg\n", "--shots", shots.path).exitCode == 0)
    #expect(shots.contents == ["one.txt", "two.svg"])
    let same = play("shot one\n", "--check", "--shots", shots.path)
    #expect(same == Program.Outcome(output: "", errors: "", exitCode: 0))
    mkfifo("\(shots.path)/pipe.txt", 0o600)
    #expect(
      play("shot pipe\n", "--check", "--shots", shots.path).output
        == "pipe.txt differs from the saved picture\n")
    let other = play("press 2\nshot one\n", "--check", "--shots", shots.path)
    #expect(
      other
        == Program.Outcome(
          output: "one.txt differs from the saved picture\n", errors: "", exitCode: 1))
  }

  @Test func `pictures have the theme of the option`() throws {
    let shots = TestFolder()
    for theme in ["light", "dark", "light"] {
      #expect(play("shot \(theme).svg\n", "--theme", theme, "--shots", shots.path).exitCode == 0)
    }
    #expect(readFile("\(shots.path)/light.svg") != readFile("\(shots.path)/dark.svg"))
  }

  @Test(.checkOnly) func `a recording is reproducible`() throws {
    let casts = TestFolder()
    for name in ["a.cast", "b.cast"] {
      #expect(program.run(["demo", "--record", "\(casts.path)/\(name)"]).exitCode == 0)
    }
    #expect(casts.contents == ["a.cast", "b.cast"])
    let first = casts.text(of: "a.cast")
    #expect(first.hasPrefix(#"{"version": 2, "width": 80, "height": 25, "#))
    #expect(casts.text(of: "b.cast") == first)
  }

  @Test func `an output that cannot be written is reported, and a device is not replaced`() {
    #expect(
      play("press j\n", "--record", "/dev/full").errors
        == "ladder: cannot write /dev/full (No space left on device); choose another place\n")
    var status = stat()
    stat("/dev/full", &status)
    #expect(status.st_mode & S_IFMT == S_IFCHR)
    #expect(
      play("shot one\n", "--shots", "/nowhere/at/all").errors
        == "ladder: cannot write /nowhere/at/all (No such file or directory); choose another place\n"
    )
  }

  @Test func `a file that is not a script is refused`() {
    folder.write([0xFF, 0xFE, 0x00], to: "b.ladder")
    let outcome = program.run(["play", "\(folder.path)/b.ladder"])
    #expect(
      outcome.errors == "ladder: \(folder.path)/b.ladder: cannot be read (it is not UTF-8 text)\n"
    )
    #expect(
      program.run(["play", "/dev/zero"]).errors
        == "ladder: /dev/zero: cannot be read "
        + "(the script and its files would have more than 16 MB; split the script)\n")
  }
}
