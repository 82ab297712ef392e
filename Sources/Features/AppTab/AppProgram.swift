import Models
import ReducerRuntime
import TerminalUI

/// The app as something a terminal, a test or a demo can drive: events in, frames out.
@MainActor
public final class AppProgram: Program {
  public let store: StoreOf<AppTab>
  public private(set) var exit: Exit?
  public private(set) var needsRender = true

  private let environment: Environment
  private lazy var observed = ObservedWork { [weak self] in self?.needsRender = true }

  /// - Parameters:
  ///   - store: The app, in whichever world it is to live.
  ///   - environment: Its colours and glyphs.
  public init(store: StoreOf<AppTab>, environment: Environment = Environment()) {
    self.store = store
    self.environment = environment
    store.send(.onAppear)
  }

  public func handle(_ event: InputEvent) {
    switch event {
    case .key(let key):
      press(key)
    case .resize:
      needsRender = true
    case .focus(let isFocused):
      store.send(.scenePhaseChanged(isFocused ? .active : .inactive))
    case .suspended:
      store.send(.scenePhaseChanged(.background))
    case .resumed:
      store.send(.scenePhaseChanged(.active))
      needsRender = true
    case .paste:
      // Nothing takes text yet, and a paste must never count reps.
      break
    }
  }

  public func render(into buffer: inout Buffer) {
    needsRender = false
    observed {
      buffer.draw(AppTabView(store: store, glyphs: environment.glyphs), environment)
    }
  }

  public func terminate(_ reason: TerminationReason) async {
    await store.send(.terminationRequested).finish()
  }

  private func press(_ key: Key) {
    guard let action = store.withState({ AppTab.keys.action(for: key, in: $0) }) else { return }
    let task = store.send(action)
    guard store.withState(\.isQuitting), exit == nil else { return }
    Task {
      await task.finish()
      exit = store.withState(\.exit)
    }
  }
}

extension AppTab.State {
  /// How the program leaves: with a word about a workout that could not be saved.
  fileprivate var exit: Exit {
    guard case .notSaved(let failure) = workouts.detail?.activeWorkout?.phase else { return Exit() }
    return Exit(
      status: 1,
      message: "the workout was kept as unfinished, for it could not be saved: \(failure.sentence)")
  }
}
