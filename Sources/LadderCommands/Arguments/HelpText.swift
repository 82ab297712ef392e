/// The text of `ladder --help`, and of `ladder help COMMAND`.
enum HelpText {
  /// Returns the help of one command: what it does, and the options that it has for itself.
  static func text(of command: any Command.Type) -> String {
    let options = Option.all.filter { command.options.contains($0.name) }
    let usage = "ladder \(command.verb.usage)\(options.isEmpty ? "" : " [OPTION...]")"
    var lines = ["Usage: \(usage)", "", sentence(command.verb.summary)]
    if let operand = command.verb.operand { lines += ["For example: \(operand.example)"] }
    if !options.isEmpty { lines += ["", "Options:"] + rows(options.map(row)) }
    lines += ["", "\"ladder --help\" lists all commands, and the options that each of them has."]
    return lines.joined(separator: "\n") + "\n"
  }

  static var text: String {
    var lines = ["Ladder times your workouts, counts your reps and ranks them.", "", "Usage:"]
    lines += rows([("ladder", AppCommand.verb.summary)] + CommandTable.all.map(row))
    lines += ["", "Options:"]
    lines += rows(Option.all.map(row))
    lines += [
      "", "Options may come before or after the command. \"ladder help COMMAND\" explains a",
      "command, and \"ladder man\" has all of it.",
    ]
    return lines.joined(separator: "\n") + "\n"
  }

  private static func sentence(_ words: String) -> String {
    words.prefix(1).uppercased() + words.dropFirst() + "."
  }

  private static func row(_ command: any Command.Type) -> (String, String) {
    let options = Option.all.filter { command.options.contains($0.name) }.map { "[\($0.spelling)]" }
    let words = ["ladder", command.verb.usage] + (options.count > 2 ? ["[OPTION...]"] : options)
    return (words.joined(separator: " "), command.verb.summary)
  }

  private static func row(_ option: Option) -> (String, String) {
    var left = option.letter.map { "-\($0), " } ?? "    "
    left += option.usage
    return (left, option.summary)
  }

  private static func rows(_ rows: [(String, String)]) -> [String] {
    let width = rows.map(\.0.count).max() ?? 0
    return rows.map { "  \($0.0.padded(to: width))  \($0.1)" }
  }
}
