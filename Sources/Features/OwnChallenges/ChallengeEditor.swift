import Models
import ReducerRuntime
import TerminalUI

/// Makes a challenge of your own, or changes one.
@Reducer
public struct ChallengeEditor {
  @ObservableState
  public struct State: Equatable, Sendable {
    /// The challenge as it is kept, or `nil` for a new one.
    public let original: Challenge?
    public internal(set) var form: Form<Field>

    public init(_ original: Challenge? = nil) {
      self.original = original
      form = Form(lines: Self.lines(original))
    }

    /// How it is scored is asked once: results hang on it.
    private static func lines(_ original: Challenge?) -> [Form<Field>.Line] {
      let kinds = Challenge.Kind.allCases.map(\.title)
      let name = Form<Field>.Line(.name, original?.name ?? "")
      let kind = Form<Field>.Line(.kind, original?.kind.title ?? kinds[0], choices: kinds)
      let how = Form<Field>.Line(.how, original?.how.first ?? "")
      guard original == nil else { return [name, kind, how] }
      let measures = Measure.allCases.map(\.rawValue)
      return [
        name, kind, .init(.measure, measures[0], choices: measures), .init(.goal, "2:00"), how,
      ]
    }
  }

  public enum Field: String, Sendable {
    case name = "Name"
    case kind = "Kind"
    case measure = "What counts"
    case goal = "Goal"
    case how = "How it is done"
  }

  enum Measure: String, CaseIterable {
    case reps = "most reps in a time"
    case time = "reps, fastest time"
    case hold = "longest hold"
    case rounds = "most reps in rounds"
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
      case saved(Challenge)
      case cancelled
    }

    case view(View)
    case delegate(Delegate)
    case _internal(Never)
  }

  public init() {}

  public var body: some ReducerOf<Self> {
    Scope(state: \.form, action: \.view.form) { FormEditor<Field>() }
    Reduce { state, action in
      switch action {
      case .view(.saveButtonTapped):
        do throws(Form<Field>.Problem) {
          return .send(.delegate(.saved(try challenge(state))))
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

  private func challenge(_ state: State) throws(Form<Field>.Problem) -> Challenge {
    let form = state.form
    guard let name = Challenge.cleanedName(form[.name]) else {
      throw .init(.name, "a challenge needs a name")
    }
    guard name.count == form[.name].count else {
      throw .init(
        .name, "a name is at most \(Challenge.widestName) columns wide, without odd spaces")
    }
    let kind = Challenge.Kind.allCases.first { $0.title == form[.kind] } ?? .fullBody
    let how = form[.how].isEmpty ? [] : [form[.how]]
    if let original = state.original {
      return .own(
        original.id, name: name, kind: kind, scoring: original.scoring, how: how,
        intervals: original.intervals)
    }
    let id = Challenge.ID(ownName: name)
    guard Measure(rawValue: form[.measure]) == .rounds else {
      return .own(id, name: name, kind: kind, scoring: try scoring(form), how: how)
    }
    let intervals = try rounds(form)
    return .own(
      id, name: name, kind: kind, scoring: .reps(within: intervals.duration), how: how,
      intervals: intervals)
  }

  private func rounds(_ form: Form<Field>) throws(Form<Field>.Problem) -> IntervalPlan {
    guard let plan = IntervalPlan(text: form[.goal]) else {
      throw .init(.goal, "rounds are seconds of work and rest, and how many, as in 20/10 x8")
    }
    return plan
  }

  private func scoring(_ form: Form<Field>) throws(Form<Field>.Problem) -> Challenge.Scoring {
    switch Measure(rawValue: form[.measure]) {
    case .time:
      guard let reps = Int(form[.goal]), (1...100_000).contains(reps) else {
        throw .init(.goal, "reps are a number from 1 to 100000")
      }
      return .time(forReps: reps)
    case .hold:
      return .hold
    case .reps, .rounds, nil:
      guard
        let limit = Duration(clockText: form[.goal]), limit >= .seconds(1),
        limit <= .seconds(86_400)
      else { throw .init(.goal, "a time is minutes and seconds, as in 2:00") }
      return .reps(within: limit)
    }
  }
}

extension ChallengeEditor {
  /// What keys do on the form for a challenge.
  public static let keys =
    (own + FormEditor<Field>.keys(choosing: true).pullback(state: \.form, action: Action.View.form))
    .screen("a challenge's form").map(Action.view)

  private static let own: KeyMap<State, Action.View> = [
    .init([.enter], "save", .saveButtonTapped),
    .init([.escape], "cancel", .cancelButtonTapped),
  ]
}

/// The form for a challenge of your own.
struct ChallengeEditorView: RetainedView {
  let store: StoreOf<ChallengeEditor>

  var body: some View {
    VStack {
      Text(store.original?.name ?? "A challenge of your own").style(.title)
      Divider()
      FormView(store.form)
      if let original = store.original {
        Text("")
        Text("Scored by \(original.scoring.title), as it was.").style(.dim)
      }
      Spacer()
    }
    .readable()
  }
}
