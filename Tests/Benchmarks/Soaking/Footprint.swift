import Glibc

/// What a process holds at a moment, as the kernel counts it.
struct Footprint {
  /// Memory of its own: what is mapped from files comes and goes as the kernel likes.
  let kilobytes: Int
  /// Open files, sockets and the like.
  let descriptors: Int

  /// - Parameter process: A number, or `self`.
  /// - Throws: ``BenchError`` when there is no such process.
  init(of process: String) throws {
    guard
      let memory = PtyProgram.status("/proc/\(process)/status")["RssAnon"],
      let number = Int(memory.prefix { $0.isNumber })
    else { throw BenchError("the memory of process \(process) cannot be read") }
    kilobytes = number
    descriptors = TemporaryFolder.names(in: "/proc/\(process)/fd").count
  }
}

/// Looks at a process again and again, and says whether it holds more and more.
struct FootprintLog {
  private var footprints: [Footprint] = []

  /// How far the memory may go up and down once it is warm.
  static let tolerance = 1024

  mutating func add(_ footprint: Footprint) { footprints.append(footprint) }

  /// - Throws: ``BenchError`` when something grew after the first quarter, in which caches fill.
  /// - Returns: What was seen, in one line.
  func summary() throws -> String {
    let warm = footprints.dropFirst(footprints.count / 4)
    let memory = warm.map(\.kilobytes)
    guard let first = warm.first, let minMemory = memory.min(), let maxMemory = memory.max() else {
      throw BenchError("a soak takes longer than that")
    }
    let line =
      "memory \(minMemory)–\(maxMemory) kB, \(first.descriptors) descriptors, \(warm.count) looks"
    guard maxMemory - minMemory <= 2 * Self.tolerance else {
      throw BenchError("memory is not flat: \(memory)")
    }
    guard warm.allSatisfy({ $0.descriptors == first.descriptors }) else {
      throw BenchError("descriptors are not flat: \(warm.map(\.descriptors))")
    }
    return line
  }
}
