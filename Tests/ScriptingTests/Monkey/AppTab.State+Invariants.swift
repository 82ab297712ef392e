import Models
import TerminalUI

@testable import Features

/// The invariants of the app's state.
extension AppTab.State {
  /// The violated invariants; empty if there are none.
  var invariantViolations: [String] {
    var invariantViolations: [String] = []
    func expect(_ condition: Bool, _ description: String) {
      if !condition { invariantViolations.append(description) }
    }

    expect(isIn(workouts.selection, workouts.visibleChallenges.count), "a challenge selected")
    expect(workouts.input.text.count <= 60, "a search of \(workouts.input.text.count) characters")
    if let history = workouts.destination?.history {
      expect(isIn(history.selection, history.workouts.count), "a workout selected")
    }
    if let editor = workouts.destination?.challengeEditor {
      expect(
        editor.form.lines.allSatisfy {
          $0.text.count <= ($0.field == .rounds ? Routine.maxLength : 60)
        },
        "a line of a challenge's form")
      if let blocks = editor.blocks {
        expect(isIn(blocks.selection, blocks.lines.count), "a block selected")
        expect(Routine(blocks.routine.text) == blocks.routine, "blocks of a valid workout")
      }
    }
    for lines in [
      workouts.destination?.history?.destination?.editor?.form.lines.map(\.text),
      pageInSight?.destination?.editor?.form.lines.map(\.text),
    ] {
      expect(lines?.allSatisfy { $0.count <= 60 } ?? true, "a line of a form")
    }
    expect(isIn(leaderboard.selection, leaderboard.entries.count), "a line selected")
    expect(leaderboard.entries.count <= Leaderboard.windowSize, "the leaderboard's window")
    expect(isIn(profile.selection, profile.workouts.count), "a workout of the profile selected")
    expect(Settings.Field.allCases.indices.contains(settings.selection), "a setting selected")
    expect((settings.nameDraft?.text ?? "").count <= 60, "the name that is typed")
    let values = settings.settings
    expect(
      Settings.preparationRange.contains(values.preparation)
        && Settings.restRange.contains(values.rest)
        && Settings.minGapRange.contains(Int(values.minGap.wholeMilliseconds)),
      "the settings' ranges")
    if case .help(let row) = overlay { expect(row >= 0, "the help's row") }
    expect(!isAskingToQuit || workouts.isWorkoutUnderWay, "quitting is asked about for nothing")
    if let timer = workouts.detail?.activeWorkout {
      invariantViolations += timer.invariantViolations
    }
    return invariantViolations
  }

  private func isIn(_ selection: Int, _ count: Int) -> Bool {
    selection == 0 || (0..<count).contains(selection)
  }

  /// Whether nothing on the screen moves by itself: then no task may sleep on the clock, and no effect be active.
  var isIdle: Bool {
    if rest.rest?.isResting == true || rest.isEndShown { return false }
    // The leaderboard of a group waits for changes, and for the time of the next attempt to load it.
    if leaderboard.group?.isWatching == true { return false }
    if let detail = workouts.detail {
      // A message about a press disappears by itself.
      if detail.isVideoPlaying || detail.activeWorkout?.isQuiet == true { return false }
      switch detail.activeWorkout?.phase {
      case nil, .idle, .saved: break
      case .paused: if detail.activeWorkout?.resumeCountdown != nil { return false }
      // An unsaved workout is saved again later.
      case .preparing, .running, .saving, .discarding, .notSaved: return false
      }
    }
    // A toast disappears by itself.
    if isShowingSettings, settings.appInfo?.isToastShown == true { return false }
    return isShowingSettings || pageInSight?.isPlaying != true
  }

  /// The page of a workout that is open on the tab that is shown.
  private var pageInSight: WorkoutDetail.State? {
    switch selectedTab {
    case .workouts: workouts.destination?.history?.destination?.workout
    case .leaderboard: leaderboard.destination?.workout
    case .profile: profile.destination?.workout
    }
  }
}

extension WorkoutTimer.State {
  fileprivate var invariantViolations: [String] {
    var invariantViolations: [String] = []
    if elapsedTime < .zero { invariantViolations.append("time runs backwards") }
    if let limit = challenge.scoring.timeLimit, elapsedTime > limit {
      invariantViolations.append("more time than there is")
    }
    if let goal = challenge.scoring.repGoal, repCount > goal {
      invariantViolations.append("reps past the goal")
    }
    if let limit = challenge.scoring.timeLimit, let last = log.last, last > limit {
      invariantViolations.append("a rep past the end")
    }
    if isUnderWay, id == nil || startTime == nil {
      invariantViolations.append("a workout without a beginning")
    }
    if phase == .idle, !log.isEmpty { invariantViolations.append("reps before the start") }
    return invariantViolations
  }
}
