extension TrainingPlan {
  /// Returns the events of the sessions that aren't done, and of the test after them.
  ///
  /// - Parameters:
  ///   - name: The name of the challenge.
  ///   - rest: The rest between two sets, in whole seconds.
  public func calendarEvents(named name: String, today: Int64, rest: Int) -> [CalendarText.Event] {
    let days = days(today: today)
    let open = sessions.dropFirst(completedDays.count).map { session in
      CalendarText.Event(
        id: id(of: "session-\(session.number)"), day: days[session.number - 1],
        title: "\(name): \(session.text)",
        details: "Session \(session.number) of \(sessions.count), \(rest) s of rest between sets")
    }
    let test = CalendarText.Event(
      id: id(of: "test"), day: days[sessions.count], title: "\(name): test again",
      details: "The result is the base of the next plan")
    return open + [test]
  }

  private func id(of part: String) -> String { "\(id.uuidString.lowercased())-\(part)@ladder" }
}
