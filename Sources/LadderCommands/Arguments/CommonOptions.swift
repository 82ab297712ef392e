import ClientsLive
import Models
import TerminalUI

/// The options that all commands have.
struct CommonOptions: Hashable {
  /// The person of `--as`.
  var person: PersonName?
  /// The folder of `--data`.
  var dataFolder: DataFolder?
  /// The URL of `--store`, which only commands of the server accept.
  var store: String?
  var isASCII: Bool
  var isColorDisabled: Bool
  var theme: Theme.Name?
  var isSyncDisabled: Bool
  var isMouseDisabled: Bool
  var isKittyKeyboardDisabled: Bool
  var framesPerSecond: Int?
  /// Whether the app reads and writes lines instead of using the full screen.
  var isPlain: Bool

  /// Parses the common options of a command line.
  ///
  /// - Throws: ``UsageError`` if a value is invalid.
  init(_ arguments: ParsedArguments) throws {
    isASCII = arguments.has(.ascii)
    isColorDisabled = arguments.has(.noColor)
    theme = try Self.theme(arguments)
    isSyncDisabled = arguments.has(.noSync)
    isMouseDisabled = arguments.has(.noMouse)
    isKittyKeyboardDisabled = arguments.has(.noKitty)
    framesPerSecond = try Self.framesPerSecond(arguments)
    isPlain = arguments.has(.plain)
    person = try Self.person(arguments)
    dataFolder = try Self.dataFolder(arguments)
    store = arguments.values[.store]
  }

  private static func person(_ arguments: ParsedArguments) throws -> PersonName? {
    guard let text = arguments.values[.person] else { return nil }
    guard let name = PersonName(text) else {
      throw UsageError("--as needs a name with letters in it, as in --as Ann")
    }
    guard !PersonName.isTooLong(text) else {
      throw UsageError("--as is at most \(PersonName.maxLength) characters long; make it shorter")
    }
    return name
  }

  private static func dataFolder(_ arguments: ParsedArguments) throws -> DataFolder? {
    guard let path = arguments.values[.data] else { return nil }
    guard !path.isEmpty else { throw UsageError("--data needs a folder, as in --data DIR") }
    return DataFolder(path: path)
  }

  private static func theme(_ arguments: ParsedArguments) throws -> Theme.Name? {
    guard let word = arguments.values[.theme] else { return nil }
    if let name = Theme.Name(rawValue: word) { return name }
    let names = Theme.Name.allCases.map(\.rawValue)
    throw UsageError(
      "there is no theme \(word.quoted); choose "
        + names.dropLast().joined(separator: ", ") + " or \(names.last ?? "")")
  }

  private static func framesPerSecond(_ arguments: ParsedArguments) throws -> Int? {
    guard let word = arguments.values[.fps] else { return nil }
    guard let number = Int(word), (1...100).contains(number) else {
      throw UsageError("--fps must be a whole number from 1 to 100, not \(word.quoted)")
    }
    return number
  }
}
