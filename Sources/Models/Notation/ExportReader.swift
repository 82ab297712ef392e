import FoundationEssentials

/// A reader of the items of an export, as JSON or as JSON lines.
///
/// A file begins with an object that names the format and its version. The items are the objects in its arrays, or the
/// lines after it. Only one item is in memory at a time. Nothing in a file is trusted: the reader finds the ends of
/// items, and `JSONDecoder` decodes them.
public struct ExportReader {
  /// The version of the format that this program writes, and the latest one that it reads.
  public static let version = 1
  /// The maximum size of an item in bytes. The longest workout log takes less than half of it.
  static let maxItemSize = 8 << 20

  private let nextChunk: () throws -> [UInt8]
  private var chunk: ArraySlice<UInt8> = []
  private var line = 1
  /// The first object without the items in it.
  private var header: [UInt8] = []
  private var isHeaderComplete = false
  private var (depth, isInString, isEscaped) = (0, false, false)

  /// Creates a reader.
  ///
  /// - Parameter nextChunk: Returns the next bytes of the file; none at its end.
  public init(_ nextChunk: @escaping () throws -> [UInt8]) { self.nextChunk = nextChunk }

  /// Returns the JSON of the next item with the line where it begins; `nil` at the end of the file.
  ///
  /// - Throws: `TextError` if the file isn't an export of a version that this program reads, ends too early, or has an item
  ///   that is too large; errors of `nextChunk`.
  /// - Complexity: O(n) in the bytes of the item and of the header before it.
  public mutating func next() throws -> (json: Data, line: Int)? {
    var (item, start) = ([UInt8](), line)
    while let byte = try nextByte() {
      if byte == UInt8(ascii: "\n") { line += 1 }
      let itemDepth = isHeaderComplete ? 0 : 2
      if !item.isEmpty || byte == UInt8(ascii: "{") && depth == itemDepth {
        if item.isEmpty { start = line }
        item.append(byte)
      } else if isInString || ![0x20, 0x0A, 0x0D, 0x09].contains(byte) {
        try appendToHeader(byte)
      }
      advance(over: byte)
      guard item.count <= Self.maxItemSize, depth <= 12 else {
        throw TextError(
          line: start, "an item is larger or more deeply nested than any that Ladder writes")
      }
      if !item.isEmpty, depth == itemDepth, !isInString { return (Data(item), start) }
      if depth == 0, !isHeaderComplete, !header.isEmpty { try checkHeader() }
    }
    guard item.isEmpty, isHeaderComplete else {
      throw TextError(line: start, "the file ends too early")
    }
    return nil
  }

  private mutating func appendToHeader(_ byte: UInt8) throws {
    let isPossible =
      switch depth {
      case _ where isHeaderComplete || header.count >= 4096: false
      case 0: byte == UInt8(ascii: "{")
      case 2: byte == UInt8(ascii: ",") || byte == UInt8(ascii: "]")
      default: true
      }
    guard isPossible else { throw notAnExport }
    // The commas between items are not part of the header.
    if depth != 2 || byte != UInt8(ascii: ",") { header.append(byte) }
  }

  private mutating func advance(over byte: UInt8) {
    switch byte {
    case _ where isEscaped: isEscaped = false
    case UInt8(ascii: "\\"): isEscaped = isInString
    case UInt8(ascii: "\""): isInString.toggle()
    case _ where isInString: break
    case UInt8(ascii: "{"), UInt8(ascii: "["): depth += 1
    case UInt8(ascii: "}"), UInt8(ascii: "]"): depth -= 1
    default: break
    }
  }

  private mutating func checkHeader() throws {
    let members = try? JSONDecoder().decode(JSONText.self, from: Data(header))
    guard members?["format"]?.string == "ladder", let version = members?["version"]?.integer else {
      throw notAnExport
    }
    guard version == Self.version else {
      throw TextError(line: line, "it has version \(version), not \(Self.version); update Ladder")
    }
    isHeaderComplete = true
  }

  private var notAnExport: TextError { TextError(line: line, "this is not a Ladder export") }

  private mutating func nextByte() throws -> UInt8? {
    if chunk.isEmpty { chunk = try nextChunk()[...] }
    return chunk.popFirst()
  }
}
