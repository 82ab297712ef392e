import Synchronization

/// Characters of more than one scalar, numbered so that a ``Cell`` stays eight bytes.
///
/// One table for the process: cells of different buffers must compare equal. It only grows, and
/// stops at `capacity`; text beyond that loses its combining marks, not its letters.
enum ClusterTable {
  /// Base and marks of one cell. A pile of more marks would reach into other rows, and they come to no terminal (`RowWriter`).
  static let maxScalars = 5
  static let capacity = 4096

  private struct Contents {
    var clusters: [[Unicode.Scalar]] = []
    var numbers: [[Unicode.Scalar]: UInt32] = [:]
  }

  private static let contents = Mutex(Contents())

  /// The number of base followed by one more mark; nil when it is too long or the table is full.
  static func number(of scalars: [Unicode.Scalar]) -> UInt32? {
    guard scalars.count <= maxScalars else { return nil }
    return contents.withLock { contents in
      if let number = contents.numbers[scalars] { return number }
      guard contents.clusters.count < capacity else { return nil }
      let number = UInt32(contents.clusters.count)
      contents.clusters.append(scalars)
      contents.numbers[scalars] = number
      return number
    }
  }

  static func scalars(at number: UInt32) -> [Unicode.Scalar] {
    contents.withLock { $0.clusters[Int(number)] }
  }
}
