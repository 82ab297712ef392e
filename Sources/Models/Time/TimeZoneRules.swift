import FoundationEssentials

/// The offsets of a time zone from UTC at all times, as read from a file of the IANA database (TZif, RFC 9636).
///
/// The C library supports one time zone per process, and FoundationEssentials supports only GMT.
public struct TimeZoneRules: Hashable, Sendable {
  /// The times at which the offset changes, in seconds since 1970 in UTC, in order.
  private let transitions: [Int64]
  /// The offset before the first transition, and the offset after each transition, in seconds.
  private let offsets: [Int64]
  /// The rule after the last transition, if any.
  private let rule: PosixTimeZone?

  /// Returns the path of a time zone's file, which may not exist; `nil` if the text isn't a valid name, because such
  /// a text could name another file.
  package static func path(of name: String) -> String? {
    let isAllowed = name.utf8.allSatisfy {
      switch $0 {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), UInt8(ascii: "+"),
        UInt8(ascii: "-"), UInt8(ascii: "/"):
        true
      default: false
      }
    }
    guard isAllowed, name.utf8.count <= 64, !name.hasPrefix("/") else { return nil }
    return "/usr/share/zoneinfo/\(name)"
  }

  /// Parses the contents of a file of version 2 or later, without leap seconds.
  ///
  /// - Returns: `nil` for any other contents.
  /// - Complexity: O(n) in the size of the file.
  package init?(file bytes: [UInt8]) {
    // A file has its data twice: first with times in 32 bits for old readers, then in 64 bits.
    guard
      let old = Header(bytes, at: 0), old.version >= UInt8(ascii: "2"),
      let header = Header(bytes, at: Header.size + old.dataSize(timeSize: 4)),
      header.leapSecondCount == 0, header.typeCount > 0
    else { return nil }
    let times = header.end
    let types = times + 8 * header.transitionCount
    let records = types + header.transitionCount
    let footer = header.end + header.dataSize(timeSize: 8)
    let newline = UInt8(ascii: "\n")
    guard
      footer < bytes.count, bytes[footer] == newline,
      let end = bytes[(footer + 1)...].firstIndex(of: newline)
    else { return nil }

    transitions = (0..<header.transitionCount).map {
      Int64(truncatingIfNeeded: bytes.bigEndian(at: times + 8 * $0, size: 8))
    }
    let typeOffsets = (0..<header.typeCount).map {
      Int64(Int32(truncatingIfNeeded: bytes.bigEndian(at: records + 6 * $0, size: 4)))
    }
    // The first type applies before the first transition.
    let used = [0] + bytes[types..<records].map { Int($0) }
    guard
      used.allSatisfy({ $0 < header.typeCount }),
      typeOffsets.allSatisfy({ abs($0) <= 93_599 }),
      zip(transitions, transitions.dropFirst()).allSatisfy({ $0 < $1 })
    else { return nil }
    offsets = used.map { typeOffsets[$0] }

    let text = String(decoding: bytes[(footer + 1)..<end], as: UTF8.self)
    rule = PosixTimeZone(text)
    guard rule != nil || text.isEmpty else { return nil }
  }

  /// Returns the offset from UTC in seconds.
  ///
  /// - Parameter seconds: The time in seconds since 1970 in UTC.
  /// - Complexity: O(log n) in the transitions.
  package func offset(at seconds: Int64) -> Int64 {
    if let rule, seconds >= transitions.last ?? .min { return rule.offset(at: seconds) }
    var (low, high) = (0, transitions.count)
    while low < high {
      let middle = (low + high) / 2
      if transitions[middle] <= seconds { low = middle + 1 } else { high = middle }
    }
    return offsets[low]
  }

  /// Returns the week that contains a time.
  package func week(of date: Date, startingOn start: Settings.WeekStart) -> Week {
    let seconds = date.millisecondsSince1970.flooredDivision(by: 1000)
    let local = seconds + offset(at: seconds)
    return Week(of: local.flooredDivision(by: 86_400), startingOn: start)
  }
}

/// The header of one of a file's two blocks of data.
private struct Header {
  static let size = 44

  let version: UInt8
  let leapSecondCount: Int
  let transitionCount: Int
  let typeCount: Int
  /// The sizes of the parts that are not used.
  private let abbreviationSize: Int
  private let indicatorCount: Int
  /// The position after the header.
  let end: Int

  /// Reads the header at a position.
  ///
  /// - Returns: `nil` if there is none, or if its data would be larger than the file.
  init?(_ bytes: [UInt8], at start: Int) {
    guard
      bytes.count >= Self.size, start <= bytes.count - Self.size,
      bytes[start..<(start + 4)].elementsEqual("TZif".utf8)
    else { return nil }
    version = bytes[start + 4]
    let counts = (0..<6).map { Int(bytes.bigEndian(at: start + 20 + 4 * $0, size: 4)) }
    indicatorCount = counts[0] + counts[1]
    leapSecondCount = counts[2]
    transitionCount = counts[3]
    typeCount = counts[4]
    abbreviationSize = counts[5]
    end = start + Self.size
    guard counts.allSatisfy({ $0 <= bytes.count }), end + dataSize(timeSize: 4) <= bytes.count
    else { return nil }
  }

  func dataSize(timeSize: Int) -> Int {
    (timeSize + 1) * transitionCount + 6 * typeCount + abbreviationSize
      + (timeSize + 4) * leapSecondCount + indicatorCount
  }
}

extension [UInt8] {
  fileprivate func bigEndian(at start: Int, size: Int) -> UInt64 {
    self[start..<(start + size)].reduce(0) { $0 << 8 | UInt64($1) }
  }
}
