import Glibc
import HTTPClient
import Sodium
import SystemTestSupport
import Testing

/// A club whose server and machines are processes, each with a data folder in a folder of the test.
struct TestClub {
  let folder = TestFolder()

  /// Whether the libraries of the network are installed.
  static var isPossible: Bool { HTTPClient.failure == nil && Sodium.failure == nil }

  /// Returns the path of a machine's data folder. The server's machine is called "server".
  func data(_ machine: String) -> String { "\(folder.path)/\(machine)" }

  /// The server program, for the commands that administer the server's data.
  var server: Program { .server(["LADDER_DATA": data("server")]) }

  /// Returns the program on a machine.
  ///
  /// - Parameter person: The person who uses the program; the machine's name by default.
  func program(_ machine: String, person: String? = nil) -> Program {
    Program(environment: [
      "LADDER_DATA": data(machine), "LADDER_USER": person ?? machine,
      "XDG_CONFIG_HOME": "\(data(machine))-settings",
    ])
  }

  /// Starts the server.
  ///
  /// - Parameter port: The port to listen on; any free one by default.
  func startServer(port: UInt16 = 0) throws -> PtySession {
    let session = try PtySession(
      Program.serverPath, ["--listen", "127.0.0.1:\(port)"],
      environment: ["LADDER_DATA=\(data("server"))"])
    try session.wait(for: "Listening on http://127.0.0.1:")
    return session
  }

  /// Returns a link for a new member, or for another device of a known member. The first call creates the group.
  func invite(_ name: String) -> String {
    _ = server.run(["group", "create", "club"])
    let isKnown = server.run(["members", "--json"]).output.contains("\"name\":\"\(name)\"")
    let link = server.run(["invite"] + (isKnown ? ["--device-of"] : []) + [name])
    return String(link.output.dropLast())
  }

  /// Joins the club on a machine.
  func join(_ machine: String, person: String? = nil) {
    let link = invite(person ?? machine)
    #expect(program(machine, person: person).run(["join"], input: link).exitCode == 0)
  }

  /// Starts the app on a machine.
  func startApp(_ machine: String) throws -> PtySession {
    let session = try PtySession(
      Program.path, ["--as", machine, "--data", data(machine)],
      environment: ["XDG_CONFIG_HOME=\(data(machine))-settings"])
    try session.wait(for: "Push-ups in 2 minutes")
    return session
  }
}
