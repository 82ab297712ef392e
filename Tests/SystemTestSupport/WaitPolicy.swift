import Foundation

/// A decision on when to stop waiting for a program on a terminal.
///
/// It does not depend on how fast or busy the machine is: waiting for a processor or for the disk counts as progress,
/// idle observations are counted instead of timed, and only the program's own CPU time is measured.
///
/// ```swift
/// var waitPolicy = WaitPolicy()
/// while !isDone() {
///   if let reason = waitPolicy.giveUpReason(after: .init(session: pid)) { return reason }
/// }
/// ```
package struct WaitPolicy {
  /// The kernel's counts for the processes of a session.
  package struct Observation: Equatable {
    /// Whether a thread runs, waits for a processor or waits for the disk.
    package var isActive: Bool
    /// The context switches of all threads, voluntary and involuntary.
    package var switches: Int
    /// The CPU time of all processes and of the children they waited for, in clock ticks.
    package var cpuTicks: Int

    package init(isActive: Bool, switches: Int, cpuTicks: Int) {
      self.isActive = isActive
      self.switches = switches
      self.cpuTicks = cpuTicks
    }
  }

  /// A reason to stop waiting.
  package enum Reason: Equatable {
    case ended, idle, cpuTime, endOfRun
  }

  /// The milliseconds between two observations. On a busy machine the interval may be longer, which has no effect.
  package static let interval: Int32 = 250

  private static let ticksPerSecond = max(1, sysconf(Int32(_SC_CLK_TCK)))

  private let maxIdleObservations: Int
  private let maxCPUTicks: Int
  private let isRunOver: () -> Bool
  private var last: Observation?
  private var idleObservations = 0
  private var usedTicks = 0

  /// Creates the policy for one wait.
  ///
  /// - Parameters:
  ///   - maxIdleObservations: The maximum number of consecutive observations without progress; 80 take 20 seconds.
  ///   - maxCPUSeconds: The maximum CPU time that the session may use during the wait.
  ///   - isRunOver: Whether the time limit of the whole run has passed.
  package init(
    maxIdleObservations: Int = 80, maxCPUSeconds: Int = 60,
    isRunOver: @escaping () -> Bool = { TestRun.isOver }
  ) {
    self.maxIdleObservations = maxIdleObservations
    maxCPUTicks = maxCPUSeconds * Self.ticksPerSecond
    self.isRunOver = isRunOver
  }

  /// Records an observation.
  ///
  /// - Returns: The reason to stop waiting, or `nil` to continue.
  package mutating func giveUpReason(after observation: Observation) -> Reason? {
    if let last {
      // The sum decreases when a process has ended, because it no longer includes that process's time.
      usedTicks += max(0, observation.cpuTicks - last.cpuTicks)
    }
    let isIdle = !observation.isActive && observation == last
    idleObservations = isIdle ? idleObservations + 1 : 0
    last = observation
    if isRunOver() { return .endOfRun }
    if usedTicks >= maxCPUTicks { return .cpuTime }
    return idleObservations >= maxIdleObservations ? .idle : nil
  }

  /// Returns a sentence with the reason for giving up.
  package func explanation(of reason: Reason) -> String {
    switch reason {
    case .ended: "the program has ended"
    case .idle: "all processes were idle for \(maxIdleObservations) observations in a row"
    case .cpuTime: "\(maxCPUTicks / Self.ticksPerSecond) s of CPU time were used meanwhile"
    case .endOfRun: "the run exceeds its limit of \(TestRun.minutes) minutes (LADDER_TEST_MINUTES)"
    }
  }
}

/// The time limit of the whole test process.
package enum TestRun {
  /// `LADDER_TEST_MINUTES` in the environment, 80 by default.
  package static let minutes =
    ProcessInfo.processInfo.environment["LADDER_TEST_MINUTES"].flatMap { Int($0) } ?? 80

  /// Whether the test process was started more than ``minutes`` ago.
  package static var isOver: Bool {
    var now = timespec()
    clock_gettime(CLOCK_BOOTTIME, &now)
    return Double(now.tv_sec) - start > Double(minutes * 60)
  }

  /// The start time of the test process, in seconds since boot.
  private static let start: Double = {
    let fields = ProcessFields("/proc/self/stat")
    return Double(fields?[22] ?? 0) / Double(sysconf(Int32(_SC_CLK_TCK)))
  }()
}

extension WaitPolicy.Observation {
  /// Observes the processes of the session that `pid` leads.
  package init(session pid: pid_t) {
    self.init(isActive: false, switches: 0, cpuTicks: 0)
    for name in folderContents("/proc") {
      guard
        let process = pid_t(name), let fields = ProcessFields("/proc/\(name)/stat"),
        // A child that has not run yet is still in the session of the tests.
        process == pid || fields[6] == Int(pid)
      else { continue }
      // The time of the process and of the children it waited for, in user and in kernel mode.
      for field in 14...17 { cpuTicks += fields[field] }
      for thread in folderContents("/proc/\(name)/task") {
        add(threadStatus: readFile("/proc/\(name)/task/\(thread)/status") ?? "")
      }
    }
  }

  private mutating func add(threadStatus: String) {
    for line in threadStatus.split(separator: "\n") {
      let value = line.drop { $0 != ":" }.dropFirst().drop(while: \.isWhitespace)
      if line.hasPrefix("State:") {
        // Asleep, stopped, stopped by a tracer, or ended.
        isActive = isActive || !"STtZX".contains(value.prefix(1))
      } else if line.contains("voluntary_ctxt_switches:") {
        switches += Int(value) ?? 0
      }
    }
  }
}

/// The fields of a `stat` file in `/proc`, numbered as in proc(5).
private struct ProcessFields {
  private let fields: [Substring]

  init?(_ path: String) {
    // The name of the program, in parentheses, may contain any characters.
    guard let text = readFile(path), let end = text.lastIndex(of: ")") else { return nil }
    fields = text[end...].dropFirst().split(whereSeparator: \.isWhitespace)
  }

  /// - Parameter number: 4 or more. The first two fields are the process ID and the name, and the third is a letter.
  subscript(number: Int) -> Int {
    fields.indices.contains(number - 3) ? Int(fields[number - 3]) ?? 0 : 0
  }
}
