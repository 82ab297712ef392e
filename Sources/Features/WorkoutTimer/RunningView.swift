import Models
import ReducerRuntime
import TerminalUI

/// A workout that goes on. What the clock moves has views of its own, so that a tick draws nothing else.
struct RunningView: RetainedView {
  let store: StoreOf<WorkoutTimer>
  let note: String?

  var body: some View {
    SizeReader { size in
      VStack(alignment: .center) {
        Spacer()
        if size.height >= 8 {
          ClockDigits(store: store)
          Text("")
        }
        ViewThatFits {
          words(withLead: store.isRacing, in: size)
          // A pause is the first thing the person wants to see.
          words(withLead: store.isRacing && note == nil, in: size)
        }
        if store.endsByItself { WorkoutProgressLine(store: store) }
        if let press = store.ignoredPress {
          Text(press.sentence(gap: store.options.minimumGap)).style(.warning)
        } else if store.repCount > 1, !store.isHold {
          RepTrace(log: store.log)
        }
        Spacer()
      }
      .expanded()
    }
  }

  private func words(withLead: Bool, in size: Size) -> some View {
    HStack(spacing: size.width < 40 ? 1 : 3) {
      if !store.isHold { Text("REPS \(store.repCount)").style(.accent) }
      ClockText(store: store)
      if let note { Text(note).style(.warning) }
      // Where there is little room, a race says more than a pace.
      if !store.isHold, size.width >= 60 || !store.isRacing, let pace = store.log.recentPace() {
        Text("\(pace.wholeNumber)/min").style(.dim)
      }
      if !store.isHold, size.width >= 60, let fade = store.log.fade {
        Text("fade \((fade * 100).wholeNumber)%").style(.dim)
      }
      // Last, so that a long name loses its own end and nothing else.
      if withLead { RaceView(store: store) }
    }
  }
}

/// How far the workout has come, and what is left of it.
private struct WorkoutProgressLine: RetainedView {
  let store: StoreOf<WorkoutTimer>

  var body: some View {
    if let progress = store.progress {
      ProgressBar(progress.fraction, label: progress.left.text).padding(4, 0)
    }
  }
}

/// The gaps between the last reps, high where one was long: a rising line shows fatigue.
private struct RepTrace: View {
  let log: RepLog

  var body: some View {
    HStack(spacing: 1) {
      Text("gaps").style(.dim)
      // The first rep's gap is the time to get going, and would make the others small.
      Sparkline(log.gaps.dropFirst().suffix(60).lazy.map { $0 / .seconds(1) }).style(.good)
    }
  }
}

extension Double {
  /// Rounded, as text; never in scientific notation.
  var wholeNumber: String { "\(Int(rounded()))" }
}

/// What is left of a workout, in words.
struct WhatIsLeft: RetainedView {
  let left: WorkoutProgress.Left?

  var body: some View {
    if let left { Text(left.text).style(.dim) }
  }
}
