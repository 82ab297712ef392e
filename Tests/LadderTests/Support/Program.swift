import CTestSupport
import Glibc
import SystemTestSupport

/// A runner that starts a built program, by default `ladder`, as a process.
struct Program {
  struct Outcome: Equatable {
    var output: String
    var errors: String
    var exitCode: Int32
  }

  /// A destination of standard output.
  enum Sink {
    /// A file whose contents are in the outcome.
    case outcome
    case file(String)
    case pipeWithoutReader
  }

  /// The environment of the process, in addition to the options of sanitizers.
  var environment: [String: String]

  /// The path of the program.
  var path = Self.path

  static let path = "\(buildFolder)/ladder"
  static let serverPath = "\(buildFolder)/ladder-server"

  /// Creates a runner of `ladder` for Ann.
  ///
  /// - Parameters:
  ///   - data: The data folder.
  ///   - config: The path of the folder that contains the folder of the settings.
  ///   - zone: The time zone.
  static func ann(in data: TestFolder, config: String, zone: String = "UTC") -> Program {
    Program(
      environment: [
        "LADDER_DATA": data.path, "LADDER_USER": "Ann", "XDG_CONFIG_HOME": config, "TZ": zone,
      ])
  }

  /// Creates a runner of `ladder-server`.
  static func server(_ environment: [String: String]) -> Program {
    Program(environment: environment, path: serverPath)
  }

  /// Runs the program and waits for its exit.
  ///
  /// - Parameters:
  ///   - input: The text of standard input.
  ///   - sink: The destination of standard output.
  ///   - peak: Receives the maximum resident memory in KiB.
  func run(
    _ arguments: [String], input: String = "", into sink: Sink = .outcome,
    peak: UnsafeMutablePointer<Int>? = nil
  ) -> Outcome {
    let folder = TestFolder()
    let errors = folder.path + "/errors"
    folder.write(input, to: "input")

    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_addopen(&actions, 0, folder.path + "/input", O_RDONLY, 0)
    var pipeEnd: Int32 = -1
    switch sink {
    case .outcome:
      posix_spawn_file_actions_addopen(
        &actions, 1, folder.path + "/output", O_WRONLY | O_CREAT, 0o600)
    case .file(let path):
      posix_spawn_file_actions_addopen(&actions, 1, path, O_WRONLY, 0)
    case .pipeWithoutReader:
      var ends: [Int32] = [0, 0]
      pipe(&ends)
      close(ends[0])
      pipeEnd = ends[1]
      posix_spawn_file_actions_adddup2(&actions, pipeEnd, 1)
    }
    defer { if pipeEnd >= 0 { close(pipeEnd) } }
    posix_spawn_file_actions_addopen(&actions, 2, errors, O_WRONLY | O_CREAT, 0o600)
    // The program gets none of the descriptors that the tests inherited or have open.
    ctest_close_from(&actions, 3)

    let argv = (["ladder"] + arguments).map { strdup($0) } + [nil]
    let variables = environment.merging(sharedEnvironment) { own, _ in own }
    let envp = variables.map { strdup("\($0.key)=\($0.value)") } + [nil]
    defer { for word in argv + envp { free(word) } }

    var process = pid_t()
    let code = posix_spawn(&process, path, &actions, nil, argv, envp)
    guard code == 0 else { fatalError("cannot run \(path): error \(code)") }
    var status: Int32 = 0
    var usage = rusage()
    while wait4(process, &status, 0, &usage) < 0 {}
    peak?.pointee = usage.ru_maxrss
    let exitCode = status & 0x7F == 0 ? (status >> 8) & 0xFF : -(status & 0x7F)
    return Outcome(
      output: folder.text(of: "output"), errors: folder.text(of: "errors"), exitCode: exitCode)
  }
}
