import Glibc

/// The memory and the open files of a process.
struct Footprint {
  /// The anonymous memory in kB. Memory mapped from files isn't included, because the kernel can drop it at any time.
  let kilobytes: Int
  /// The number of open file descriptors.
  let descriptors: Int

  /// Reads the footprint of a process.
  ///
  /// - Parameter process: A process ID, or `self`.
  /// - Throws: ``BenchError`` if there is no such process.
  init(of process: String) throws {
    guard
      let memory = PtyProgram.status("/proc/\(process)/status")["RssAnon"],
      let number = Int(memory.prefix { $0.isNumber })
    else { throw BenchError("the memory of process \(process) cannot be read") }
    kilobytes = number
    descriptors = TemporaryFolder.names(in: "/proc/\(process)/fd").count
  }
}

/// A series of footprints of a process, to detect leaks.
struct FootprintLog {
  private var footprints: [Footprint] = []

  /// The maximum deviation of the memory after the warm-up, in kB.
  static let tolerance = 1024

  mutating func add(_ footprint: Footprint) { footprints.append(footprint) }

  /// Checks that the footprint doesn't grow after the first quarter, in which caches fill.
  ///
  /// - Returns: A summary in one line.
  /// - Throws: ``BenchError`` if it grows.
  func summary() throws -> String {
    let warm = footprints.dropFirst(footprints.count / 4)
    let memory = warm.map(\.kilobytes)
    guard let first = warm.first, let minMemory = memory.min(), let maxMemory = memory.max() else {
      throw BenchError("the soak is too short to compare footprints")
    }
    let line =
      "memory \(minMemory)–\(maxMemory) kB, \(first.descriptors) descriptors, \(warm.count) samples"
    guard maxMemory - minMemory <= 2 * Self.tolerance else {
      throw BenchError("memory is not constant: \(memory)")
    }
    guard warm.allSatisfy({ $0.descriptors == first.descriptors }) else {
      throw BenchError("the number of descriptors is not constant: \(warm.map(\.descriptors))")
    }
    return line
  }
}
