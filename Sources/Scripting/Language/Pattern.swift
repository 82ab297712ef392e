import CPCRE2

/// A Perl-compatible regular expression, and a bound on what a search for it costs.
///
/// A pattern may come from a stranger's script, so what PCRE2 can bound is bounded. Its match limit is not enough: it
/// begins again at each place where a match may begin, and counts a repeated class of characters once, however large the
/// class is and however far it goes. So PCRE2 calls back at each item of the pattern, and the item's cost is counted.
final class Pattern {
  /// Why a text is no pattern.
  struct Problem: Error, Equatable, CustomStringConvertible {
    let description: String
  }

  /// A search that was given up.
  struct TooManySteps: Error, Equatable, CustomStringConvertible {
    let description: String
  }

  /// Longer ones than anyone writes: a dozen bytes can take milliseconds to compile.
  static let maxBytes = 256
  /// The most steps in one row. A step is about a nanosecond, and the same on every machine.
  static let maxSteps = 10_000_000
  /// The steps of each item of a pattern, at least.
  private static let itemSteps = 25

  private static let maxNesting: UInt32 = 32
  /// At each place where a match may begin.
  private static let matchLimit: UInt32 = 100_000
  private static let depthLimit: UInt32 = 10_000
  private static let heapKilobytes: UInt32 = 4096

  private let text: String
  private let code: OpaquePointer

  /// - Throws: ``Problem``.
  init(_ text: String) throws(Problem) {
    let limits = Self.allocated(pcre2_compile_context_create_8(nil))
    defer { pcre2_compile_context_free_8(limits) }
    pcre2_set_max_pattern_length_8(limits, Self.maxBytes)
    pcre2_set_parens_nest_limit_8(limits, Self.maxNesting)
    var status: Int32 = 0
    var offset = 0
    // `\C` splits a character. Nothing is compiled to machine code.
    let options = PCRE2_UTF | PCRE2_UCP | PCRE2_NEVER_BACKSLASH_C | PCRE2_AUTO_CALLOUT
    let bytes = Array(text.utf8)
    let code = pcre2_compile_8(
      bytes, bytes.count, options, &status, &offset, limits)
    guard let code else {
      throw Problem(
        description: "/\(text.shortened)/ is no pattern: "
          + Self.message(status, behind: String(decoding: bytes.prefix(offset), as: UTF8.self)))
    }
    self.text = text
    self.code = code
  }

  deinit { pcre2_code_free_8(code) }

  /// Whether it is in a row of the screen.
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
    var stepsLeft = Self.maxSteps
    let status = withUnsafeMutablePointer(to: &stepsLeft) { stepsLeft in
      pcre2_set_callout_8(limits, Self.count, stepsLeft)
      return pcre2_match_8(code, bytes, bytes.count, 0, 0, found, limits)
    }
    if status >= 0 { return true }
    if status == PCRE2_ERROR_NOMATCH { return false }
    throw TooManySteps(
      description:
        "/\(text.shortened)/ takes more than \(Self.maxSteps) steps in a row of the screen "
        + "(\(Self.message(status))); repeat nothing that repeats")
  }

  /// Takes the cost of the next item from the steps that are left: a byte of it may be compared with each byte of the row.
  private static let count:
    @convention(c) (
      UnsafeMutablePointer<pcre2_callout_block_8>?, UnsafeMutableRawPointer?
    ) -> Int32 = { item, stepsLeft in
      guard let item, let stepsLeft = stepsLeft?.assumingMemoryBound(to: Int.self) else { return 0 }
      let left = item.pointee.subject_length - item.pointee.current_position
      stepsLeft.pointee -= itemSteps + item.pointee.next_item_length * left
      return stepsLeft.pointee < 0 ? PCRE2_ERROR_MATCHLIMIT : 0
    }

  /// PCRE2's own words for an error.
  private static func message(_ status: Int32) -> String {
    var buffer = [UInt8](repeating: 0, count: 256)
    pcre2_get_error_message_8(status, &buffer, buffer.count)
    return String(decoding: buffer.prefix { $0 != 0 }, as: UTF8.self)
  }

  /// - Parameter start: What was read of the pattern before the error was noticed.
  private static func message(_ status: Int32, behind start: String) -> String {
    guard status != PCRE2_ERROR_PATTERN_STRING_TOO_LONG else {
      return "it has more than \(maxBytes) bytes, which is the most"
    }
    return message(status) + (start.isEmpty ? "" : " (noticed at its character \(start.count))")
  }

  /// PCRE2 makes nothing only when there is no memory, where Swift ends the program too.
  private static func allocated(_ object: OpaquePointer?) -> OpaquePointer {
    guard let object else { fatalError("out of memory") }
    return object
  }
}
