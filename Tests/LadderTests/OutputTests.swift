import CommandLineInterface
import Glibc
import Testing

@testable import LadderCommands

struct OutputTests {
  /// Runs the tool in this process with its output to `descriptor`.
  private func run(_ arguments: [String], to descriptor: Int32) -> (code: Int32, lines: [String]) {
    var lines: [String] = []
    let code = CommandLineTool(
      .ladder, arguments: ["ladder"] + arguments,
      // Not the real database of the developer.
      environment: { $0 == "LADDER_DATA" ? "/nowhere" : nil },
      output: Output(descriptor: descriptor), isTerminal: false, writeError: { lines.append($0) }
    ).run()
    return (code, lines)
  }

  @Test func `a closed reader is not an error`() {
    signal(SIGPIPE, SIG_IGN)
    var ends: [Int32] = [0, 0]
    pipe(&ends)
    close(ends[0])
    defer { close(ends[1]) }
    let (code, lines) = run(["challenges"], to: ends[1])
    #expect(code == 0)
    #expect(lines.isEmpty)
  }

  @Test func `a closed output is an error`() {
    let (code, lines) = run(["challenges"], to: -1)
    #expect(code == 1)
    #expect(lines == ["ladder: cannot write the output (Bad file descriptor)"])
  }

  @Test func `a slow reader gets everything`() throws {
    var ends: [Int32] = [0, 0]
    pipe(&ends)
    for end in ends { _ = fcntl(end, F_SETFL, O_NONBLOCK) }
    // Processes that other tests start must not inherit the descriptors.
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    let (read, write) = (ends[0], ends[1])
    defer { close(read) }
    let text = String(repeating: "0123456789", count: 50_000)
    var thread = pthread_t()
    let job = Unmanaged.passRetained(WriteJob(write, text)).toOpaque()
    pthread_create(
      &thread, nil,
      { context in
        if let context { Unmanaged<WriteJob>.fromOpaque(context).takeRetainedValue().run() }
        return nil
      }, job)
    var received = 0
    var part = [UInt8](repeating: 0, count: 4096)
    while true {
      let count = Glibc.read(read, &part, part.count)
      if count == 0 { break }
      if count > 0 { received += count }
      if count < 0 {
        var ready = pollfd(fd: read, events: Int16(POLLIN), revents: 0)
        poll(&ready, 1, -1)
      }
    }
    pthread_join(thread, nil)
    #expect(received == text.utf8.count)
  }

  private final class WriteJob {
    private let descriptor: Int32
    private let text: String

    init(_ descriptor: Int32, _ text: String) { (self.descriptor, self.text) = (descriptor, text) }

    func run() {
      let output = Output(descriptor: descriptor)
      output.append(text)
      try? output.flush()
      close(descriptor)
    }
  }
}
