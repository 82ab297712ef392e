import CommandLineInterface
import Models

/// A command that prints units with which systemd reminds a person to train: `ladder remind --at 18:00`.
///
/// It changes nothing itself. The comments say what to do with the units.
struct RemindCommand: Command {
  static let verb = Verb(name: "remind", summary: "print a systemd timer (18:00)")
  static let options: [Option] = [.at]

  let common: CommonOptions
  /// The time of day: `18:00`.
  let time: String

  init(parsing invocation: Invocation) throws {
    common = try invocation.common
    let text = invocation.arguments[.at] ?? "18:00"
    guard let time = Self.time(text) else {
      throw UsageError("--at must be a time of day from 00:00 to 23:59, not \(text.quoted)")
    }
    self.time = time
  }

  func run(in tool: CommandLineTool) throws -> Int32 {
    let days = tool.loadSettingsReportingProblems().settings.trainingDays
    tool.output.append(Self.units(days, at: time))
    return 0
  }

  /// Returns a time of day with two digits for the hour; `nil` if the text is none.
  private static func time(_ text: String) -> String? {
    let parts = text.split(separator: ":", omittingEmptySubsequences: false)
    guard
      parts.count == 2, (1...2).contains(parts[0].utf8.count), parts[1].utf8.count == 2,
      parts.allSatisfy({ $0.utf8.allSatisfy { (48...57).contains($0) } }),
      let hour = Int(parts[0]), let minute = Int(parts[1]), hour < 24, minute < 60
    else { return nil }
    return (parts[0].utf8.count == 1 ? "0" : "") + text
  }

  /// Returns the units and their instructions.
  static func units(_ days: TrainingDays, at time: String) -> String {
    let weekdays = days == .all ? "" : days.names.joined(separator: ",") + " "
    return """
      # A reminder to train. To turn it on:
      #
      # 1. Save the first part as ~/.config/systemd/user/ladder-remind.service
      #    and the second one as ~/.config/systemd/user/ladder-remind.timer.
      # 2. systemctl --user daemon-reload
      # 3. systemctl --user enable --now ladder-remind.timer
      #
      # To turn it off: systemctl --user disable --now ladder-remind.timer
      # The days are those of "training-days" in Ladder's settings. After a change, print
      # the units again.

      # ladder-remind.service
      [Unit]
      Description=Reminder to train

      [Service]
      Type=oneshot
      # Any other program that tells you works as well.
      ExecStart=notify-send --app-name=Ladder "Time to train" "ladder repeat starts what you did last"

      # ladder-remind.timer
      [Unit]
      Description=Reminder to train on your days

      [Timer]
      OnCalendar=\(weekdays)*-*-* \(time):00

      [Install]
      WantedBy=timers.target

      """
  }
}
