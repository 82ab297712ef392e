import Models
import ReducerRuntime
import SharedFeatures
import TerminalUI

/// A room before its race and after it.
struct RaceRoomView: RetainedView {
  let store: StoreOf<RaceRoom>

  var body: some View {
    VStack {
      PageTitle("Race: \(store.challenge.name)", note: store.group.name)
      if let race = store.race {
        RacerTable(race: race, challenge: store.challenge)
        StartLine(store: store, race: race)
      } else if store.failure == nil {
        Text("Opening the room…").style(.dim)
      }
      if let failure = store.failure { Paragraph(failure.sentence).style(.warning) }
    }
    .readable()
  }
}

/// The racers with their states, and their results after the race.
private struct RacerTable: View {
  let race: Race
  let challenge: Challenge

  var body: some View {
    Table(
      rows, selection: rows.firstIndex { $0.id == race.you },
      columns: [
        Column("", .fixed(4)) { place(of: $0)?.ordinalText ?? "" },
        Column("Racer", text: name),
        Column("") { state(of: $0) },
      ],
      role: { $0.id == race.you ? .accent : .text })
  }

  /// The racers by place after the race. Those who left are last.
  private var rows: [Racer] {
    race.racers.enumerated().sorted {
      (place(of: $0.element) ?? .max, $0.element.phase == .left ? 1 : 0, $0.offset)
        < (place(of: $1.element) ?? .max, $1.element.phase == .left ? 1 : 0, $1.offset)
    }.map(\.element)
  }

  private func name(of racer: Racer) -> String {
    let isHost = racer.id == race.host && race.start == nil
    return isHost ? "\(racer.name) (host)" : racer.name
  }

  /// Returns the place of a racer once no result can change it.
  private func place(of racer: Racer) -> Int? { race.isOver ? racer.result?.place : nil }

  private func state(of racer: Racer) -> String {
    if let result = racer.result {
      if let refusal = result.refusal { return "refused: \(refusal)" }
      return challenge.shortText(result.score)
        + (result.isDifferent ? " (differs)" : "")
    }
    return switch racer.phase {
    case .waiting: racer.isReady ? "ready" : "not ready"
    case .racing: challenge.hasReps ? racer.reps.count.repsText : "holds"
    // Short enough for a narrow terminal.
    case .finished: challenge.hasReps ? "\(racer.reps.count), no log yet" : "no log yet"
    case .stopped: "stopped"
    case .left: "left"
    }
  }
}

/// The condition of the start, or the time until it.
private struct StartLine: RetainedView {
  let store: StoreOf<RaceRoom>
  let race: Race

  var body: some View {
    VStack {
      Text("")
      Paragraph(sentence).style(.accent)
      if race.isOpen, let uncertainty = store.clock.uncertainty {
        Text("clocks compared: ±\(max(1, uncertainty.wholeMilliseconds)) ms").style(.dim)
      }
      if store.isLinkSent {
        SentToTerminalLine().style(.good)
      } else if race.isOpen, let link = race.link {
        Paragraph("A link for members: \(link)").style(.dim)
      }
    }
  }

  private var sentence: String {
    if race.isOver {
      let isDifferent = race.racers.contains { $0.result?.isDifferent == true }
      return "The race is over. The results are computed from the logs."
        + (isDifferent ? " A log that differs has other reps than the race showed." : "")
    }
    if let remaining = store.remaining, remaining > 0 {
      return "Starts in \(Duration.seconds(remaining).minutesText)."
    }
    if race.start != nil {
      return race.yourself == nil
        ? "The race is under way, and you are watching." : "The race is under way."
    }
    let others = race.present.filter { $0.id != race.you }
    if others.isEmpty { return "Waiting for others. They see the room on their Workouts tab." }
    let host = race.racers.first { $0.id == race.host }?.name ?? ""
    return "Starts when everybody is ready"
      + (race.isHost ? ", or when you press s." : ", or when \(host) starts it.")
  }
}

/// A line about a race that the person can join: `Ada is waiting in The club: Push-ups in 2 minutes`.
public struct WaitingRaceLine: View {
  /// The race; `nil` for no line.
  let race: GroupRace?
  let catalogue: Catalogue

  public init(race: GroupRace?, catalogue: Catalogue) {
    (self.race, self.catalogue) = (race, catalogue)
  }

  public var body: some View {
    if let race {
      let hint = Hint("G", "join race")
      HStack(spacing: 1) {
        HintKeys(hint).style(.key)
        Text("\(race.race.waitingText) in \(race.group.name):").style(.accent)
        Text(catalogue.name(of: race.race.challenge))
      }
      .tappable(hint)
    }
  }
}
