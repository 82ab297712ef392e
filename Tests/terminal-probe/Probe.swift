import Glibc
import HTTPClient
import TerminalHost
import TerminalUI

/// A program that shows its events, ticks on request, and can exit in many ways.
///
/// `s` starts and stops a clock that ticks every 10 ms; `q` quits, `c` quits and prints its cost, `e` fails, `f` causes
/// a fatal error, `o` an index out of range, `v` a memory fault, `r` a stack overflow, `i` an issue that the program
/// survives, `g` writes to the clipboard a hundred times, `w` writes a line to standard error, `b` blocks the loop for
/// half a second, `L` and `P` block it forever, by computing and by waiting, `t` starts a thread that sleeps forever,
/// `h` switches to another thread and back, `n` reads the clock twice, `m` shows the instant of its key press, `z` calls
/// `Task.sleep`, `a` does so after returning from another thread, `H` sends a request to the server at the port of
/// `--server PORT`, `C` cancels it, and `F` receives lines without end. With `--report FOLDER` a crash writes a report there.
/// With `--fault-status`, the address of a memory fault is the exit status.
@MainActor
final class Probe: Program {
  var needsRender = true
  var exit: Exit?
  private let clock = LoopClock()
  private var events: [String] = []
  private var keyCount = 0
  private var startedAt: LoopClock.Instant?
  private var elapsed = Duration.zero
  private var suspendedAt = LoopClock.Instant.now
  private var ticks = 0
  private var ticker: Task<Void, Never>?
  /// Whether `terminate` takes a minute, so that a test can send a second signal meanwhile.
  private let isStubborn: Bool
  private let report: CrashReport?
  private let http = HTTPClient(on: EventLoop.shared)
  private let server: String?
  private var request: Task<Void, Never>?

  init(arguments: [String]) {
    isStubborn = arguments.contains("--stubborn")
    if arguments.contains("--fault-status") { exitWithFaultAddress() }
    report = arguments.firstIndex(of: "--report").flatMap {
      CrashReport(in: arguments[$0 + 1], facts: ["version: probe"])
    }
    server = arguments.firstIndex(of: "--server").map { arguments[$0 + 1] }
    if arguments.contains("--run") { start() }
  }

  func handle(_ event: InputEvent) {
    needsRender = true
    switch event {
    case .key(let key):
      keyCount += 1
      pressed(key)
    case .repeated(let key): note("\(key.name)=held")
    case .released(let key): note("\(key.name)=up")
    case .resize(let size): note("resize=\(size.width)x\(size.height)")
    case .mouse(let event): note("mouse=\(event.position.x),\(event.position.y)")
    case .paste(let text): note("paste=\(text)")
    case .focus(let isFocused): note(isFocused ? "focused" : "unfocused")
    case .suspended:
      suspendedAt = .now
      note("suspended")
    case .resumed: note(clock.now < suspendedAt ? "too-early" : "resumed")
    }
  }

  private func pressed(_ key: Key) {
    switch key {
    case "q": exit = Exit()
    case "e": exit = Exit(status: 3, message: "it failed")
    case "f": fatalError("asked for by Bob\u{1B}[31m")
    case "o": note("\(events[1000 + keyCount])")
    case "i": note(report?.record(issueAt: "\(#fileID):\(#line)") == true ? "noted" : "lost")
    case "g":
      let text = String(repeating: "x", count: 60_000)
      for _ in 0..<100 { TerminalHost.sendToClipboard(text) }
    case "t":
      startThread()
      note("thread")
    case "w": perror("Bob \u{1B}[31m")
    case "v": UnsafeMutablePointer<Int>(bitPattern: 8)?.pointee = 1
    case "r": note("\(overflow(1))")
    case "c":
      let statistics = TerminalHost.statistics
      let frames = "frames=\(statistics.frames) writes=\(statistics.writes)"
      exit = Exit(message: "keys=\(keyCount) \(frames)")
    case "b": usleep(500_000)
    case "L":
      TerminalHost.ring()
      while LoopClock.Instant.now > clock.epoch {}
    case "P":
      TerminalHost.ring()
      while true { pause() }
    case "h": hop()
    case "H": sendRequest()
    case "F": readLines()
    case "C": request?.cancel()
    case "a": ask()
    case "z":
      Task {
        try? await Task.sleep(for: .milliseconds(5))
        note("slept")
        needsRender = true
      }
    case "n":
      // The instant of a key is the time of its arrival, independent of the time that handling takes.
      let arrival = clock.now
      usleep(20_000)
      note(clock.now == arrival ? "fixed" : "moved")
    case "m": note("at=\(Int64(clock.timeSinceEpoch / .nanoseconds(1)))ns")
    case "s": if ticker == nil { start() } else { stop() }
    case "y": order()
    default: note(key.name)
    }
  }

  private func note(_ text: String) { events.append(text) }

  private func overflow(_ depth: Int) -> Int {
    depth == 0 ? 0 : depth &+ overflow(depth &+ 1) &* depth
  }

  private func start() {
    startedAt = clock.now
    ticker = Task { @MainActor [clock] in
      await clock.tick(every: .milliseconds(10)) { [self] in
        ticks += 1
        if let startedAt { elapsed = startedAt.duration(to: clock.now) }
        needsRender = true
      }
      note("ticked")
      needsRender = true
    }
  }

  /// Reports whether the work that a tick starts runs before or after the frame that shows the tick.
  private func order() {
    ticker = Task { @MainActor [clock] in
      // Ticks are rare enough that the frame of each one is due immediately.
      await clock.tick(every: .milliseconds(100)) { [self] in
        needsRender = true
        ticker?.cancel()
        let frames = TerminalHost.statistics.frames
        Task {
          note(TerminalHost.statistics.frames > frames ? "shown-first" : "done-first")
          needsRender = true
        }
      }
      ticker = nil
    }
  }

  private func stop() {
    ticker?.cancel()
    ticker = nil
    if let startedAt { elapsed = startedAt.duration(to: clock.now) }
    note("stopped=" + Self.text(elapsed))
  }

  private func hop() {
    let thread = pthread_self()
    Task {
      let back = await elsewhere()
      note(back && pthread_self() == thread ? "hopped" : "lost")
      needsRender = true
    }
  }

  /// Sends a request and shows its result.
  private func sendRequest() {
    note("sent")
    request = Task {
      do {
        let request = HTTPRequest(.get, "http://127.0.0.1:\(server ?? "")/")
        note("status=\(try await http.send(request).status)")
      } catch is CancellationError {
        note("cancelled=\(http.transferCount)")
      } catch {
        note("failed")
      }
      needsRender = true
    }
  }

  private func readLines() {
    var isFirst = true
    Task {
      let request = HTTPRequest(.get, "http://127.0.0.1:\(server ?? "")/")
      _ = try await http.readLines(of: request) { [self] _ in
        if isFirst {
          note("receiving")
          needsRender = true
        }
        isFirst = false
        return true
      }
    }
  }

  /// Shows a result from another thread, and five milliseconds later a second change.
  private func ask() {
    Task {
      _ = await elsewhere()
      note("answered")
      needsRender = true
      try? await Task.sleep(for: .milliseconds(5))
      note("late")
      needsRender = true
    }
  }

  /// Suspends until another thread resumes it.
  private nonisolated func elsewhere() async -> Bool {
    await withCheckedContinuation { continuation in
      var thread = pthread_t()
      let box = Unmanaged.passRetained(ContinuationBox(continuation)).toOpaque()
      pthread_create(
        &thread, nil,
        { box in
          Unmanaged<ContinuationBox>.fromOpaque(box!).takeRetainedValue().resume()
          return nil
        }, box)
      pthread_detach(thread)
    }
  }

  private nonisolated func startThread() {
    var thread = pthread_t()
    pthread_create(&thread, nil, { _ in while true { pause() } }, nil)
  }

  private final class ContinuationBox: Sendable {
    private let continuation: CheckedContinuation<Bool, Never>
    init(_ continuation: CheckedContinuation<Bool, Never>) { self.continuation = continuation }
    func resume() { continuation.resume(returning: true) }
  }

  private static let hints = [Hint("s", "start/stop"), Hint("q", "quit")]

  func render(into frame: inout Frame) {
    needsRender = false
    let size = frame.size
    let view = VStack {
      Text("PROBE \(size.width)x\(size.height)").style(.accent)
      Text(events.suffix(8).joined(separator: " "))
      Text(ticks > 0 ? "ticking" : "idle").style(.dim)
      BigText(Self.text(elapsed), minorStart: 5, maxScale: 1).centered()
      HintBar(Self.hints)
    }
    frame.drawAll { $0.draw(view.border("probe")) }
  }

  /// The time as `mm:ss.cc`, short enough to need no heap allocation.
  private static func text(_ duration: Duration) -> String {
    let (seconds, attoseconds) = duration.components
    let hundredths = Int64(attoseconds / 10_000_000_000_000_000)
    return String(unsafeUninitializedCapacity: 8) { text in
      func put(_ value: Int64, at index: Int) {
        text[index] = UInt8(value / 10 % 10) + 0x30
        text[index + 1] = UInt8(value % 10) + 0x30
      }
      put(seconds / 60 % 100, at: 0)
      text[2] = UInt8(ascii: ":")
      put(seconds % 60, at: 3)
      text[5] = UInt8(ascii: ".")
      put(hundredths, at: 6)
      return 8
    }
  }

  func terminate(_ reason: TerminationReason) async {
    if isStubborn { try? await clock.sleep(for: .seconds(60)) }
    try? await clock.sleep(for: .milliseconds(20))
  }
}

/// Installs an earlier handler than that of a crash report, in place of Swift's backtracer. The status is 99 if the
/// signal has no fault address.
private func exitWithFaultAddress() {
  var action = sigaction()
  action.sa_flags = SA_SIGINFO
  action.__sigaction_handler.sa_sigaction = { _, info, _ in
    let info = info!.pointee
    let address = UInt8(truncatingIfNeeded: Int(bitPattern: info._sifields._sigfault.si_addr))
    _exit(info.si_code > 0 ? Int32(address) : 99)
  }
  sigaction(SIGSEGV, &action, nil)
}

extension EventLoop: SocketLoop {}
