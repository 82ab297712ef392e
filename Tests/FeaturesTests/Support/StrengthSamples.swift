import FoundationEssentials
import Models

extension StrengthHistory {
  /// Returns a history with one session per day.
  ///
  /// - Parameter sessions: The sets of each session, such as `100x5 80x8`.
  static func sample(
    _ exercise: String, _ sessions: [String], rule: ProgressionRule? = nil
  ) -> StrengthHistory {
    StrengthHistory(
      exercise: exercise,
      sessions: sessions.enumerated().map { index, text in
        Session(
          workout: UUID(uuid: (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, UInt8(index))),
          day: Int64(index), time: Date(timeIntervalSince1970: Double(index) * 86_400),
          sets: text.split(separator: " ").compactMap {
            try? SetEntry(text: String($0), unit: .kilograms)
          })
      }, unit: .kilograms, rule: rule)
  }
}
