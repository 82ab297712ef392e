import ClientsLive
import Models
import TerminalUI

/// The options that every command line may have.
struct CommonOptions: Hashable {
  /// The person of `--as`.
  var person: PersonName?
  /// The folder of `--data`.
  var dataFolder: DataFolder?
  var isASCII: Bool
  var isColorless: Bool
  var theme: Theme.Name?
  var isUnsynchronized: Bool
  var isMouseless: Bool
  var isKittyless: Bool
  var framesPerSecond: Int?
  /// Whether the app goes line by line instead of on a screen.
  var isPlain: Bool

  /// Creates the options of a command line.
  ///
  /// - Throws: ``UsageError`` when the value of one cannot be used.
  init(_ words: CommandLineWords) throws {
    isASCII = words.has(.ascii)
    isColorless = words.has(.noColor)
    theme = try Self.theme(words)
    isUnsynchronized = words.has(.noSync)
    isMouseless = words.has(.noMouse)
    isKittyless = words.has(.noKitty)
    framesPerSecond = try Self.framesPerSecond(words)
    isPlain = words.has(.plain)
    person = try Self.person(words)
    dataFolder = try Self.dataFolder(words)
  }

  private static func person(_ words: CommandLineWords) throws -> PersonName? {
    guard let text = words.values[.person] else { return nil }
    guard let name = PersonName(text) else {
      throw UsageError("--as needs a name with letters in it, as in --as Ann")
    }
    guard !PersonName.isTooLong(text) else {
      throw UsageError("--as is at most \(PersonName.longest) characters long; make it shorter")
    }
    return name
  }

  private static func dataFolder(_ words: CommandLineWords) throws -> DataFolder? {
    guard let path = words.values[.data] else { return nil }
    guard !path.isEmpty else { throw UsageError("--data needs a folder, as in --data DIR") }
    return DataFolder(path: path)
  }

  private static func theme(_ words: CommandLineWords) throws -> Theme.Name? {
    guard let word = words.values[.theme] else { return nil }
    if let name = Theme.Name(rawValue: word) { return name }
    let names = Theme.Name.allCases.map(\.rawValue)
    throw UsageError(
      "there is no theme \(word.quoted); there are "
        + names.dropLast().joined(separator: ", ") + " and \(names.last ?? "")")
  }

  private static func framesPerSecond(_ words: CommandLineWords) throws -> Int? {
    guard let word = words.values[.fps] else { return nil }
    guard let number = Int(word), (1...100).contains(number) else {
      throw UsageError("--fps must be a whole number from 1 to 100, not \(word.quoted)")
    }
    return number
  }
}
