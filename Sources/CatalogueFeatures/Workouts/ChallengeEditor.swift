import Clients
import Models
import ReducerRuntime
import SharedFeatures
import TerminalUI

/// A form that creates or edits a custom challenge.
@Reducer
public struct ChallengeEditor {
  @ObservableState
  public struct State: Equatable, Sendable {
    /// The stored challenge, or `nil` for a new one.
    public private(set) var original: Challenge?
    /// Whether the form has told the person that another program deleted the challenge.
    public private(set) var isDeleted = false
    public internal(set) var form: Form<Field>
    /// The list of the rounds' blocks, if it is open.
    @Presents public internal(set) var blocks: BlockEditor.State?
    /// All challenges, whose names are in use.
    @SharedReader var catalogue: Catalogue

    /// - Parameters:
    ///   - original: The challenge to edit; `nil` for a new one.
    ///   - template: The challenge whose rounds are copied to a new challenge, if any.
    public init(
      _ original: Challenge? = nil, template: Challenge? = nil,
      catalogue: SharedReader<Catalogue> = SharedReader(.catalogue)
    ) {
      self.original = original
      _catalogue = catalogue
      form = Form(lines: Self.lines(original, template))
      updateVisibleFields()
    }

    /// Shows the version that another program has saved, and keeps typed texts.
    mutating func show(_ conflict: EditConflict<Challenge>) {
      form.showConflict(
        with: conflict.current.map { Form(lines: Self.lines($0, nil)) })
      original = conflict.current ?? original
      isDeleted = conflict.current == nil
    }

    var isRoundsFocused: Bool { form.focusedField == .rounds }

    /// The chosen way of scoring; `nil` if the form has no such field.
    var measure: Measure? { Measure(rawValue: form[.measure]) }

    /// Hides the fields that the chosen scoring does not need.
    mutating func updateVisibleFields() {
      form.hide(Set(Measure.allCases.compactMap(\.field).filter { $0 != measure?.field }))
    }

    /// Returns whether another challenge has the name in any spelling.
    func isNameTaken(_ name: String) -> Bool {
      catalogue.challenges.contains {
        $0.id != original?.id && $0.name.nameKey == name.nameKey
      }
    }

    /// Returns the lines of the form. Only a new challenge has a choice of scoring, because results depend on it.
    private static func lines(
      _ original: Challenge?, _ template: Challenge?
    ) -> [Form<Field>.Line] {
      let kinds = Challenge.Kind.allCases.map(\.title)
      let name = Form<Field>.Line(
        .name, original?.name ?? "", maxLength: Challenge.maxNameWidth)
      let kind = Form<Field>.Line(
        .kind, (original ?? template)?.kind.title ?? kinds[0], choices: kinds)
      let instructions = Form<Field>.Line(.instructions, original?.instructions.first ?? "")
      guard original == nil else { return [name, kind, instructions] }
      let measures = Measure.allCases.map(\.rawValue)
      let measure = template == nil ? .reps : Measure.rounds
      let rounds = template?.routine.text ?? "8x(squat 20s, rest 10s)"
      return [
        name, kind, .init(.measure, measure.rawValue, choices: measures),
        .init(.time, "2:00", isDefault: true), .init(.reps, "50", isDefault: true),
        .init(.rounds, rounds, isDefault: template == nil, maxLength: Routine.maxLength),
        instructions,
      ]
    }
  }

  public enum Field: String, Sendable {
    case name = "Name"
    case kind = "Kind"
    case measure = "Scored by"
    case time = "Time"
    case reps = "Reps"
    case rounds = "Rounds"
    case instructions = "Instructions"
  }

  enum Measure: String, CaseIterable {
    case reps = "reps in a fixed time"
    case time = "reps, fastest time"
    case hold = "longest hold"
    case rounds = "rounds of exercises"

    /// The field that only this way of scoring needs, if any.
    var field: Field? {
      switch self {
      case .reps: .time
      case .time: .reps
      case .hold: nil
      case .rounds: .rounds
      }
    }

    /// A hint about the value of the field and the end of the workout.
    var explanation: String {
      switch self {
      case .reps:
        "Minutes and seconds, such as 2:00. The most reps in that time wins."
      case .time:
        "The clock stops at the last rep; the shortest time wins."
      case .hold:
        "Space stops the clock; the longest time wins."
      case .rounds:
        "Examples: 3x(push-up 10, rest 30s), AMRAP 12:00 (squat 15, lunge 10)."
      }
    }
  }

  public enum Action: BoundedAction, Sendable {
    @CasePathable
    public enum View: Sendable {
      case form(FormAction)
      case blocksButtonTapped
      case saveButtonTapped
      case cancelButtonTapped
    }

    @CasePathable
    public indirect enum Delegate: Equatable, Sendable {
      case saved(Challenge)
      case cancelled
    }

    case view(View)
    case delegate(Delegate)
    @CasePathable
    public indirect enum Internal: Sendable {
      case blocks(PresentationAction<BlockEditor.Action>)
    }

    case _internal(Internal)
  }

  public init() {}

  public var body: some ReducerOf<Self> {
    Scope(state: \.form, action: \.view.form) { FormEditor<Field>() }
    Reduce { state, action in
      switch action {
      case .view(.saveButtonTapped):
        do throws(Form<Field>.Problem) {
          return .send(.delegate(.saved(try makeChallenge(from: state))))
        } catch {
          state.form.show(error)
          return .none
        }

      case .view(.blocksButtonTapped):
        do throws(Form<Field>.Problem) {
          state.blocks = BlockEditor.State(try routine(from: state.form))
        } catch {
          state.form.show(error)
        }
        return .none

      case ._internal(.blocks(.presented(.delegate(.done(let routine))))):
        state.blocks = nil
        state.form.replace(.rounds, with: routine.text)
        return .none

      case .view(.cancelButtonTapped):
        return .send(.delegate(.cancelled))

      case .view(.form(.choiceMoved)):
        state.updateVisibleFields()
        return .none

      case .view(.form), .delegate, ._internal:
        return .none
      }
    }
    .ifLet(\.$blocks, action: \.blocks) { BlockEditor() }
  }

  private func makeChallenge(from state: State) throws(Form<Field>.Problem) -> Challenge {
    let form = state.form
    guard let name = Challenge.sanitizedName(form[.name]) else {
      throw .init(.name, "a challenge needs a name")
    }
    guard name.count == form[.name].count else {
      throw .init(
        .name, "a name is at most \(Challenge.maxNameWidth) columns wide, without extra spaces")
    }
    guard !state.isNameTaken(name) else {
      throw .init(.name, "there is already a challenge named \(name)")
    }
    let kind = Challenge.Kind.allCases.first { $0.title == form[.kind] } ?? .fullBody
    let instructions = form[.instructions].isEmpty ? [] : [form[.instructions]]
    if let original = state.original {
      return .custom(
        original.id, name: name, kind: kind, scoring: original.scoring, instructions: instructions,
        routine: original.hasDefaultRoutine ? nil : original.routine)
    }
    let id = Challenge.ID(customName: name)
    guard state.measure == .rounds else {
      return .custom(
        id, name: name, kind: kind, scoring: try scoring(from: state), instructions: instructions)
    }
    let routine = try routine(from: form)
    guard let scoring = routine.scoring else {
      throw .init(
        .rounds, "no score: give each exercise reps, a time or a distance, as in plank 1:00")
    }
    return .custom(
      id, name: name, kind: kind, scoring: scoring, instructions: instructions, routine: routine)
  }

  private func routine(from form: Form<Field>) throws(Form<Field>.Problem) -> Routine {
    do throws(TextError) {
      return try Routine(text: form[.rounds])
    } catch {
      throw .init(.rounds, error)
    }
  }

  private func scoring(from state: State) throws(Form<Field>.Problem) -> Challenge.Scoring {
    let form = state.form
    switch state.measure {
    case .time:
      guard let reps = Int(form[.reps]), (1...RepLog.maxReps).contains(reps) else {
        throw .init(.reps, "reps are a number from 1 to \(RepLog.maxReps)")
      }
      return .time(forReps: reps)
    case .hold:
      return .hold
    case .reps, .rounds, nil:
      guard
        let limit = Duration(clockText: form[.time]), limit >= .seconds(1),
        limit <= .seconds(86_400)
      else { throw .init(.time, "a time is minutes and seconds, such as 2:00") }
      return .reps(within: limit)
    }
  }
}

extension ChallengeEditor {
  public static let keys =
    BlockEditor.keys.presented(\.blocks, action: \.blocks.presented)
    + (ownKeys
    + FormEditor<Field>.keys(hasChoices: true).pullback(state: \.form, action: Action.View.form))
    .screen("a challenge's form").map(Action.view).when { $0.blocks == nil }

  private static let ownKeys: KeyMap<State, Action.View> = [
    .init([.enter], "save", .saveButtonTapped),
    .init([.escape], "cancel", .cancelButtonTapped),
    .init(
      [.function(3)], "edit blocks", .blocksButtonTapped, short: "blocks", when: \.isRoundsFocused),
  ]
}

// MARK: - View

struct ChallengeEditorView: RetainedView {
  let store: StoreOf<ChallengeEditor>

  var body: some View {
    if let blocks = store.scope(state: \.blocks, action: \.blocks.presented) {
      BlockEditorView(store: blocks)
    } else {
      form
    }
  }

  private var form: some View {
    VStack {
      Text(store.original?.name ?? "Custom challenge").style(.title)
      Divider()
      FormView(store.form)
      if let measure = store.measure,
        store.form.focusedField == .measure || store.form.focusedField == measure.field
      {
        Text("")
        Paragraph(measure.explanation).style(.dim)
      }
      if let original = store.original {
        Text("")
        Paragraph("Scored by \(original.scoringTitle); this cannot be changed.").style(.dim)
      }
      Spacer()
    }
    .readable()
  }
}
