import Glibc
import SystemTestSupport
import Testing

/// What the settings file says about keys, as the program takes it when it starts.
struct KeySettingsFileTests {
  private let folder = TestFolder()

  private func errors(of settings: String) -> [String] {
    mkdir("\(folder.path)/ladder", 0o700)
    writeFile(settings, to: "\(folder.path)/ladder/settings")
    let program = Program(environment: [
      "LADDER_DATA": folder.path, "USER": "ann", "XDG_CONFIG_HOME": folder.path,
    ])
    return program.run([]).errors.split(separator: "\n").map(String.init)
  }

  @Test func `a line that cannot be is named with its number, the others are not`() {
    let lines = errors(of: "# keys\nkey.rep = F5\nkey.jump = j\nnonsense\n")
    #expect(
      lines.dropLast() == [
        #"ladder: \#(folder.path)/ladder/settings, line 3: there is no action "jump""#,
        #"ladder: \#(folder.path)/ladder/settings, line 4: this is no "name = value""#,
      ])
  }

  @Test func `a file that says nothing wrong is not mentioned`() {
    #expect(errors(of: "key.pause = F6\ntheme = dark\n").count == 1)
  }
}
