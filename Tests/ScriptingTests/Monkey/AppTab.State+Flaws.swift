import Models
import TerminalUI

@testable import Features

/// What must hold of the app's state whatever has been done.
extension AppTab.State {
  /// What does not; nothing where all is well.
  var flaws: [String] {
    var flaws: [String] = []
    func expect(_ isSo: Bool, _ words: String) { if !isSo { flaws.append(words) } }

    expect(isIn(workouts.selection, workouts.visibleChallenges.count), "a challenge selected")
    expect(workouts.query.count <= 60, "a search of \(workouts.query.count) characters")
    if let history = workouts.destination?.history {
      expect(isIn(history.selection, history.workouts.count), "a workout selected")
    }
    for lines in [
      workouts.destination?.challengeEditor?.form.lines.map(\.text),
      workouts.destination?.history?.destination?.editor?.form.lines.map(\.text),
    ] {
      expect(lines?.allSatisfy { $0.count <= 60 } ?? true, "a line of a form")
    }
    expect(isIn(leaderboard.selection, leaderboard.entries.count), "a line selected")
    expect(leaderboard.entries.count <= Leaderboard.windowSize, "the leaderboard's window")
    expect(isIn(profile.selection, profile.workouts.count), "a workout of the profile selected")
    expect(Settings.Field.allCases.indices.contains(settings.selection), "a setting selected")
    expect((settings.nameDraft ?? "").count <= 60, "the name that is typed")
    let values = settings.settings
    expect(
      Settings.preparationRange.contains(values.preparation)
        && Settings.restRange.contains(values.rest)
        && Settings.minimumGapRange.contains(Int(values.minimumGap.wholeMilliseconds)),
      "the settings' ranges")
    if case .help(let row) = overlay { expect(row >= 0, "the help's row") }
    expect(!isAskingToQuit || workouts.isWorkoutUnderWay, "quitting is asked about for nothing")
    if let timer = workouts.detail?.activeWorkout { flaws += timer.flaws }
    return flaws
  }

  private func isIn(_ selection: Int, _ count: Int) -> Bool {
    selection == 0 || (0..<count).contains(selection)
  }

  /// Whether nothing on the screen moves by itself: then nobody may sleep on the clock, nor anything be under way.
  var isAtRest: Bool {
    if rest.rest?.isResting == true || rest.isEndShown { return false }
    if let detail = workouts.detail {
      if detail.isVideoPlaying { return false }
      switch detail.activeWorkout?.phase {
      case nil, .idle, .saved: break
      case .paused: if detail.activeWorkout?.resumeCountdown != nil { return false }
      // One that is not saved is tried again.
      case .preparing, .running, .saving, .discarding, .notSaved: return false
      }
    }
    // A toast goes by itself.
    if isShowingSettings, settings.appInfo?.isToastShown == true { return false }
    let isReplayInSight = selectedTab == .leaderboard && !isShowingSettings
    return !(isReplayInSight && leaderboard.destination?.replay?.isPlaying == true)
  }
}

extension WorkoutTimer.State {
  fileprivate var flaws: [String] {
    var flaws: [String] = []
    if elapsedTime < .zero { flaws.append("time runs backwards") }
    if let limit = challenge.scoring.timeLimit, elapsedTime > limit {
      flaws.append("more time than there is")
    }
    if let goal = challenge.scoring.repGoal, repCount > goal { flaws.append("reps past the goal") }
    if let limit = challenge.scoring.timeLimit, let last = log.last, last > limit {
      flaws.append("a rep past the end")
    }
    if isUnderWay, id == nil || startTime == nil { flaws.append("a workout without a beginning") }
    if phase == .idle, !log.isEmpty { flaws.append("reps before the start") }
    return flaws
  }
}
