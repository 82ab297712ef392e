import Clients
import ClientsLive
import Features
import TerminalHost
import TerminalUI

/// Shows the app on the terminal until the person leaves.
///
/// - Returns: How the app left.
/// - Throws: `DatabaseError` and `TerminalError`, both before the terminal is touched.
func startTerminal(_ options: LaunchOptions) throws -> Outcome {
  let world = World(
    database: Database(try Connection.open(in: options.dataFolder)), person: options.person,
    usualPerson: options.usualPerson, settings: options.settings, live: LiveClients(options))
  return try show(in: world, options.terminal) {
    AppProgram(
      store: world.app(), environment: options.environment, hasGivenTheme: options.theme != nil)
  }
}

/// Runs a program on the terminal, and closes the database behind it.
///
/// - Parameters:
///   - terminal: What of the terminal's abilities is used.
///   - make: Makes the program, on the loop.
func show(
  in world: World, _ terminal: TerminalOptions, _ make: @escaping @MainActor () -> some Program
) throws -> Outcome {
  let issues = HeldIssues()
  defer { issues.tell() }
  let result = EventLoop.run { () async -> Result<Outcome, TerminalError> in
    let result: Result<Outcome, TerminalError>
    do throws(TerminalError) {
      result = .success(try await TerminalHost.run(make(), options: terminal))
    } catch {
      result = .failure(error)
    }
    // A signal, and more so a second one, wants the process gone: the log is as good as a closed file.
    if case .success(let outcome) = result, outcome.signal != nil { return result }
    await world.database.close()
    return result
  }
  return try result.get()
}
