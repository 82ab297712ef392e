import Clients
import Models
import ReducerRuntime
import ReducerTestSupport
import TerminalUI
import Testing

@testable import AppFeatures
@testable import SharedFeatures

@Suite(.checksForLeaks)
@MainActor
struct CueEditorTests {
  private let memory = MemoryStore()
  private let saved = LockIsolated<[Settings]>([])

  private func editor(
    _ settings: String = "", programs: [CueProgram]? = nil
  ) async -> TestStoreOf<SettingsEditor> {
    let loaded = LoadedSettings(settings: SettingsText(settings).settings)
    let store = TestStore(initialState: SettingsEditor.State(name: "ann", loaded: loaded)) {
      SettingsEditor()
    } withDependencies: { [saved] in
      $0.cues = memory.cues
      if let programs { $0.cues.programs = { programs } }
      $0.settings.save = { settings in
        saved.withValue { $0.append(settings) }
        return settings
      }
    }
    store.exhaustivity = .off
    await store.send(.view(.cuesButtonTapped))
    await store.receive(\._internal.destination.cues._internal.programsResponse)
    return store
  }

  private func send(_ action: CueEditor.Action.View, _ store: TestStoreOf<SettingsEditor>) async {
    await store.send(._internal(.destination(.presented(.cues(.view(action))))))
    await store.skipReceivedActions(strict: false)
  }

  private func select(_ cue: Cue, _ store: TestStoreOf<SettingsEditor>) async {
    await send(.selectionMoved(by: .min), store)
    await send(.selectionMoved(by: Cue.allCases.firstIndex(of: cue)!), store)
  }

  /// The value of a cue in the settings file after the last change.
  private func savedValue(of cue: Cue) -> String? {
    var text = SettingsText()
    saved.value.last.map { text.update(to: $0) }
    return text.text.split(separator: "\n").last { $0.hasPrefix("cue.\(cue.rawValue) = ") }
      .map { String($0.dropFirst("cue.\(cue.rawValue) = ".count)) }
  }

  @Test func `a cue changes between the bell, a sound, a voice and nothing`() async {
    let store = await editor()
    await select(.work, store)
    await send(.choiceMoved(by: 1), store)
    #expect(savedValue(of: .work) == "paplay \"/home/ann/my data/sounds/work.wav\"")
    await send(.choiceMoved(by: 1), store)
    #expect(savedValue(of: .work) == "espeak-ng {text}")
    await send(.choiceMoved(by: 1), store)
    #expect(savedValue(of: .work) == "off")
    await send(.choiceMoved(by: 1), store)
    #expect(saved.value.last?.cues[.work] == .bell)
    await send(.choiceMoved(by: -2), store)
    #expect(savedValue(of: .work) == "espeak-ng {text}")
    await store.finish()
  }

  @Test func `speech has no bell and no sound`() async {
    let store = await editor()
    await select(.say, store)
    await send(.choiceMoved(by: 1), store)
    #expect(savedValue(of: .say) == "espeak-ng {text}")
    await send(.choiceMoved(by: 1), store)
    #expect(saved.value.last?.cues[.say] == .off)
    await store.finish()
  }

  @Test func `a person's own command stays among the choices`() async {
    let store = await editor("cue.end = espeak-ng -s 140 {text}")
    await select(.end, store)
    await send(.choiceMoved(by: 1), store)
    #expect(savedValue(of: .end) == "off")
    await send(.choiceMoved(by: -1), store)
    #expect(savedValue(of: .end) == "espeak-ng -s 140 {text}")
    await store.finish()
  }

  @Test func `trying a cue gives it as a workout would`() async {
    let store = await editor("cue.rest = espeak-ng {text}")
    await send(.playButtonTapped, store)
    await select(.rest, store)
    await send(.playButtonTapped, store)
    await store.finish()
    #expect(memory.playedCues.withLock { $0 } == [.countdown])
    #expect(memory.commands.withLock { $0 } == [["espeak-ng", "rest, next squat, 20 seconds"]])
  }

  @Test func `failures are shown, and change nothing`() async {
    let store = await editor("cue.rest = espeak-ng {text}")
    let error = CueError(.program("espeak-ng"), reason: "it exited with code 1")
    memory.commandError.withLock { $0 = error }
    await select(.rest, store)
    await send(.playButtonTapped, store)
    await store.skipReceivedActions(strict: false)
    #expect(store.state.destination?.cues?.failure == Failure(error))
    await send(.choiceMoved(by: -1), store)
    await store.skipReceivedActions(strict: false)
    #expect(store.state.destination?.cues?.failure == Failure(error))
    #expect(saved.value.isEmpty)
    await store.finish()
  }

  @Test func `missing programs are named, and their choices left out`() async throws {
    let store = await editor("beeps = off", programs: [.spdSay])
    let page = try #require(store.state.destination?.cues)
    #expect(page.choices(for: .work) == [.off, .bell, .voice])
    #expect(
      page.explanation == "Each second before the start, and the last three before a change. "
        + "Beeps are off, so the bell does not ring. "
        + "For a sound, install paplay, pw-play or aplay.")
    await store.finish()
  }

  @Test func `the page fits a small terminal`() {
    let app = VirtualApp(size: Size(40, 12)) { $0.cues = memory.cues }
    app.press(",", "c")
    #expect(app.shows("Ten seconds") && app.shows("bell"))
    app.press(.escape)
    #expect(app.shows("Countdown") && !app.shows("Ten seconds"))
  }
}
