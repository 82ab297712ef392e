import HistoryFeatures
import Models
import ReducerRuntime
import SharedFeatures
import TerminalUI

/// The next set and the rest in large digits, the sets to choose from, and the sets so far.
struct LiftingView: RetainedView {
  let store: StoreOf<WorkoutTimer>
  let lifting: Lifting

  var body: some View {
    SizeReader { size in
      let rows = lifting.rows
      if !rows.isEmpty, let columns = SplitColumns(of: size.width) {
        HStack(spacing: 1) {
          session(in: Size(columns.page, size.height), rows: [])
            .frame(width: columns.page, height: size.height)
          Divider(isVertical: true).frame(width: 1, height: size.height)
          SetTable(
            rows: rows, selection: lifting.selectedRow, width: columns.list, maxHeight: size.height
          )
          .expanded().frame(width: columns.list, height: size.height)
        }
      } else {
        session(in: size, rows: rows)
      }
    }
    .expanded().readable(SplitColumns.maxWidth)
  }

  /// Returns the view of the session.
  ///
  /// - Parameter rows: The rows of the table of sets; empty if it is beside this view.
  private func session(in size: Size, rows: [SetRow]) -> some View {
    let offers = lifting.offers
    let unit = lifting.unit ?? .kilograms
    let reason = lifting.suggestionReason
    let plates = lifting.loading
    // The title, the entry line with its problem, and the sets from which Enter chooses.
    let fixed =
      2 + (lifting.focus == .body && lifting.problem == nil ? 2 : 1)
      + (lifting.problem.map { $0.column == nil ? 2 : 3 } ?? 0) + offers.count
    let table = min(rows.isEmpty ? 0 : rows.count + 1, 6)
    // In a small terminal the plates matter more than the last session, whose next set is offered.
    let isSmall = size.height - fixed - table < 8
    let last = isSmall && plates != nil ? nil : lifting.lastText
    let room = size.height - fixed - (last == nil ? 0 : 1) - (reason == nil ? 0 : 1)
    // Digits are shown if they leave room for six lines of the table.
    let extra = room - table
    let loading = room > min(table, 2) ? plates : nil
    let loadedBar = extra >= 14 ? loading.flatMap(LoadedBar.init) : nil
    let note = extra >= 9 ? lifting.history?.settings.note : nil
    let lines =
      (loading == nil ? 0 : 1) + (loadedBar == nil ? 0 : LoadedBar.height) + (note == nil ? 0 : 1)
    let digits = extra - lines >= 6 ? min(11, extra - lines) : 0
    let hasRestLine = digits == 0 && store.rest != nil
    return VStack {
      title
      Divider()
      if digits > 0 { LiftingFigures(store: store, lifting: lifting, maxHeight: digits) }
      if let failure = store.failure, !store.isNotSaved {
        Paragraph("Not saved yet: \(failure.sentence)").style(.warning)
      } else if let failure = lifting.readFailure {
        Paragraph(failure.sentence.capitalizedSentence).style(.warning)
      }
      if let note { Text("Note: \(note.text)").style(.accent) }
      if !rows.isEmpty {
        SetTable(
          rows: rows, selection: lifting.selectedRow, width: size.width,
          maxHeight: max(2, room - lines - digits - (hasRestLine ? 1 : 0)))
      }
      if let last { Text(last).style(.dim) }
      ForEach(offers) { offer in
        SetOfferLine(
          offer: offer, unit: unit,
          isSelected: lifting.entry.isEmpty && lifting.focus == .nextSet
            && offer.kind == lifting.selectedOffer?.kind)
      }
      if let reason { Text(reason).style(.dim) }
      if let loading { Text("Plates: \(loading.words)").style(.dim) }
      if let loadedBar { loadedBar }
      SetEntryLine(lifting: lifting, unsaved: store.unsaved)
      if hasRestLine, let rest = store.rest { RestView(rest: rest, scale: 0) }
      Spacer()
    }
  }

  private var title: some View {
    TitleLine(lifting.progressText, style: .dim, shouldTruncateTitle: true) {
      HStack(spacing: 2) {
        Text(lifting.exercise.map(\.capitalizedStart) ?? "Strength").style(.title)
        if let position = lifting.variationPosition {
          Text("variation \(position.index + 1) of \(position.scale.variations.count)").style(.dim)
        }
      }
    }
  }
}

/// Large text: the set that Enter records and the remaining rest, or the exercise if there is neither.
///
/// It reads the rest itself, so that a second of rest draws only the figures.
private struct LiftingFigures: RetainedView {
  let store: StoreOf<WorkoutTimer>
  let lifting: Lifting
  let maxHeight: Int

  var body: some View {
    let figures = figures
    if figures.isEmpty {
      BigText(lifting.exercise ?? "", maxScale: 1).frame(height: 6).centered(.horizontal)
    } else {
      BigFigures(figures, maxHeight: maxHeight).frame(height: maxHeight).centered(.horizontal)
    }
  }

  private var figures: [BigFigures.Figure] {
    var figures: [BigFigures.Figure] = []
    if let set = lifting.displayedSet {
      figures.append(
        .init(
          "\(set.load.text)x\(set.reps)",
          words: lifting.entryTitle?.lowercased()
            ?? (set.isWarmUp ? "warm-up" : "set \(lifting.setCount + 1)")))
    } else if lifting.isPlanDone, lifting.entry.isEmpty {
      figures.append(.init("DONE", words: lifting.planEndText, role: .accent))
    }
    if let rest = store.rest, rest.isResting {
      figures.append(
        .init(rest.time, widest: "0:00", words: "rest \(rest.time)", role: .accent))
    } else if store.rest != nil {
      figures.append(.init("GO", words: "the rest is over", role: .accent))
    }
    return figures
  }
}

extension Lifting {
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
  let lifting: Lifting
  let unsaved: UnsavedWorkout?

  var body: some View {
    if let unsaved {
      Paragraph(
        "Not saved yet: \(unsaved.failure.sentence). "
          + (unsaved.isInFile ? "A file contains the sets. " : "") + "Saving is retried."
      ).style(.warning)
    } else {
      if lifting.entry.isEmpty, lifting.entryTitle == nil {
        VStack {
          Text("Set for example \(lifting.entryExamples)").style(.dim)
          if let problem = lifting.problem { Paragraph(problem.sentence).style(.warning) }
        }
      } else {
        VStack {
          SetEditor(
            title: lifting.entryTitle ?? "Set", entry: lifting.entry, problem: lifting.problem)
          if lifting.focus == .body, lifting.problem == nil {
            Text("For example 82.5kg; empty if unknown").style(.dim)
          }
        }
      }
    }
  }
}

extension Lifting {
  /// The number of sets, compared with the plan if there is one, the volume and the time: `3 of 5 sets, 1 more, 1500 kg,
  /// 12 min`.
  var progressText: String {
    let time = minutes > 0 ? "\(minutes) min" : nil
    guard let plan else {
      let count = sets.isEmpty ? nil : sets.countText
      return [count, sets.volumeText, time].compactMap(\.self).joined(separator: ", ")
    }
    let more = sets.work.count - plannedCount
    return [
      "\(plannedCount) of \(plan.workCount) sets", more > 0 ? "\(more) more" : nil, sets.volumeText,
      time,
    ].compactMap(\.self).joined(separator: ", ")
  }

  /// Examples of sets that can be typed.
  fileprivate var entryExamples: String {
    BodyShare(of: exercise ?? "").percent > 0 ? "x12, x8@9 or +10x5" : "100x5, 80x8@9 or x12"
  }

  /// The rows of the sets so far.
  fileprivate var rows: [SetRow] {
    sets.rows { histories[$0.nameKey]?.last?.sets ?? [] }
  }

  /// The row of the selected set.
  fileprivate var selectedRow: Int? { selectedSet.flatMap(sets.indicesByExercise.firstIndex) }

  /// The name of what is typed, except the next set: `Set 2 of squat`.
  fileprivate var entryTitle: String? {
    if focus == .body { return "Body weight today" }
    guard case .editor = focus, let row = selectedRow else { return nil }
    return rows[row].title
  }

  /// The reason for the suggested set, if it is offered, or a request for the first weight.
  fileprivate var suggestionReason: String? {
    offers.contains { $0.kind == .suggested } ? history?.suggestionReason : weightRequest
  }

  /// The sets of the last session with the exercise: `Last time, Tue 17 Nov:  100x5 100x5`.
  fileprivate var lastText: String? {
    guard let last = history?.last else { return nil }
    let work = last.sets.filter { !$0.isWarmUp }
    let sets = (work.isEmpty ? last.sets : work).texts(in: unit ?? .kilograms)
      .joined(separator: " ")
    return "Last time, \(last.day.dayText):  \(sets)"
  }

  /// The plates of the set that Enter records, if it can be done with a bar.
  fileprivate var loading: Bar.Loading? {
    guard case .weight(let weight)? = displayedSet?.load else { return nil }
    return bar(in: weight.unit).loading(for: weight)
  }

  /// The last set that Enter records; `nil` for none.
  fileprivate var displayedSet: SetEntry? { (try? nextSets)?.last }
}
