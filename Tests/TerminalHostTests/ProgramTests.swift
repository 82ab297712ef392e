import CSystem
import Glibc
import SystemTestSupport
import Testing

@testable import TerminalHost

/// Tests of programs that are started without a shell.
struct ProgramTests {
  private let folder = TestFolder()

  /// Runs a program to its end, and returns its outcome.
  private func run(_ arguments: [String]) throws -> ProgramRunner.Outcome {
    var pointers = arguments.map { strdup($0) } + [nil]
    defer { for pointer in pointers { free(pointer) } }
    var process: pid_t = 0
    let code = csys_start_program(&pointers, &process)
    guard code == 0 else { return .failed(code) }
    let descriptor = csys_watch_process(process)
    try #require(descriptor >= 0)
    defer { close(descriptor) }
    var poller = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    while poll(&poller, 1, -1) != 1 {}
    return ProgramRunner.Outcome(status: csys_end_program(process))
  }

  @Test func `a program has no terminal, no input or output, and no other descriptor`() throws {
    let pipe = try #require(Descriptors())
    defer { pipe.close() }
    let file = folder.path + "/facts"
    let script = """
      facts=$(for i in 0 1 2; do readlink /proc/$$/fd/$i; done
        ls /proc/$$/fd | wc -l
        (: < /dev/tty) 2> /dev/null && echo terminal
        set -- $(cat /proc/$$/stat); [ $6 = $$ ] && echo session)
      echo "$facts" > "$0"
      """
    #expect(try run(["/bin/bash", "-c", script, file]) == .exited(0))
    let lines = folder.text(of: "facts").split(separator: "\n")
    #expect(lines.prefix(3) == ["/dev/null", "/dev/null", "/dev/null"])
    // The three standard descriptors, and at most one that the shell opens itself.
    #expect(lines.dropFirst(3).first.flatMap { Int($0) }.map { $0 <= 4 } == true)
    #expect(lines.last == "session" && lines.count == 5, "\(lines)")
  }

  @Test func `the outcome of a program contains the reason for its end`() throws {
    #expect(try run(["true"]) == .exited(0))
    #expect(try run(["sh", "-c", "exit 3"]) == .exited(3))
    #expect(try run(["sh", "-c", "kill -9 $$"]) == .signaled(SIGKILL))
    #expect(try run(["no-such-program"]) == .failed(ENOENT))
    #expect(try run([folder.path]) == .failed(EACCES))
  }

  @Test func `a file without an interpreter is not read by a shell`() throws {
    folder.write("touch \(folder.path)/ran\n", to: "script")
    chmod(folder.path + "/script", 0o700)
    #expect(try run([folder.path + "/script"]) == .failed(ENOEXEC))
    #expect(folder.contents == ["script"])
  }

  @Test func `child processes end with their program`() throws {
    let file = folder.path + "/process"
    #expect(try run(["/bin/sh", "-c", "sleep 1000 & echo $! > \(file)"]) == .exited(0))
    let process = try #require(pid_t(folder.text(of: "process").prefix { $0 != "\n" }))
    // The signal has been sent, and nothing else would end a sleep of that length.
    while kill(process, 0) == 0, !isZombie(process) { sched_yield() }
  }

  private func isZombie(_ process: pid_t) -> Bool {
    String(decoding: readBytes("/proc/\(process)/stat") ?? [], as: UTF8.self).contains(") Z")
  }
}

/// A pipe that programs would inherit.
private struct Descriptors {
  private var ends: [Int32] = [0, 0]

  init?() {
    guard pipe(&ends) == 0 else { return nil }
  }

  func close() { for end in ends { Glibc.close(end) } }
}
