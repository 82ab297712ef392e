import Clients
import Models
import ReducerRuntime
import SharedFeatures
import TerminalUI

/// The sets of an exercise in earlier sessions, compared with the sets of one session.
public struct SetComparison: Equatable, Sendable {
  /// The records that the session has set.
  public let records: [SetEntry]
  /// The sets of the session before.
  public let previous: [SetEntry]

  init(of workout: Workout.ID, in history: StrengthHistory) {
    records = history.newRecords(in: workout)
    previous = history.session(before: workout)?.sets ?? []
  }
}

// The sets of a strength session on its page. Like every correction, a change of a set replaces the workout with a
// corrected copy.
extension WorkoutDetail {
  /// Replaces the selected set with the typed one.
  func saveSelectedSet(_ state: inout State) -> Effect<Action> {
    guard let index = state.selectedSet, let text = state.setEntry?.text else { return .none }
    var sets = state.workout?.sets ?? []
    let old = sets[index]
    do throws(TextError) {
      let entries = try [SetEntry](text: text, unit: state.unit(of: old))
      guard let entry = entries.first.map({ $0.with(body: $0.body ?? old.set.body) }),
        entries.count == 1,
        let set = old.with(old.exercise, entry)
      else {
        state.setProblem = "type one set: a weight and reps, such as 100x5, or x12 without a weight"
        return .none
      }
      guard set != old else {
        state.stopEditingSet()
        return .none
      }
      sets[index] = set
    } catch {
      state.setProblem = EntryProblem(error)
      state.setEntry?.moveCursor(toColumn: error.column)
      return .none
    }
    return correct(to: sets, &state)
  }

  /// Deletes the selected set, unless it is the only one.
  func deleteSelectedSet(_ state: inout State) -> Effect<Action> {
    guard let index = state.selectedSet, var sets = state.workout?.sets else { return .none }
    guard sets.count > 1 else {
      state.notice = "This is the only set. The history can delete the workout."
      return .none
    }
    sets.remove(at: index)
    return correct(to: sets, &state)
  }

  private func correct(to sets: [PerformedSet], _ state: inout State) -> Effect<Action> {
    guard let old = state.workout else { return .none }
    guard let log = old.log.corrected(to: sets) else {
      state.setProblem = "a session has at most \(RepLog.maxReps) reps"
      return .none
    }
    let corrected = Workout(
      id: uuid(), challenge: old.challenge, user: old.user, startedAt: old.startedAt,
      utcOffset: old.utcOffset, log: log, note: old.note, figures: old.figures)
    return change(&state, .correct(old, to: corrected))
  }

  /// The keys of the table of sets.
  static let setKeys: KeyMap<State, Action.View> =
    KeyMap([
      .init([.enter], "edit set", .editSetButtonTapped),
      .init(["d", .delete], "delete set", .deleteSetButtonTapped),
    ]).when(\.canEditSet)
    + KeyMap.listNavigation(Action.View.setSelectionMoved)
    .when { $0.canEditSet && $0.workout?.sets.count ?? 0 > 1 }

  /// The keys while a set is edited.
  static let setEntryKeys: KeyMap<State, Action.View> =
    [
      .init([.enter], "save set", .saveSetButtonTapped),
      .init([.escape], "keep set", .setEditingCancelled, name: "clear"),
    ] + .textEditing("type", for: .numbers, Action.View.setEdited) { $0.setEntry }
}

extension WorkoutDetail.State {
  var isEditingSet: Bool { setEntry != nil }

  /// Whether the workout has sets that can be corrected.
  var canEditSet: Bool { canEdit && workout?.sets.isEmpty == false }

  /// The index of the selected set; `nil` if no set can be edited.
  var selectedSet: Int? {
    guard canEditSet, let order = workout?.sets.indicesByExercise else { return nil }
    return order.indices.contains(selectedRow) ? order[selectedRow] : nil
  }

  mutating func moveSetSelection(by offset: Int) {
    selectedRow = selectedRow.moved(by: offset, in: workout?.sets.count ?? 0)
    notice = nil
  }

  /// Opens the line with the text of the selected set.
  mutating func editSelectedSet() {
    guard let set = selectedSet.flatMap({ workout?.sets[$0] }) else { return }
    notice = nil
    setEntry = set.typedText(in: unit(of: set))
  }

  mutating func stopEditingSet() {
    setEntry = nil
    setProblem = nil
  }

  /// The unit of a weight that is typed without one: that of the set, or of another set of its exercise.
  func unit(of set: PerformedSet) -> Weight.Unit? {
    set.set.load.weight?.unit
      ?? workout?.sets.entries(of: set.exercise).lazy.compactMap(\.load.weight).last?.unit
  }
}

extension PerformedSet {
  /// Returns the text of the set with its note, for the line in which it is edited. The body's weight is left out if the
  /// load doesn't include it.
  ///
  /// - Parameter unit: The unit that a weight without one has, if it is known.
  public func typedText(in unit: Weight.Unit?) -> TextField {
    let set = set.load.includesBody ? set : set.with(body: nil)
    let note = set.text.dropFirst(set.result.count)
    return TextField((unit.map { set.text(in: $0) } ?? set.result) + note)
  }
}

/// The line in which a set is edited, and its problem.
public struct SetEditor: View {
  /// The title: `Set 2 of squat`.
  let title: String
  let entry: TextField
  let problem: EntryProblem?

  public init(title: String, entry: TextField, problem: EntryProblem?) {
    (self.title, self.entry, self.problem) = (title, entry, problem)
  }

  public var body: some View {
    VStack {
      HStack(spacing: 1) {
        Text(title).style(.dim)
        TextFieldView(entry, errorColumn: problem?.column).style(.accent)
      }
      if let problem { Paragraph(problem.sentence).style(.warning) }
    }
  }
}
