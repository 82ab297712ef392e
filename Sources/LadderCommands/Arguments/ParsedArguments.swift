import CSystem
import Glibc
import Models
import Synchronization

/// The options and positional arguments of a command line.
struct ParsedArguments {
  /// The given options with their values. If an option is repeated, its last value applies.
  private(set) var values: [Option.Name: String] = [:]

  /// The arguments that aren't options, in order.
  private(set) var positionalArguments: [String] = []

  /// Returns whether an option was given.
  func has(_ name: Option.Name) -> Bool { values[name] != nil }

  /// Returns the path that is the value of an option; `nil` if the option wasn't given.
  ///
  /// - Throws: ``UsageError`` if the path is empty.
  func path(_ option: Option.Name) throws -> String? {
    guard let path = values[option] else { return nil }
    guard !path.isEmpty else { throw UsageError("--\(option.rawValue) needs a path") }
    return path
  }

  /// Parses a command line.
  ///
  /// - Parameter arguments: The arguments, starting with the program's name.
  /// - Throws: ``UsageError`` for an unknown option, a missing value, or a value for an option that takes none.
  init(_ arguments: [String]) throws {
    // Loops here and below, because this module is not optimized: the first call of a generic function such as `map` for
    // a type searches all protocol conformances of the program.
    var argv: [UnsafeMutablePointer<CChar>?] = []
    for argument in arguments { argv.append(strdup(argument)) }
    argv.append(nil)
    defer { for word in argv { free(word) } }
    // `getopt_long` keeps its position in global variables.
    try Self.library.withLock { _ in try read(argv) }
  }

  private static let library = Mutex(())

  /// The code that `csys_getopt` returns for a positional argument if the order is preserved.
  private static let positionalCode: Int32 = 1

  private mutating func read(_ argv: [UnsafeMutablePointer<CChar>?]) throws {
    var table: [csys_option] = []
    defer { for option in table { free(UnsafeMutablePointer(mutating: option.name)) } }
    // "-" returns positional arguments in place, so that options may follow them even if POSIXLY_CORRECT is set.
    var letters = "-"
    for option in Option.all {
      table.append(
        csys_option(
          name: strdup(option.name.rawValue),
          argument: Int32(
            (option.value == nil ? CSYS_ARGUMENT_NONE : CSYS_ARGUMENT_REQUIRED).rawValue),
          code: Self.firstCode + Int32(table.count)))
      if let letter = option.letter { letters.append(letter) }
    }
    let count = Int32(argv.count - 1)

    csys_getopt_reset()
    while true {
      let step = csys_getopt(count, argv, letters, table, Int32(table.count))
      let word = step.word.map { String(cString: $0) } ?? ""
      switch step.code {
      case CSYS_GETOPT_DONE.code:
        for index in Int(step.index)..<Int(count) {
          if let argument = argv[index] { positionalArguments.append(String(cString: argument)) }
        }
        return
      case CSYS_GETOPT_UNKNOWN.code:
        throw Self.unknown(step.letter == 0 ? word : "-" + letter(step.letter))
      case CSYS_GETOPT_MISSING_VALUE.code:
        let value = Option.all.first { $0.spelling.hasPrefix(word) }?.value ?? "VALUE"
        throw UsageError("\(word.visible) needs a value, as in \(word.visible) \(value)")
      case CSYS_GETOPT_UNWANTED_VALUE.code:
        let name = word.prefix { $0 != "=" }
        throw UsageError("\(name.visible) takes no value; write just \(name.visible)")
      case Self.positionalCode:
        if let argument = step.argument { positionalArguments.append(String(cString: argument)) }
      default:
        guard let option = Self.option(code: step.code) else { throw Self.unknown(word) }
        values[option.name] = step.argument.map { String(cString: $0) } ?? ""
      }
    }
  }

  /// The code of the first long option, above the codes of all letters.
  private static let firstCode: Int32 = 256

  private static func option(code: Int32) -> Option? {
    if code >= firstCode, code < firstCode + Int32(Option.all.count) {
      return Option.all[Int(code - firstCode)]
    }
    return Option.all.first { $0.letter?.asciiValue.map(Int32.init) == code }
  }

  private static func unknown(_ word: String) -> UsageError {
    let name = String(word.drop { $0 == "-" }.prefix { $0 != "=" })
    let hint =
      Option.Name.allCases.map(\.rawValue).closest(to: name).map {
        "did you mean \"--\($0)\"?"
      } ?? "\"ladder --help\" lists them"
    return UsageError("there is no option \(word.quoted); \(hint)")
  }

  private func letter(_ code: Int32) -> String {
    String(UnicodeScalar(UInt8(truncatingIfNeeded: code)))
  }
}

extension StringProtocol {
  fileprivate var visible: String { escapedText(maxLength: 40) }
}

extension csys_getopt_code {
  fileprivate var code: Int32 { Int32(rawValue) }
}
