extension Reducer {
  /// Writes down each action and what it changed, on standard error.
  ///
  /// ```swift
  /// Counter()._printChanges()
  /// Counter()._printChanges(.actionLabels)
  /// ```
  ///
  /// For a developer's eyes: it copies the state and prints it by reflection for each action.
  ///
  /// - Parameter printer: What to write and where; `nil` writes nothing and costs nothing.
  public func _printChanges(
    _ printer: _ReducerPrinter<State, Action>? = .customDump
  ) -> _PrintChangesReducer<Self> {
    _PrintChangesReducer(base: self, printer: printer)
  }
}

/// Writes down what a reducer does.
public struct _ReducerPrinter<State, Action>: Sendable {
  let printChange: @MainActor (_ action: Action, _ oldState: State, _ newState: State) -> Void

  /// - Parameter printChange: Called after each action, with the state before and after it.
  public init(
    printChange:
      @escaping @MainActor (
        _ receivedAction: Action, _ oldState: State, _ newState: State
      ) -> Void
  ) {
    self.printChange = printChange
  }

  /// The action, and the lines of the state that it changed.
  public static var customDump: Self {
    Self { action, oldState, newState in
      let action = dumpLines(action, indent: 1).joined(separator: "\n")
      let change = diff(oldState, newState) ?? "  (No state changes)"
      writeToStandardError("received action:\n\(action)\n\(change)\n\n")
    }
  }

  /// The action alone, on one line.
  public static var actionLabels: Self {
    Self { action, _, _ in
      writeToStandardError("received action: \(describe(action))\n")
    }
  }
}

/// A reducer that is written down.
public struct _PrintChangesReducer<Base: Reducer>: _ReducerOperator {
  let base: Base
  let printer: _ReducerPrinter<Base.State, Base.Action>?

  public func _resolve() -> ResolvedReducer<Base.State, Base.Action> {
    let base = base._resolve()
    guard let printer else { return base }
    return { state, action in
      let oldState = state
      let effect = base(&state, action)
      // Whoever observes has no part in what is printed.
      ObservationScope.untracked { printer.printChange(action, oldState, state) }
      return effect
    }
  }
}
