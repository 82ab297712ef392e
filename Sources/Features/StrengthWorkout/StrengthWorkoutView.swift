import Models
import ReducerRuntime
import TerminalUI

/// A strength session, or the list from which an exercise is chosen.
struct StrengthWorkoutView: RetainedView {
  let store: StoreOf<StrengthWorkout>

  var body: some View {
    content.overlay {
      if store.isAskingToLeave {
        Alert(
          "End this session?", message: "\(store.sets.countText): \(store.sets.exercisesText).",
          choices: StrengthWorkout.keys.hints(in: store.state))
      } else if store.isAskingForUnit {
        Alert(
          "Kilograms or pounds?", message: "The unit of weights that you type without one.",
          choices: StrengthWorkout.keys.hints(in: store.state))
      }
    }
  }

  @ViewBuilder private var content: some View {
    switch store.scope(state: \.destination, action: \.destination.presented)?.case {
    case .exercisePicker(let picker): ExercisePickerView(store: picker)
    case .errorSheet(let sheet): StrengthSessionView(store: store).errorSheet(sheet)
    case nil: StrengthSessionView(store: store)
    }
  }
}

/// The next set and the rest in large digits, the sets to choose from, and the sets so far.
private struct StrengthSessionView: RetainedView {
  let store: StoreOf<StrengthWorkout>

  var body: some View {
    SizeReader { size in
      let offers = store.offers
      let unit = store.unit ?? .kilograms
      // The title, the line that is typed with its problem, and at least one line of sets.
      let fixed =
        2 + 1 + (store.problem.map { $0.column == nil ? 2 : 3 } ?? 0)
        + (store.sets.isEmpty ? 0 : min(store.sets.exercises.count, 2))
      let room = size.height - fixed - offers.count - (store.lastText == nil ? 0 : 1)
      let hasPlates = store.platesText != nil && room >= 8
      let note = room >= 9 ? store.history?.settings.note : nil
      let digits = min(11, room - (hasPlates ? 1 : 0) - (note == nil ? 0 : 1))
      VStack {
        title
        Divider()
        if digits >= 6 { StrengthFigures(store: store, maxHeight: digits) }
        if let failure = store.failure, !store.isNotSaved {
          Paragraph("Not saved yet: \(failure.sentence)").style(.warning)
        }
        if let note { Text("Note: \(note.text)").style(.accent) }
        if let last = store.lastText { Text(last).style(.dim) }
        ForEach(offers) { offer in
          SetOfferLine(
            offer: offer, unit: unit,
            isSelected: store.entry.isEmpty && offer.kind == store.selectedOffer?.kind)
        }
        if hasPlates, let plates = store.platesText { Text(plates).style(.dim) }
        SetEntryLine(store: store)
        if digits < 6, let rest = store.rest { RestView(rest: rest, scale: 0) }
        StrengthSets(sets: store.sets)
        Spacer()
      }
    }
    .expanded().readable()
  }

  private var title: some View {
    TitleLine(store.progressText, style: .dim, shouldTruncateTitle: true) {
      HStack(spacing: 2) {
        Text(store.exercise.map(\.capitalizedStart) ?? "Strength").style(.title)
        if let position = store.variationPosition {
          Text("variation \(position.index + 1) of \(position.scale.variations.count)").style(.dim)
        }
      }
    }
  }
}

/// The set that Enter records and the remaining rest, or else the exercise, readable from a distance.
private struct StrengthFigures: RetainedView {
  let store: StoreOf<StrengthWorkout>
  let maxHeight: Int

  var body: some View {
    let figures = figures
    if figures.isEmpty {
      BigText(store.exercise ?? "", maxScale: 1).frame(height: 6).centered(.horizontal)
    } else {
      BigFigures(figures, maxHeight: maxHeight).frame(height: maxHeight).centered(.horizontal)
    }
  }

  private var figures: [BigFigures.Figure] {
    var figures: [BigFigures.Figure] = []
    if let set = store.displayedSet {
      figures.append(
        .init(
          "\(set.load.text)x\(set.reps)",
          words: set.isWarmUp ? "warm-up" : "set \(store.setCount + 1)"))
    } else if store.isPlanDone, store.entry.isEmpty {
      figures.append(.init("DONE", words: store.planEndText, role: .accent))
    }
    if case .resting(_, let remaining) = store.rest {
      let time = Rest.time(remaining)
      figures.append(.init(time, widest: "0:00", words: "rest \(time)", role: .accent))
    } else if store.rest == .over {
      figures.append(.init("GO", words: "the rest is over", role: .accent))
    }
    return figures
  }
}

extension StrengthWorkout.State {
  /// The end of the plan in words.
  fileprivate var planEndText: String {
    switch skippedCount {
    case 0: "all planned sets are done"
    case 1: "the plan is over; 1 set was left out"
    case let count: "the plan is over; \(count) sets were left out"
    }
  }
}

/// A set that can be recorded without typing.
private struct SetOfferLine: View {
  let offer: SetOffer
  let unit: Weight.Unit
  let isSelected: Bool

  var body: some View {
    HStack(spacing: 2) {
      Text("\(isSelected ? ">" : " ") \(offer.kind.title)").style(isSelected ? .accent : .dim)
        .frame(width: 12)
      Text(offer.set.text(in: unit)).style(isSelected ? .accent : .text)
    }
  }
}

/// The line in which a set is typed, and its problem.
private struct SetEntryLine: RetainedView {
  let store: StoreOf<StrengthWorkout>

  var body: some View {
    if case .notSaved(let unsaved) = store.phase {
      Paragraph(
        "Not saved yet: \(unsaved.failure.sentence). "
          + (unsaved.isInFile ? "A file has the sets. " : "") + "Saving is retried."
      ).style(.warning)
    } else {
      VStack {
        HStack(spacing: 1) {
          Text("Set").style(.dim)
          if store.entry.isEmpty {
            Text("type it, such as 100x5, 80x8@9 or x12").style(.dim)
          } else {
            TextFieldView(store.entry, errorColumn: store.problem?.column).style(.accent)
          }
        }
        if let problem = store.problem { Paragraph(problem.sentence).style(.warning) }
      }
    }
  }
}

/// The sets of a session by exercise.
private struct StrengthSets: View {
  let sets: [PerformedSet]

  var body: some View {
    VStack {
      ForEach(sets.exercises) { exercise in
        Paragraph(
          "\(exercise.capitalizedStart)  "
            + sets.entries(of: exercise).map(\.result).joined(separator: "  "))
      }
    }
  }
}

extension StrengthWorkout.State {
  /// The number of sets, of all sets if they are planned, and the volume: `3 of 5 sets, 1 more, 1500 kg`.
  var progressText: String {
    guard let plan else {
      return sets.isEmpty
        ? "" : [sets.countText, sets.volumeText].compactMap(\.self).joined(separator: ", ")
    }
    let more = sets.work.count - plannedCount
    return [
      "\(plannedCount) of \(plan.workCount) sets", more > 0 ? "\(more) more" : nil, sets.volumeText,
    ].compactMap(\.self).joined(separator: ", ")
  }

  /// The sets of the last session with the exercise: `Tue 17 Nov  100x5 100x5`.
  fileprivate var lastText: String? {
    guard let last = history?.last else { return nil }
    let sets = last.sets.texts(in: unit ?? .kilograms).joined(separator: " ")
    return "Last time, \(last.day.dayText):  \(sets)"
  }

  /// The plates of the set that Enter records, if it can be done with a bar.
  fileprivate var platesText: String? {
    guard case .weight(let weight)? = (try? nextSets)?.last?.load else { return nil }
    return PlateSet.standard(in: weight.unit).words(for: weight).map { "Plates: \($0)" }
  }

  /// The last set that Enter records; `nil` for none.
  fileprivate var displayedSet: SetEntry? { (try? nextSets)?.last }
}
