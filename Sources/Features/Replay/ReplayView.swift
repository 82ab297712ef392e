import Models
import ReducerRuntime
import TerminalUI

/// A replay's screen: its time, its reps and its progress.
struct ReplayView: RetainedView {
  let store: StoreOf<Replay>

  var body: some View {
    SizeReader { size in
      VStack {
        VStack {
          TitleLine(note, style: .accent, shouldTruncateTitle: true) {
            HStack(spacing: 2) {
              Text(PersonName.truncated(store.name)).style(.title)
              Text(store.challenge.name)
            }
          }
          Divider()
        }
        .readable()
        figures(isCompact: size.height < (store.cursor == nil ? 10 : 12)).expanded()
      }
    }
  }

  private var note: String {
    let speed = store.speed > 1 ? " \(store.speed)x" : ""
    if store.isOver { return "REPLAY\(speed), ended" }
    return store.isPlaying ? "REPLAY\(speed)" : "REPLAY\(speed), paused"
  }

  private func figures(isCompact: Bool) -> some View {
    let clock = store.elapsed.clockText
    return VStack(alignment: .center) {
      Spacer()
      if !isCompact {
        BigText(clock, minorStart: clock.utf8.count - 3)
        Text("")
      }
      HStack(spacing: 3) {
        if store.challenge.hasReps {
          Text("REPS \(store.repCount)").style(.accent)
          if !store.isOver, let pace = store.pace { Text("\(pace)/min").style(.dim) }
        }
        if isCompact { Text(clock).bold() }
        Text("of \(store.workout.duration.clockText)").style(.dim)
      }
      if let cursor = store.cursor {
        HStack(spacing: 3) {
          if let round = cursor.round { Text("ROUND \(round.number)").style(.accent) }
          Text(RoutinePart(cursor).countedTitle)
        }
      }
      ProgressBar(fraction)
      if let pause = store.pause {
        Text("Paused here for \(pause)").style(.warning)
      } else {
        Text("seeks by \(step)").style(.dim)
      }
      Spacer()
    }
  }

  private var step: String {
    let step = store.seekStep
    return step < .seconds(60) ? "\(step.components.seconds) s" : step.minutesText
  }

  private var fraction: Double {
    let duration = store.workout.duration
    return duration > .zero ? store.elapsed / duration : 0
  }
}
