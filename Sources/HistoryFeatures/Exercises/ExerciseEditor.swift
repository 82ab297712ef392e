import Clients
import Models
import ReducerRuntime
import SharedFeatures
import TerminalUI

/// A form for the settings of an exercise: its progression rule (chosen or typed), a note, the unit of its weights, its
/// bar and its muscle group.
@Reducer
public struct ExerciseEditor {
  @ObservableState
  public struct State: Equatable, Sendable {
    public internal(set) var form: Form<Field>
    /// The settings before the change.
    private(set) var original: ExerciseSettings

    /// Creates a form.
    ///
    /// - Parameter unit: The initially selected unit if the exercise has none.
    public init(_ original: ExerciseSettings, unit: Weight.Unit) {
      self.original = original
      form = Self.form(original, unit)
    }

    /// The choice of the group that the name of the exercise determines.
    private static let byName = "by its name"

    private static func form(_ original: ExerciseSettings, _ unit: Weight.Unit) -> Form<Field> {
      let text = original.rule?.text ?? ""
      return Form(lines: [
        .init(.preset, Preset(of: text).rawValue, choices: Preset.allCases.map(\.rawValue)),
        .init(.rule, text, maxLength: ProgressionRule.maxLength),
        .init(.note, original.note?.text ?? "", maxLength: WorkoutNote.maxWidth),
        .init(
          .unit, (original.unit ?? unit).rawValue, choices: Weight.Unit.allCases.map(\.rawValue)),
        .init(.bar, original.bar?.text ?? "", maxLength: Bar.maxLength),
        .init(
          .muscles, original.muscles?.rawValue ?? byName,
          choices: [byName] + MuscleGroup.allCases.map(\.rawValue)),
      ])
    }

    /// Shows the settings that another program has saved, and keeps typed texts.
    mutating func show(_ conflict: EditConflict<ExerciseSettings>) {
      original = conflict.current ?? ExerciseSettings()
      form.showConflict(with: Self.form(original, unit))
    }

    /// The chosen unit, which is also the unit of a rule's step.
    var unit: Weight.Unit { Weight.Unit(rawValue: form[.unit]) ?? .kilograms }

    var preset: Preset { Preset(rawValue: form[.preset]) ?? .none }

    /// Replaces the rule with the text of the chosen preset in the chosen unit, or with the original rule if that is of
    /// the chosen kind.
    mutating func applyPreset() {
      let original = original.rule?.text ?? ""
      let isExample = Weight.Unit.allCases.contains { preset.text(in: $0) == form[.rule] }
      switch form.focusedField {
      case .preset:
        form.replace(.rule, with: Preset(of: original) == preset ? original : preset.text(in: unit))
      case .unit where isExample && form[.rule] != original:
        form.replace(.rule, with: preset.text(in: unit))
      default:
        break
      }
    }

    /// Selects the kind of the typed rule.
    mutating func selectPresetOfRule() {
      guard form.focusedField == .rule else { return }
      form.replace(.preset, with: Preset(of: form[.rule]).rawValue)
    }
  }

  public enum Field: String, Sendable {
    case preset = "Kind"
    case rule = "Rule"
    case note = "Note"
    case unit = "Unit"
    case bar = "Bar"
    case muscles = "Muscles"
  }

  /// A kind of rule with an example.
  enum Preset: String, CaseIterable {
    case none = "no rule"
    case linear = "linear"
    case double = "double progression"
    case percent = "percentages"

    /// Creates the kind of a rule from its text, which may be incomplete.
    init(of text: String) {
      let word = text.drop(while: \.isWhitespace).prefix(while: \.isLetter).lowercased()
      self =
        Self.allCases.dropFirst().first {
          $0.text(in: .kilograms).hasPrefix("\(word) ") && !word.isEmpty
        } ?? .none
    }

    /// Returns the example as text, with the usual step in a unit; an empty text for `none`.
    func text(in unit: Weight.Unit) -> String {
      let step = unit.usualStep.text
      return switch self {
      case .none: ""
      case .linear: "linear 5x5 +\(step)"
      case .double: "double 3x8-12 +\(step)"
      case .percent: "percent 65%x5 75%x5 85%x5 of 90% step \(step)"
      }
    }

    /// The parts of the rule's text, and the rule's effect.
    var explanation: String {
      switch self {
      case .none:
        "Nothing is suggested. Choose a kind, or type a rule such as linear 5x5 +2.5."
      case .linear:
        "Sets x reps + step: adds the step after a session in which all sets reached their reps, "
          + "otherwise repeats the weight."
      case .double:
        "Sets x fewest-most reps + step: adds a rep to each set until all have the most, then adds "
          + "the step and starts again at the fewest."
      case .percent:
        "Percentage x reps for each set, based on a share of the estimated maximum, rounded down "
          + "to the step."
      }
    }
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
      case saved(ExerciseSettings)
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
      case .view(.form(.choiceMoved)):
        state.applyPreset()
        return .none

      case .view(.form(.edited)):
        state.selectPresetOfRule()
        return .none

      case .view(.saveButtonTapped):
        var field = Field.rule
        do throws(TextError) {
          let rule = try state.form.ifTyped(.rule, ProgressionRule.init(text:))
          field = .bar
          let bar = try state.form.ifTyped(.bar, Bar.init(text:))
          guard !WorkoutNote.isTooWide(state.form[.note]) else {
            state.form.show(.init(.note, "at most \(WorkoutNote.maxWidth) columns"))
            return .none
          }
          let unit = state.form.hasChanged(.unit) ? state.unit : state.original.unit
          return .send(
            .delegate(
              .saved(
                ExerciseSettings(
                  rule: rule, note: WorkoutNote(state.form[.note]), unit: unit,
                  muscles: MuscleGroup(rawValue: state.form[.muscles]), bar: bar))))
        } catch {
          state.form.show(.init(field, error))
          return .none
        }

      case .view(.cancelButtonTapped):
        return .send(.delegate(.cancelled))

      case .view(.form), .delegate:
        return .none
      }
    }
  }
}

extension Form<ExerciseEditor.Field> {
  /// Returns the value of a text; `nil` if it is empty.
  fileprivate func ifTyped<Value>(
    _ field: Field, _ parse: (String) throws(TextError) -> Value
  ) throws(TextError) -> Value? {
    let text = self[field]
    return text.allSatisfy(\.isWhitespace) ? nil : try parse(text)
  }
}

extension ExerciseEditor {
  public static let keys =
    (ownKeys
    + FormEditor<Field>.keys(hasChoices: true).pullback(state: \.form, action: Action.View.form))
    .screen("an exercise's form").section("An exercise's form").map(Action.view)

  private static let ownKeys: KeyMap<State, Action.View> = [
    .init([.enter], "save", .saveButtonTapped),
    .init([.escape], "cancel", .cancelButtonTapped),
  ]
}

// MARK: - View

struct ExerciseEditorView: RetainedView {
  let store: StoreOf<ExerciseEditor>
  let exercise: String

  var body: some View {
    VStack {
      PageTitle(exercise, note: "rule, note, unit, bar, muscles")
      FormView(store.form)
      Text("")
      if store.form.focusedField == .note {
        Paragraph("The exercise's page and its sessions show the note.").style(.dim)
      } else if store.form.focusedField == .bar {
        Paragraph(
          "For example 15kg, 10kg one-side, 20kg plates 25 20 10x4 5, or none for a dumbbell or "
            + "a machine. Empty: the bar in the settings."
        ).style(.dim)
      } else if store.form.focusedField == .muscles {
        Paragraph("Summaries count its sets for this muscle group.").style(.dim)
        Text("By its name: \(MuscleGroup(ofExercise: exercise).rawValue).").style(.dim)
      } else {
        ruleExplanation
      }
      Spacer()
    }
    .readable()
  }

  @ViewBuilder private var ruleExplanation: some View {
    Paragraph(store.preset.explanation).style(.dim)
    if store.preset != .none {
      Paragraph(
        "Example: \(store.preset.text(in: store.unit)), with a step in \(store.unit.rawValue)."
      )
      .style(.dim)
    }
    Text("")
    Paragraph("A rule only suggests: it changes nothing that you plan or type.").style(.dim)
  }
}
