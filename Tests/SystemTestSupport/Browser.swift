import Foundation
import Testing

/// Headless Chromium, controlled through the pipes of its DevTools protocol.
///
/// A wait ends with an event of the browser, or with an error when the browser or the whole test run ends.
package final class Browser {
  private let process: pid_t
  private let commands: FileHandle
  private let messages: FileHandle
  private let folder = TestFolder()
  private var received: [UInt8] = []
  private var lastID = 0
  /// The events that no call has consumed.
  private var events: [Event] = []

  package static let program = "chromium"

  /// A message that is not the response to a call.
  struct Event {
    var session: String?
    var method: String
    var parameters: [String: Any]
  }

  /// Starts the browser with an empty profile.
  package init() throws {
    // Uses descriptors above those at which the browser expects its pipes.
    func makePipe() throws -> (read: Int32, write: Int32) {
      var ends: [Int32] = [-1, -1]
      try #require(pipe(&ends) == 0)
      defer { for end in ends { close(end) } }
      return (fcntl(ends[0], F_DUPFD_CLOEXEC, 10), fcntl(ends[1], F_DUPFD_CLOEXEC, 10))
    }
    let (input, output) = (try makePipe(), try makePipe())
    commands = FileHandle(fileDescriptor: input.write, closeOnDealloc: true)
    messages = FileHandle(fileDescriptor: output.read, closeOnDealloc: true)
    process = try Self.spawn(
      [
        "--headless", "--no-sandbox", "--remote-debugging-pipe", "--disable-gpu",
        "--disable-dev-shm-usage", "--disable-background-networking", "--no-first-run",
        "--hide-scrollbars", "--user-data-dir=\(folder.path)", "about:blank",
      ], home: folder.path, input: input.read, output: output.write)
    close(input.read)
    close(output.write)
  }

  deinit {
    // The browser's child processes are in its process group.
    kill(-process, SIGKILL)
    waitpid(process, nil, 0)
  }

  private static func spawn(
    _ arguments: [String], home: String, input: Int32, output: Int32
  ) throws -> pid_t {
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    for descriptor: Int32 in [0, 1, 2] {
      posix_spawn_file_actions_addopen(&actions, descriptor, "/dev/null", O_RDWR, 0)
    }
    posix_spawn_file_actions_adddup2(&actions, input, 3)
    posix_spawn_file_actions_adddup2(&actions, output, 4)
    var attributes = posix_spawnattr_t()
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    posix_spawnattr_setpgroup(&attributes, 0)
    posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETPGROUP))
    let path = try #require(Tools.path(of: program))
    let argv = ([path] + arguments).map { strdup($0) } + [nil]
    let environment = ["HOME=\(home)", "PATH=/usr/bin:/bin", "LANG=C.UTF-8", "TZ=UTC"]
    let envp = environment.map { strdup($0) } + [nil]
    defer { for text in argv + envp { free(text) } }
    var process: pid_t = 0
    try #require(posix_spawn(&process, path, &actions, &attributes, argv, envp) == 0)
    return process
  }

  // MARK: - The protocol

  /// Calls a method and returns its result.
  ///
  /// - Throws: ``BrowserError`` if the method fails, or the browser ends.
  func call(
    _ method: String, _ parameters: [String: Any] = [:], session: String? = nil
  ) throws -> [String: Any] {
    lastID += 1
    var message: [String: Any] = ["id": lastID, "method": method, "params": parameters]
    message["sessionId"] = session
    try commands.write(contentsOf: JSONSerialization.data(withJSONObject: message) + [0])
    while true {
      let message = try nextMessage()
      guard message["id"] as? Int == lastID else {
        record(message)
        continue
      }
      if let error = message["error"] as? [String: Any] {
        throw BrowserError(sentence: "\(method): \(error["message"] ?? "")")
      }
      return message["result"] as? [String: Any] ?? [:]
    }
  }

  /// Removes and returns the parameters of the next event called `method`.
  func wait(for method: String, session: String) throws -> [String: Any] {
    while true {
      let index = events.firstIndex { $0.method == method && $0.session == session }
      if let index { return events.remove(at: index).parameters }
      record(try nextMessage())
    }
  }

  /// Returns the parameters of the received events called `method`.
  func events(_ method: String, session: String) -> [[String: Any]] {
    events.filter { $0.method == method && $0.session == session }.map(\.parameters)
  }

  private func record(_ message: [String: Any]) {
    guard let method = message["method"] as? String else { return }
    events.append(
      Event(
        session: message["sessionId"] as? String, method: method,
        parameters: message["params"] as? [String: Any] ?? [:]))
  }

  private func nextMessage() throws -> [String: Any] {
    while true {
      if let end = received.firstIndex(of: 0) {
        let message = Data(received[..<end])
        received.removeSubrange(...end)
        return try JSONSerialization.jsonObject(with: message) as? [String: Any] ?? [:]
      }
      var descriptor = pollfd(fd: messages.fileDescriptor, events: Int16(POLLIN), revents: 0)
      while poll(&descriptor, 1, WaitPolicy.interval) == 0 {
        guard !TestRun.isOver else { throw BrowserError(sentence: "the test run is over") }
      }
      let part = messages.availableData
      guard !part.isEmpty else { throw BrowserError(sentence: "the browser has ended") }
      received += part
    }
  }
}

/// An error of a ``Browser`` or of a script in a page.
package struct BrowserError: Error {
  package var sentence: String
}
