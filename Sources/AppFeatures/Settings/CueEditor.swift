import Clients
import Models
import ReducerRuntime
import SharedFeatures
import TerminalUI
import TimerFeatures

/// A page that chooses what each cue of a workout does, and plays it.
@Reducer
public struct CueEditor {
  @ObservableState
  public struct State: Equatable, Sendable {
    @Shared(.settings) public var settings
    /// The programs that are installed; `nil` until they are known.
    public internal(set) var programs: [CueProgram]?
    public internal(set) var selection = 0
    /// The failure of the last change or playback.
    public internal(set) var failure: Failure?
    /// The person's own commands at the start, which stay among the choices.
    let ownCommands: [Cue: CueCommand]

    public init() {
      @SharedReader(.settings) var settings
      var commands: [Cue: CueCommand] = [:]
      for cue in Cue.allCases {
        if case .command(let command) = settings.cues[cue], Choice(command, for: cue) == .own {
          commands[cue] = command
        }
      }
      ownCommands = commands
    }

    public var selectedCue: Cue { Cue.allCases[selection] }
  }

  /// The output of a cue that a person can choose.
  public enum Choice: Equatable, Sendable {
    case off, bell, sound, voice
    /// A command from the settings file.
    case own

    /// Creates the choice for a command. A command with another sound or other options than this page's is the
    /// person's own.
    fileprivate init(_ command: CueCommand, for cue: Cue) {
      let program = command.words.first.flatMap(CueProgram.init)
      if let program, let path = command.words.last, path.hasSuffix("/" + cue.soundPath),
        program.command(sound: path) == command
      {
        self = .sound
      } else if let program, program.isVoice, program.command(sound: "") == command {
        self = .voice
      } else {
        self = .own
      }
    }
  }

  public enum Action: BoundedAction, Sendable {
    @CasePathable
    public enum View: Sendable {
      case selectionMoved(by: Int)
      case choiceMoved(by: Int)
      case playButtonTapped
      case closeButtonTapped
    }

    @CasePathable
    public enum Command: Sendable {
      /// Find the programs that are installed.
      case load
    }

    @CasePathable
    public indirect enum Delegate: Equatable, Sendable {
      /// The settings have changed.
      case changed
    }

    @CasePathable
    public indirect enum Internal: Sendable {
      case programsResponse([CueProgram])
      case soundResponse(Cue, Result<String, Failure>)
      case playbackFailed(Failure)
    }

    case view(View)
    case command(Command)
    case delegate(Delegate)
    case _internal(Internal)
  }

  enum CancelID { case sound, playback }

  @Dependency(\.cues) var cues
  @Dependency(\.dismiss) var dismiss

  public init() {}

  public var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .command(.load):
        return .run { send in await send(._internal(.programsResponse(cues.programs()))) }

      case ._internal(.programsResponse(let programs)):
        state.programs = programs
        return .none

      case .view(.selectionMoved(let offset)):
        state.selection = state.selection.moved(by: offset, in: Cue.allCases.count)
        state.failure = nil
        return .none

      case .view(.choiceMoved(let offset)):
        return choose(by: offset, &state)

      case ._internal(.soundResponse(let cue, .success(let path))):
        guard let command = state.player?.command(sound: path) else { return .none }
        return set(cue, to: .command(command), &state)

      case ._internal(.soundResponse(_, .failure(let failure))),
        ._internal(.playbackFailed(let failure)):
        state.failure = failure
        return .none

      case .view(.playButtonTapped):
        state.failure = nil
        let cue = state.selectedCue
        return .cue(cue, cue.sampleText, WorkoutOptions(state.settings)) {
          ._internal(.playbackFailed($0))
        }

      case .view(.closeButtonTapped):
        return .run { _ in await dismiss() }

      case .delegate:
        return .none
      }
    }
  }

  /// Changes the selected cue to the next or the previous choice.
  private func choose(by offset: Int, _ state: inout State) -> Effect<Action> {
    state.failure = nil
    let cue = state.selectedCue
    let cancellation = Effect<Action>.cancel(id: CancelID.sound)
    switch state.choices(for: cue).choice(offset, after: state.choice(for: cue)) {
    case .off: return .merge(cancellation, set(cue, to: .off, &state))
    case .bell: return .merge(cancellation, set(cue, to: .bell, &state))
    case .sound:
      return .run { send in
        await send(
          ._internal(.soundResponse(cue, outcome { try await cues.saveSound(cue) })))
      }
      .cancellable(id: CancelID.sound, cancelInFlight: true)
    case .voice:
      guard let command = state.voice?.command(sound: "") else { return .none }
      return .merge(cancellation, set(cue, to: .command(command), &state))
    case .own:
      guard let command = state.ownCommands[cue] else { return .none }
      return .merge(cancellation, set(cue, to: .command(command), &state))
    }
  }

  private func set(
    _ cue: Cue, to output: CueSettings.Output, _ state: inout State
  ) -> Effect<Action> {
    state.$settings.withLock { $0.cues[cue] = output }
    return .send(.delegate(.changed))
  }
}

extension CueEditor.State {
  /// The program that plays sounds, if one is installed.
  var player: CueProgram? { programs?.first { !$0.isVoice } }

  /// The program that speaks, if one is installed.
  var voice: CueProgram? { programs?.first(where: \.isVoice) }

  func choice(for cue: Cue) -> CueEditor.Choice {
    switch settings.cues[cue] {
    case .off: .off
    case .bell: .bell
    case .command(let command): CueEditor.Choice(command, for: cue)
    }
  }

  /// Returns the choices that this machine supports, and the current one.
  func choices(for cue: Cue) -> [CueEditor.Choice] {
    let hasSound = player != nil && cue.bellCount > 0
    let choices: [(CueEditor.Choice, Bool)] = [
      (.off, true), (.bell, cue.bellCount > 0), (.sound, hasSound), (.voice, voice != nil),
      (.own, ownCommands[cue] != nil),
    ]
    let current = choice(for: cue)
    return choices.filter { $0.1 || $0.0 == current }.map(\.0)
  }

  /// The failure, or what the selected cue announces, and what is missing on this machine.
  var explanation: String {
    if let failure { return failure.sentence.capitalizedSentence }
    var sentences = [selectedCue.explanation]
    if settings.cues[selectedCue] == .bell, !settings.usesBell {
      sentences.append("Beeps are off, so the bell does not ring.")
    }
    if programs != nil {
      let missing = [(player, false, "a sound"), (voice, true, "a voice")].compactMap {
        program, isVoice, words in
        guard program == nil else { return nil as String? }
        let names = CueProgram.allCases.filter { $0.isVoice == isVoice }.map(\.rawValue)
        return
          "For \(words), install \(names.dropLast().joined(separator: ", ")) or \(names.last ?? "")."
      }
      sentences += missing
    }
    return sentences.joined(separator: " ")
  }
}

extension CueEditor {
  static let keys: KeyMap<State, Action> =
    (KeyMap<State, Action.View>([
      .init([.right, .enter, .space, "+"], "change", .choiceMoved(by: 1)),
      .init([.left, "-"], "back", .choiceMoved(by: -1), name: "previous-choice", hinted: false),
      .init(
        ["t"], "try it", .playButtonTapped, short: "try",
        when: { $0.choice(for: $0.selectedCue) != .off }),
      .init([.escape, "c"], "back", .closeButtonTapped),
    ]) + .listNavigation(Action.View.selectionMoved))
    .section("Cues").screen("cues").map(Action.view)
}

// MARK: - View

struct CueEditorView: RetainedView {
  let store: StoreOf<CueEditor>

  var body: some View {
    SizeReader { size in
      VStack {
        if size.height >= 12 {
          Text("Cues").style(.title)
          Divider()
        }
        List(Cue.allCases, selection: store.selection) { cue in
          HStack(spacing: 2) {
            Text(cue.title).frame(width: 16)
            Text(value(of: cue))
          }
        }
        Paragraph(store.explanation).style(store.failure == nil ? .dim : .warning)
      }
    }
    .readable()
  }

  private func value(of cue: Cue) -> String {
    switch (store.state.choice(for: cue), store.settings.cues[cue]) {
    case (.sound, .command(let command)): "sound (\(command.words.first ?? ""))"
    case (.voice, .command(let command)): "voice (\(command.words.first ?? ""))"
    case (_, .command(let command)): command.text
    case (_, .bell): "bell"
    case (_, .off): "off"
    }
  }
}

extension Cue {
  fileprivate var title: String {
    switch self {
    case .countdown: "Countdown"
    case .work: "Work"
    case .rest: "Rest"
    case .end: "End"
    case .half: "Half"
    case .ten: "Ten seconds"
    case .reps: "Reps"
    case .say: "Say"
    }
  }

  fileprivate var explanation: String {
    switch self {
    case .countdown: "Each second before the start, and the last three before a change."
    case .work: "A set, a round or the workout begins."
    case .rest: "A rest begins."
    case .end: "The workout ends by itself."
    case .half: "Half of a longer set is done."
    case .ten: "Ten seconds are left."
    case .reps: "As many reps as the setting \"Rep cues\" says."
    case .say: "Speech for each set and rest that begins, besides the other cues."
    }
  }

  /// A text that the cue says in a workout, to try it with.
  fileprivate var sampleText: String {
    switch self {
    case .countdown: "3"
    case .work, .say: "squat, 20 seconds"
    case .rest: "rest, next squat, 20 seconds"
    case .end: "done, 24 reps"
    case .half: "half way"
    case .ten: "ten seconds"
    case .reps: "20"
    }
  }
}
