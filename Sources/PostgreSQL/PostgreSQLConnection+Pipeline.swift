import CPostgres
import Glibc

extension PostgreSQLConnection {
  /// Sends statements, and receives their results.
  func exchange(_ statements: [Statement]) throws -> [ResultSet] {
    guard isUsable else { throw PostgreSQLError(.connectionLost, "the connection was lost") }
    roundTripCount += 1
    do {
      let steps = try send(statements)
      try flush()
      return try receive(steps)
    } catch let error as PostgreSQLError {
      // After these errors the server may still send a response.
      if [.connectionLost, .cannotConnect].contains(error.reason) || error.code == nil {
        isUsable = false
      }
      throw error
    }
  }

  /// An expected response.
  private enum Step {
    case parsing(Statement, name: String)
    case execution(Statement)

    var statement: Statement {
      switch self {
      case .parsing(let statement, _), .execution(let statement): statement
      }
    }
  }

  /// Queues statements in libpq. Each is parsed before its first use.
  private func send(_ statements: [Statement]) throws -> [Step] {
    var steps: [Step] = []
    var names = prepared
    for statement in statements {
      let key = statement.literal.utf8Start
      let isPrepared = names[key] != nil
      // An unnamed statement is replaced by the next one.
      let name = statement.text == nil ? names[key] ?? "s\(names.count)" : ""
      if statement.text == nil { names[key] = name }
      let isSent = statement.values.withCValues { values, count in
        if !isPrepared {
          guard cpostgres_send_prepare(handle, name, statement.sql, values, count) else {
            return false
          }
          steps.append(.parsing(statement, name: name))
        }
        steps.append(.execution(statement))
        return cpostgres_send_execute(handle, name, values, count)
      }
      guard isSent else { throw lost(statement) }
    }
    guard cpostgres_send_sync(handle) else { throw lost(nil) }
    return steps
  }

  /// Sends the queued data. Results that arrive meanwhile are read, because a server that cannot send stops receiving.
  private func flush() throws {
    while true {
      switch cpostgres_flush(handle) {
      case 0: return
      case 1:
        if try wait(for: POLLIN | POLLOUT) & Int16(POLLIN) != 0, !cpostgres_receive(handle) {
          throw lost(nil)
        }
      default: throw lost(nil)
      }
    }
  }

  private func receive(_ steps: [Step]) throws -> [ResultSet] {
    var sets: [ResultSet] = []
    var failure: PostgreSQLError?
    for step in steps {
      let statement = step.statement
      guard let result = try nextResult() else { throw lost(statement) }
      let set = ResultSet(result, sql: statement.sql)
      switch cpostgres_result_status(result) {
      case cpostgres_rows, cpostgres_done:
        if case .parsing(_, let name) = step {
          if statement.text == nil { prepared[statement.literal.utf8Start] = name }
        } else {
          sets.append(set)
        }
      case cpostgres_skipped: break
      default:
        let error = error(in: result, sql: statement.sql)
        guard error.reason != .connectionLost else { throw error }
        failure = failure ?? error
      }
      // NULL marks the end of the statement's results.
      guard try nextResult() == nil else { throw lost(statement) }
    }
    guard let end = try nextResult() else { throw lost(nil) }
    defer { cpostgres_result_free(end) }
    guard cpostgres_result_status(end) == cpostgres_sync else {
      // The commit has failed.
      isUsable = false
      throw error(in: end, sql: nil)
    }
    if let failure { throw failure }
    return sets
  }

  private func nextResult() throws -> OpaquePointer? {
    while cpostgres_is_busy(handle) {
      _ = try wait(for: POLLIN)
      guard cpostgres_receive(handle) else { throw lost(nil) }
    }
    return cpostgres_next_result(handle)
  }

  /// Waits until the socket is ready.
  private func wait(for events: Int32) throws -> Int16 {
    var descriptor = pollfd(
      fd: cpostgres_socket(handle), events: Int16(events), revents: 0)
    while true {
      switch poll(&descriptor, 1, responseTimeout) {
      case 1...: return descriptor.revents
      case 0: throw PostgreSQLError(.timeout, "the server does not respond")
      default: if errno != EINTR { throw lost(nil) }
      }
    }
  }

  private func error(in result: OpaquePointer, sql: String?) -> PostgreSQLError {
    guard let code = cpostgres_result_code(result) else {
      return PostgreSQLError(.connectionLost, lastError, sql: sql)
    }
    let message = cpostgres_result_message(result).map { String(cString: $0) }
    return PostgreSQLError(
      code: String(cString: code), message: message ?? "no message", sql: sql)
  }

  private func lost(_ statement: Statement?) -> PostgreSQLError {
    PostgreSQLError(.connectionLost, lastError, sql: statement?.sql)
  }
}
