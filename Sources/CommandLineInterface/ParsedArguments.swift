import CSystem
import Glibc
import Models
import Synchronization

/// The options and positional arguments of a command line.
public struct ParsedArguments {
  /// The values of the given options by name. If an option is repeated, its last value applies.
  private var values: [String: String] = [:]

  /// The arguments that aren't options, in order.
  private(set) var positionalArguments: [String] = []

  /// Whether no option was given.
  public var hasNoOptions: Bool { values.isEmpty }

  /// Returns whether an option was given.
  public func has(_ option: Option) -> Bool { values[option.name] != nil }

  /// Returns the value of an option; `nil` if the option wasn't given.
  public subscript(option: Option) -> String? { values[option.name] }

  /// Returns the path that is the value of an option; `nil` if the option wasn't given.
  ///
  /// - Throws: ``UsageError`` if the path is empty.
  public func path(_ option: Option) throws -> String? {
    guard let path = self[option] else { return nil }
    guard !path.isEmpty else { throw UsageError("\(option.spelling) needs a path") }
    return path
  }

  /// Returns the folder of `--data`; `nil` if the option wasn't given.
  ///
  /// - Throws: ``UsageError`` if the path is empty.
  public func dataFolder() throws -> String? {
    guard let path = self[.data] else { return nil }
    guard !path.isEmpty else { throw UsageError("--data needs a folder, as in --data DIR") }
    return path
  }

  /// Parses a command line.
  ///
  /// - Parameters:
  ///   - arguments: The arguments, starting with the program's name.
  ///   - table: The options of the program.
  /// - Throws: ``UsageError`` for an unknown option, a missing value, or a value for an option that takes none.
  public init(_ arguments: [String], of table: CommandTable) throws {
    // Uses loops, because this module is not optimized: the first call of a generic function such as `map` for
    // a type searches all protocol conformances of the program.
    var argv: [UnsafeMutablePointer<CChar>?] = []
    for argument in arguments { argv.append(strdup(argument)) }
    argv.append(nil)
    defer { for word in argv { free(word) } }
    // `getopt_long` keeps its position in global variables.
    let options = table.options(in: arguments)
    try Self.library.withLock { _ in try read(argv, table, options) }
  }

  private static let library = Mutex(())

  /// The code that `csys_getopt` returns for a positional argument if the order is preserved.
  private static let positionalCode: Int32 = 1

  private mutating func read(
    _ argv: [UnsafeMutablePointer<CChar>?], _ table: CommandTable, _ options: [Option]
  ) throws {
    var rows: [csys_option] = []
    defer { for option in rows { free(UnsafeMutablePointer(mutating: option.name)) } }
    // "-" requests positional arguments in place, so that options may follow them even if POSIXLY_CORRECT is set.
    var letters = "-"
    for option in options {
      rows.append(
        csys_option(
          name: strdup(option.name),
          argument: Int32(
            (option.value == nil ? CSYS_ARGUMENT_NONE : CSYS_ARGUMENT_REQUIRED).rawValue),
          code: Self.firstCode + Int32(rows.count)))
      if let letter = option.letter { letters += option.value == nil ? "\(letter)" : "\(letter):" }
    }
    let count = Int32(argv.count - 1)

    csys_getopt_reset()
    while true {
      let step = csys_getopt(count, argv, letters, rows, Int32(rows.count))
      let word = step.word.map { String(cString: $0) } ?? ""
      switch step.code {
      case CSYS_GETOPT_DONE.code:
        for index in Int(step.index)..<Int(count) {
          if let argument = argv[index] { positionalArguments.append(String(cString: argument)) }
        }
        return
      case CSYS_GETOPT_UNKNOWN.code:
        throw Self.unknown(step.letter == 0 ? word : "-" + letter(step.letter), table)
      case CSYS_GETOPT_MISSING_VALUE.code:
        let value = options.first { $0.spelling.hasPrefix(word) }?.value ?? "VALUE"
        throw UsageError("\(word.visible) needs a value, as in \(word.visible) \(value)")
      case CSYS_GETOPT_UNWANTED_VALUE.code:
        let name = word.prefix { $0 != "=" }
        throw UsageError("\(name.visible) takes no value; write just \(name.visible)")
      case Self.positionalCode:
        if let argument = step.argument { positionalArguments.append(String(cString: argument)) }
      default:
        guard let option = Self.option(code: step.code, options) else {
          throw Self.unknown(word, table)
        }
        values[option.name] = step.argument.map { String(cString: $0) } ?? ""
      }
    }
  }

  /// The code of the first long option, above the codes of all letters.
  private static let firstCode: Int32 = 256

  private static func option(code: Int32, _ options: [Option]) -> Option? {
    if code >= firstCode, code < firstCode + Int32(options.count) {
      return options[Int(code - firstCode)]
    }
    return options.first { $0.letter?.asciiValue.map(Int32.init) == code }
  }

  private static func unknown(_ word: String, _ table: CommandTable) -> UsageError {
    let name = String(word.drop { $0 == "-" }.prefix { $0 != "=" })
    return UsageError(
      "there is no option \(word.quoted)",
      meant: table.options.map(\.name).closest(to: name).map { "--\($0)" },
      otherwise: "\"\(table.program) --help\" lists them")
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
