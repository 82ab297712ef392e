import CPCRE2

/// A Perl-compatible regular expression with a limit on the cost of a search.
///
/// A pattern may come from an untrusted script, so everything that PCRE2 can limit is limited. Its match limit is not
/// sufficient: it restarts at each possible start of a match, and counts a repeated character class once, regardless
/// of the size of the class and the number of repetitions. So PCRE2 calls back at each item of the pattern, and the
/// item's cost is counted.
///
// @unchecked: threads can share a compiled pattern, because PCRE2 doesn't change it.
public final class Pattern: @unchecked Sendable {
  /// An error for a text that is not a valid pattern.
  public struct Problem: Error, Equatable, CustomStringConvertible {
    public let description: String
  }

  /// An error for a search that exceeded the limit.
  struct TooManySteps: Error, Equatable, CustomStringConvertible {
    let description: String
  }

  /// The maximum length. A dozen bytes can already take milliseconds to compile.
  static let maxBytes = 256
  /// The maximum number of steps in one row. A step takes about a nanosecond, and the count is the same on every
  /// machine.
  static let maxSteps = 10_000_000
  /// The minimum number of steps for each item of a pattern.
  private static let itemSteps = 25

  private static let maxNesting: UInt32 = 32
  /// The limit at each possible start of a match.
  private static let matchLimit: UInt32 = 100_000
  private static let depthLimit: UInt32 = 10_000
  private static let heapKilobytes: UInt32 = 4096

  let text: String
  private let code: OpaquePointer

  /// Compiles a pattern.
  ///
  /// - Throws: ``Problem``.
  public init(_ text: String) throws(Problem) {
    let limits = Self.allocated(pcre2_compile_context_create_8(nil))
    defer { pcre2_compile_context_free_8(limits) }
    pcre2_set_max_pattern_length_8(limits, Self.maxBytes)
    pcre2_set_parens_nest_limit_8(limits, Self.maxNesting)
    var status: Int32 = 0
    var offset = 0
    // `\C` would split a character. JIT compilation is not used.
    let options = PCRE2_UTF | PCRE2_UCP | PCRE2_NEVER_BACKSLASH_C | PCRE2_AUTO_CALLOUT
    let bytes = Array(text.utf8)
    let code = pcre2_compile_8(
      bytes, bytes.count, options, &status, &offset, limits)
    guard let code else {
      throw Problem(
        description: "/\(text.shortened)/ is not a valid pattern: "
          + Self.message(status, behind: String(decoding: bytes.prefix(offset), as: UTF8.self)))
    }
    self.text = text
    self.code = code
  }

  deinit { pcre2_code_free_8(code) }

  /// Returns whether the pattern matches in a row of the screen.
  ///
  /// - Throws: ``TooManySteps``.
  func isFound(in row: String) throws(TooManySteps) -> Bool {
    let limits = Self.allocated(pcre2_match_context_create_8(nil))
    defer { pcre2_match_context_free_8(limits) }
    pcre2_set_match_limit_8(limits, Self.matchLimit)
    pcre2_set_depth_limit_8(limits, Self.depthLimit)
    pcre2_set_heap_limit_8(limits, Self.heapKilobytes)
    let found = Self.allocated(pcre2_match_data_create_8(1, nil))
    defer { pcre2_match_data_free_8(found) }
    let bytes = Array(row.utf8)
    var remainingSteps = Self.maxSteps
    let status = withUnsafeMutablePointer(to: &remainingSteps) { remainingSteps in
      pcre2_set_callout_8(limits, Self.count, remainingSteps)
      return pcre2_match_8(code, bytes, bytes.count, 0, 0, found, limits)
    }
    if status >= 0 { return true }
    if status == PCRE2_ERROR_NOMATCH { return false }
    throw TooManySteps(
      description:
        "/\(text.shortened)/ takes more than \(Self.maxSteps) steps per row of the screen "
        + "(\(Self.message(status))); don't nest repetitions")
  }

  /// Subtracts the cost of the next item from the remaining steps: each of its bytes may be compared with each byte
  /// of the row.
  private static let count:
    @convention(c) (
      UnsafeMutablePointer<pcre2_callout_block_8>?, UnsafeMutableRawPointer?
    ) -> Int32 = { item, remainingSteps in
      guard let item, let remainingSteps = remainingSteps?.assumingMemoryBound(to: Int.self) else {
        return 0
      }
      let remaining = item.pointee.subject_length - item.pointee.current_position
      remainingSteps.pointee -= itemSteps + item.pointee.next_item_length * remaining
      return remainingSteps.pointee < 0 ? PCRE2_ERROR_MATCHLIMIT : 0
    }

  /// PCRE2's message for an error.
  private static func message(_ status: Int32) -> String {
    var buffer = [UInt8](repeating: 0, count: 256)
    pcre2_get_error_message_8(status, &buffer, buffer.count)
    return String(decoding: buffer.prefix { $0 != 0 }, as: UTF8.self)
  }

  /// Returns the message for an error.
  ///
  /// - Parameter start: The part of the pattern before the error.
  private static func message(_ status: Int32, behind start: String) -> String {
    guard status != PCRE2_ERROR_PATTERN_STRING_TOO_LONG else {
      return "it has more than \(maxBytes) bytes"
    }
    return message(status) + (start.isEmpty ? "" : " (at character \(start.count))")
  }

  /// Ends the program if PCRE2 returns `NULL`, which means that memory has run out.
  private static func allocated(_ object: OpaquePointer?) -> OpaquePointer {
    guard let object else { fatalError("out of memory") }
    return object
  }
}

extension Pattern: Equatable {
  public static func == (one: Pattern, other: Pattern) -> Bool { one.text == other.text }
}
