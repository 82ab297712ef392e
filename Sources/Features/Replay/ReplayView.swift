import Models
import ReducerRuntime
import TerminalUI

/// A workout that is played again: its time, its reps, its pace.
struct ReplayView: RetainedView {
  let store: StoreOf<Replay>

  var body: some View {
    SizeReader { size in
      VStack {
        TitleLine(note, style: .accent, cutsTitle: true) {
          HStack(spacing: 2) {
            Text(PersonName.shown(store.name)).style(.title)
            Text(store.challenge.name)
          }
        }
        Divider()
        if let failure = store.failure {
          Paragraph(failure.sentence).style(.warning)
          Spacer()
        } else {
          figures(isLow: size.height < 10).expanded()
        }
      }
    }
    .explaining(store.scope(state: \.errorSheet, action: \.errorSheet.presented))
  }

  private var note: String {
    if store.workout == nil { return store.failure == nil ? "Loading…" : "" }
    if store.isOver { return "REPLAY, over" }
    return store.isPlaying ? "REPLAY" : "REPLAY, paused"
  }

  private func figures(isLow: Bool) -> some View {
    let clock = store.elapsed.clockText
    return VStack(alignment: .center) {
      Spacer()
      if !isLow {
        BigDigits(clock, minorFrom: clock.utf8.count - 3)
        Text("")
      }
      HStack(spacing: 3) {
        if store.challenge.scoring.countsReps { Text("REPS \(store.repCount)").style(.accent) }
        Text(clock).bold()
        Text("of \((store.workout?.duration ?? .zero).clockText)").style(.dim)
      }
      ProgressBar(fraction)
      Spacer()
    }
  }

  private var fraction: Double {
    guard let duration = store.workout?.duration, duration > .zero else { return 0 }
    return store.elapsed / duration
  }
}
