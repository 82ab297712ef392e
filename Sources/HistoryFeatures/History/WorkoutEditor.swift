import Clients
import FoundationEssentials
import Models
import ReducerRuntime
import SharedFeatures
import TerminalUI

/// A form that corrects the reps, the time, the start and the note of a saved workout.
@Reducer
public struct WorkoutEditor {
  @ObservableState
  public struct State: Equatable, Sendable {
    /// The version of the workout that the form corrects.
    public private(set) var workout: Workout
    /// Whether the form has told the person that another program deleted the workout.
    public private(set) var isDeleted = false
    /// The title of the form.
    public let title: String
    /// The workout's challenge, if it is still in the catalogue.
    let challenge: Challenge?
    /// The rules for entered reps and times, shared with `ladder log`.
    let rules: ManualEntryRules
    public internal(set) var form: Form<Field>
    /// The units of exercises, by the keys of the exercises' names; loaded when a weight without a unit is typed.
    var units: [String: Weight.Unit]?
    @SharedReader(.settings) var settings

    /// Creates a form for a workout.
    ///
    /// - Parameters:
    ///   - challenge: The workout's challenge, if it is still in the catalogue.
    ///   - isNoteOnly: Whether the form has only the note and the figures.
    public init(_ workout: Workout, of challenge: Challenge?, isNoteOnly: Bool = false) {
      self.workout = workout
      title = workout.title(of: challenge)
      self.challenge = challenge
      rules = ManualEntryRules(challenge)
      let reps = Form<Field>.Line(.reps, "\(workout.reps)")
      let times: [Form<Field>.Line] = [
        .init(.time, workout.duration.clockText), .init(.start, workout.localStart.text),
      ]
      let note = Form<Field>.Line(
        .note, workout.note?.text ?? "", maxLength: WorkoutNote.maxWidth)
      let figures: [Form<Field>.Line] = [
        .init(.effort, workout.figures.effort?.text ?? ""),
        .init(.bodyWeight, workout.figures.bodyWeight?.text ?? ""),
      ]
      let distance: [Form<Field>.Line] = [
        .init(.distance, workout.figures.distance?.text ?? ""),
        .init(.calories, workout.figures.calories?.text ?? ""),
      ]
      let hasNoReps =
        challenge?.scoring.countsReps == false || challenge?.routine.distanceText != nil
      let sets = Form<Field>.Line(.sets, workout.sets.text, maxLength: Routine.maxLength)
      let results = !workout.sets.isEmpty ? [sets] + times : hasNoReps ? times : [reps] + times
      let added = challenge?.acceptsDistance == true ? distance + figures : figures
      form = Form(lines: isNoteOnly ? [note] + added : results + added + [note])
    }

    /// Shows the version that another program has saved, and keeps typed texts.
    public mutating func show(_ conflict: EditConflict<Workout>) {
      form.showConflict(
        with: conflict.current.map { Self($0, of: challenge, isNoteOnly: isNoteOnly).form })
      workout = conflict.current ?? workout
      isDeleted = conflict.current == nil
    }

    /// Whether the form has only the note and the figures.
    public var isNoteOnly: Bool { form.lines.first?.field == .note }

    /// A sentence about the selected field, if it needs one.
    var explanation: String? {
      switch form.focusedField {
      case .reps: "A lower number removes the last reps; a higher one turns off replay and race."
      case .effort: "RPE is the effort, from 1 to 10."
      default: nil
      }
    }
  }

  public enum Field: String, Sendable {
    case reps = "Reps"
    case sets = "Sets"
    case time = "Time"
    case start = "Started"
    case effort = "RPE"
    case bodyWeight = "Weight"
    case distance = "Distance"
    case calories = "Calories"
    case note = "Note"
  }

  public enum Action: BoundedAction, Sendable {
    @CasePathable
    public enum View: Sendable {
      case form(FormAction)
      case saveButtonTapped
      case cancelButtonTapped
    }

    @CasePathable
    public indirect enum Delegate: Equatable, Sendable {
      /// The corrected workout, with a new id.
      case saved(Workout)
      case cancelled
    }

    @CasePathable
    public enum Internal: Sendable {
      case exercisesResponse(Result<[StrengthExercise], Failure>)
    }

    case view(View)
    case delegate(Delegate)
    case _internal(Internal)
  }

  enum CancelID { case exercises }

  @Dependency(\.strength) var strength
  @Dependency(\.uuid) var uuid
  @Dependency(\.date.now) var now

  public init() {}

  public var body: some ReducerOf<Self> {
    Scope(state: \.form, action: \.view.form) { FormEditor<Field>() }
    Reduce { state, action in
      switch action {
      case .view(.saveButtonTapped):
        guard state.form.hasChanges else { return .send(.delegate(.cancelled)) }
        return save(&state)

      case ._internal(.exercisesResponse(let result)):
        // If the exercises can't be read, the person must type the unit.
        let exercises = (try? result.get()) ?? []
        state.units = Dictionary(
          exercises.compactMap { exercise in
            exercise.unit.map { (exercise.name.nameKey, $0) }
          }, uniquingKeysWith: { first, _ in first })
        return save(&state)

      case .view(.cancelButtonTapped):
        return .send(.delegate(.cancelled))

      case .view(.form), .delegate:
        return .none
      }
    }
  }

  /// Saves the corrected workout. If a typed weight needs the unit of its exercise, the exercises are read first.
  private func save(_ state: inout State) -> Effect<Action> {
    do throws(TextError) {
      let sets = try sets(state)
      do throws(Form<Field>.Problem) {
        return .send(.delegate(.saved(try corrected(state, sets: sets))))
      } catch {
        state.form.show(error)
      }
    } catch {
      guard error.isUnitMissing, state.units == nil else {
        state.form.show(.init(.sets, error))
        return .none
      }
      return .request(CancelID.exercises) {
        try await strength.exercises()
      } response: {
        ._internal(.exercisesResponse($0))
      }
    }
    return .none
  }

  private func sets(_ state: State) throws(TextError) -> [PerformedSet] {
    guard state.form.hasChanged(.sets) else { return state.workout.sets }
    // An added set gets the time of the session's last set, because the correction may be made much later.
    let end = state.workout.sets.last?.instant ?? state.workout.duration
    return try [PerformedSet](
      text: state.form[.sets], correcting: state.workout.sets, at: end
    ) { exercise in
      state.units.flatMap { $0[exercise.nameKey] ?? state.settings.unit }
    }
  }

  private func corrected(
    _ state: State, sets: [PerformedSet]
  ) throws(Form<Field>.Problem) -> Workout {
    let (old, form) = (state.workout, state.form)
    var log = old.log
    if form.hasChanged(.reps) || form.hasChanged(.time) { log = try correctedLog(state) }
    if form.hasChanged(.sets) { log = log.corrected(to: sets) ?? log }
    var (startedAt, utcOffset) = (old.startedAt, old.utcOffset)
    if form.hasChanged(.start) {
      do throws(TypedTime.Problem) {
        let start = try TypedTime(
          form[.start], now: now, dayStart: state.settings.dayStart, utcOffset: old.utcOffset(at:))
        (startedAt, utcOffset) = (start.date, start.utcOffset)
      } catch {
        throw .init(.start, "the start \(error.rule)")
      }
    }
    let figures = try figures(old.figures, form)
    if form.hasChanged(.bodyWeight) {
      log = log.mapSets { ($0, $1.with(body: figures.bodyWeight)) }
    }
    let corrected = Workout(
      id: uuid(), challenge: old.challenge, user: old.user, startedAt: startedAt,
      utcOffset: utcOffset, log: log, note: try note(form), figures: figures)
    let results: [Field] = [.reps, .time, .distance]
    if let changed = results.first(where: form.hasChanged),
      let reason = state.challenge?.impossibilityReason(of: corrected)
    {
      throw .init(
        changed == .distance ? .distance : .time, "\(reason.sentence), so it would not be ranked")
    }
    return corrected
  }

  /// Returns the log with the corrected reps and time, if they follow the rules for entered values.
  private func correctedLog(_ state: State) throws(Form<Field>.Problem) -> WorkoutLog {
    let (old, form) = (state.workout, state.form)
    let (duration, reps): (Duration, Int)
    do throws(ManualEntryRules.Problem) {
      duration = form.hasChanged(.time) ? try state.rules.time(form[.time]) : old.duration
      // The form of a hold has no reps, so they stay the same.
      reps = form.hasChanged(.reps) ? try state.rules.reps(form[.reps]) : old.reps
    } catch {
      throw .init(error)
    }
    if let message = state.rules.impossibilityMessage(for: reps, in: duration) {
      throw .init(.time, message)
    }
    let isComplete = state.challenge?.score(of: old)?.isComplete == true
    let log = old.log.corrected(
      to: reps, duration: duration,
      isScoredByTime: state.challenge?.scoring.repGoal != nil && isComplete)
    guard let log else { throw .init(.reps, "at most \(RepLog.maxReps)") }
    return log
  }

  /// Returns the figures with the typed values.
  private func figures(
    _ old: WorkoutFigures, _ form: Form<Field>
  ) throws(Form<Field>.Problem) -> WorkoutFigures {
    var figures = old
    do throws(ManualEntryRules.Problem) {
      figures.effort = try ManualEntryRules.effort(form[.effort])
      figures.bodyWeight = try ManualEntryRules.bodyWeight(form[.bodyWeight])
      if form.hasChanged(.distance) {
        figures.distance = try ManualEntryRules.distance(form[.distance])
      }
      if form.hasChanged(.calories) {
        figures.calories = try ManualEntryRules.calories(form[.calories])
      }
    } catch {
      throw .init(error)
    }
    return figures
  }

  private func note(_ form: Form<Field>) throws(Form<Field>.Problem) -> WorkoutNote? {
    guard !WorkoutNote.isTooWide(form[.note]) else {
      throw .init(.note, "a note is at most \(WorkoutNote.maxWidth) columns wide")
    }
    return WorkoutNote(form[.note])
  }
}

extension Form<WorkoutEditor.Field>.Problem {
  fileprivate init(_ problem: ManualEntryRules.Problem) {
    let field: WorkoutEditor.Field =
      switch problem.field {
      case .reps: .reps
      case .time: .time
      case .effort: .effort
      case .bodyWeight: .bodyWeight
      case .distance: .distance
      case .calories: .calories
      }
    self.init(field, problem.rule)
  }
}

extension WorkoutEditor {
  public static let keys =
    (ownKeys + FormEditor<Field>.keys().pullback(state: \.form, action: Action.View.form))
    .section("A workout's form").screen("a workout's form").map(Action.view)

  private static let ownKeys: KeyMap<State, Action.View> = [
    .init([.enter], "save", .saveButtonTapped),
    .init([.escape], "cancel", .cancelButtonTapped, name: "cancel-edit"),
  ]
}

/// A view of the form that corrects a workout.
public struct WorkoutEditorView: RetainedView {
  let store: StoreOf<WorkoutEditor>

  public init(store: StoreOf<WorkoutEditor>) { self.store = store }

  public var body: some View {
    SizeReader { size in
      VStack {
        Text(store.title).style(.title)
        Divider()
        FormView(store.form)
        // In the narrowest terminal the explanation needs three lines.
        if size.height >= store.form.lines.count + 6 { Text("") }
        explanation(isShort: size.height < store.form.lines.count + 5)
        Spacer()
      }
    }
    .readable()
  }

  /// - Parameter isShort: Whether to omit the explanation of the selected field.
  private func explanation(isShort: Bool) -> some View {
    KeyNameReader { key in
      Paragraph(
        (isShort ? "" : store.explanation.map { "\($0) " } ?? "")
          + "In the history, \(key("u", "undo")) undoes the change."
      ).style(.dim)
    }
  }
}
