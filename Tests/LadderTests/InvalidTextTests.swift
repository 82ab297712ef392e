import SystemTestSupport
import Testing

/// Tests of arguments and paths that are not UTF-8, which would name another file.
struct InvalidTextTests {
  private let folder = TestFolder()

  /// Runs the program in a shell, which can pass any bytes.
  private func run(_ script: String) -> Program.Outcome {
    Program(
      environment: ["HOME": folder.path, "LADDER_USER": "Ann", "LADDER": Program.path],
      path: "/bin/sh"
    ).run(["-c", "bad=$(printf '\(folder.path)/a\\377b'); \(script)"])
  }

  @Test(arguments: [
    ("\"$LADDER\" --data \"$bad\" log pushups-2min --reps 3 --time 1:00", "the argument \"/tmp/"),
    ("\"$LADDER\" --data=\"$bad\" history", "the argument \"--data="),
    ("\"$LADDER\" backup \"$bad\"", "the argument \"/tmp/"),
    ("LADDER_DATA=\"$bad\" \"$LADDER\" history", "LADDER_DATA is not UTF-8 text"),
    ("XDG_DATA_HOME=\"$bad\" \"$LADDER\" history", "XDG_DATA_HOME is not UTF-8 text"),
    ("XDG_CONFIG_HOME=\"$bad\" \"$LADDER\" history", "XDG_CONFIG_HOME is not UTF-8 text"),
  ])
  func `text that is not UTF-8 is refused`(script: String, problem: String) {
    let outcome = run(script)
    #expect(outcome.exitCode == 2 && outcome.output.isEmpty)
    #expect(outcome.errors.hasPrefix("ladder: \(problem)"), "\(outcome.errors)")
    #expect(outcome.errors.hasSuffix("is not UTF-8 text; use names in UTF-8\n"))
    #expect(folder.contents == [])
  }
}
