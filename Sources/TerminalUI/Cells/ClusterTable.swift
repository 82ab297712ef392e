import Synchronization

/// A table of characters of more than one scalar, which a ``Cell`` refers to by index.
///
/// The process has one table, so that cells of different buffers compare equal. Entries are never removed. Once the
/// table is full, combining marks of further characters are dropped.
enum ClusterTable {
  /// The maximum number of scalars in a cell. More stacked marks would reach into other rows.
  static let maxScalars = 5
  static let capacity = 4096

  private struct Contents {
    var clusters: [[Unicode.Scalar]] = []
    var indices: [[Unicode.Scalar]: UInt32] = [:]
  }

  private static let contents = Mutex(Contents())

  /// Returns the index of a character, adding it if needed; `nil` if it is too long or the table is full.
  static func index(of scalars: [Unicode.Scalar]) -> UInt32? {
    guard scalars.count <= maxScalars else { return nil }
    return contents.withLock { contents in
      if let index = contents.indices[scalars] { return index }
      guard contents.clusters.count < capacity else { return nil }
      let index = UInt32(contents.clusters.count)
      contents.clusters.append(scalars)
      contents.indices[scalars] = index
      return index
    }
  }

  static func scalars(at index: UInt32) -> [Unicode.Scalar] {
    contents.withLock { $0.clusters[Int(index)] }
  }
}
