import FoundationEssentials
import Models
import ReducerRuntime
import TerminalUI

/// A form that corrects the reps, the time, the start and the note of a saved workout.
@Reducer
public struct WorkoutEditor {
  @ObservableState
  public struct State: Equatable, Sendable {
    /// The stored workout.
    public let workout: Workout
    /// The title of the form.
    public let title: String
    /// The scoring of its challenge, if the catalogue still has that.
    let scoring: Challenge.Scoring?
    /// The shortest possible time for one rep.
    let minGap: Duration
    /// The rules for entered reps and times, shared with `ladder log`.
    let rules: ManualEntryRules
    public internal(set) var form: Form<Field>

    /// Creates a form for a workout.
    ///
    /// - Parameters:
    ///   - challenge: Its challenge, if the catalogue still has that.
    ///   - isNoteOnly: Whether the form has only the note.
    public init(_ workout: Workout, of challenge: Challenge?, isNoteOnly: Bool = false) {
      self.workout = workout
      title = challenge?.name ?? workout.challenge.description
      scoring = challenge?.scoring
      minGap = challenge?.minGap ?? .zero
      rules = ManualEntryRules(challenge)
      let reps = Form<Field>.Line(.reps, "\(workout.reps)")
      let times: [Form<Field>.Line] = [
        .init(.time, workout.duration.clockText), .init(.start, LocalTime(workout.startedAt).text),
      ]
      let note = Form<Field>.Line(
        .note, workout.note?.text ?? "", maxLength: WorkoutNote.maxWidth)
      let resultLines = challenge?.scoring.countsReps == false ? times : [reps] + times
      form = Form(lines: isNoteOnly ? [note] : resultLines + [note])
    }

    /// Whether the form has only the note.
    public var isNoteOnly: Bool { form.lines.first?.field == .note }

    /// A sentence about the consequences of a correction, if it has any.
    var explanation: String? {
      if isNoteOnly { return "An empty note is removed." }
      guard form.lines.first?.field == .reps else { return nil }
      return "Fewer reps remove the last ones; more reps turn off replay and race."
    }
  }

  /// A field of the form.
  public enum Field: String, Sendable {
    case reps = "Reps"
    case time = "Time"
    case start = "Started"
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

    case view(View)
    case delegate(Delegate)
    case _internal(Never)
  }

  @Dependency(\.uuid) var uuid
  @Dependency(\.date.now) var now

  public init() {}

  public var body: some ReducerOf<Self> {
    Scope(state: \.form, action: \.view.form) { FormEditor<Field>() }
    Reduce { state, action in
      switch action {
      case .view(.saveButtonTapped):
        guard state.form.hasChanges else { return .send(.delegate(.cancelled)) }
        do throws(Form<Field>.Problem) {
          return .send(.delegate(.saved(try corrected(state))))
        } catch {
          state.form.show(error)
          return .none
        }

      case .view(.cancelButtonTapped):
        return .send(.delegate(.cancelled))

      case .view(.form), .delegate:
        return .none
      }
    }
  }

  private func corrected(_ state: State) throws(Form<Field>.Problem) -> Workout {
    let (old, form) = (state.workout, state.form)
    var (duration, log, skips, provenance) = (old.duration, old.log, old.skips, old.provenance)
    var pauses = old.pauses
    if form.hasChanged(.reps) || form.hasChanged(.time) {
      (duration, log) = try durationAndLog(state)
      skips = skips.corrected(to: log, duration: duration)
      pauses = pauses.corrected(to: log, duration: duration)
      provenance.insert(.edited)
      // The time of a hold is its result.
      if log.isEmpty { provenance.insert(.typed) }
    }
    var startedAt = old.startedAt
    if form.hasChanged(.start) {
      guard let date = Date(localText: form[.start]) else {
        throw .init(.start, "a start is a date and a time, such as 2026-03-01 06:30")
      }
      guard date <= now else { throw .init(.start, "that is in the future") }
      startedAt = date
    }
    return Workout(
      id: uuid(), challenge: old.challenge, user: old.user, startedAt: startedAt,
      duration: duration, log: log, skips: skips, pauses: pauses, note: try note(form),
      figures: old.figures, provenance: provenance)
  }

  /// Returns the corrected duration and the rep log adapted to it, if they follow the rules for entered values.
  private func durationAndLog(
    _ state: State
  ) throws(Form<Field>.Problem) -> (duration: Duration, log: RepLog) {
    let (old, form) = (state.workout, state.form)
    let (duration, reps): (Duration, Int)
    do throws(ManualEntryRules.Problem) {
      duration = form.hasChanged(.time) ? try state.rules.time(form[.time]) : old.duration
      // The form of a hold has no reps, so they stay the same.
      reps = form.hasChanged(.reps) ? try state.rules.reps(form[.reps]) : old.reps
    } catch {
      throw .init(error.field == .time ? .time : .reps, error.rule)
    }
    if let message = state.rules.impossibilityMessage(for: reps, in: duration) {
      throw .init(.time, message)
    }
    let log = old.log.corrected(to: reps, from: old.duration, to: duration, scoring: state.scoring)
    guard let log else { throw .init(.reps, "at most \(RepLog.maxReps)") }
    if let reason = log.impossibilityReason(in: duration, minGap: state.minGap) {
      throw .init(.time, "\(reason.sentence), so it would not be ranked")
    }
    return (duration, log)
  }

  private func note(_ form: Form<Field>) throws(Form<Field>.Problem) -> WorkoutNote? {
    guard !WorkoutNote.isTooWide(form[.note]) else {
      throw .init(.note, "a note is at most \(WorkoutNote.maxWidth) columns wide")
    }
    return WorkoutNote(form[.note])
  }
}

extension WorkoutEditor {
  /// The keys of the form.
  public static let keys =
    (ownKeys + FormEditor<Field>.keys().pullback(state: \.form, action: Action.View.form))
    .section("A workout's form").screen("a workout's form").map(Action.view)

  private static let ownKeys: KeyMap<State, Action.View> = [
    .init([.enter], "save", .saveButtonTapped),
    .init([.escape], "cancel", .cancelButtonTapped, name: "cancel-edit"),
  ]
}

/// A view of the form that corrects a workout.
struct WorkoutEditorView: RetainedView {
  let store: StoreOf<WorkoutEditor>

  var body: some View {
    SizeReader { size in
      VStack {
        Text(store.title).style(.title)
        Divider()
        FormView(store.form)
        // In the narrowest terminal the explanation needs three lines.
        if size.height >= store.form.lines.count + 6 { Text("") }
        explanation
        Spacer()
      }
    }
    .readable()
  }

  private var explanation: some View {
    KeyNameReader { key in
      Paragraph(
        (store.explanation.map { "\($0) " } ?? "")
          + "\(key("u", "undo")) undoes it in the history."
      ).style(.dim)
    }
  }
}
