extension Reducer {
  /// Prints each action, and the changes that it made, to standard error.
  ///
  /// ```swift
  /// Counter()._printChanges()
  /// Counter()._printChanges(.actionLabels)
  /// ```
  ///
  /// For debugging: it copies the state and prints it by reflection for each action.
  ///
  /// - Parameter printer: The output format and destination; `nil` disables printing at no cost.
  public func _printChanges(
    _ printer: _ReducerPrinter<State, Action>? = .customDump
  ) -> _PrintChangesReducer<Self> {
    _PrintChangesReducer(base: self, printer: printer)
  }
}

/// A printer of actions and state changes.
public struct _ReducerPrinter<State, Action>: Sendable {
  let printChange: @MainActor (_ action: Action, _ oldState: State, _ newState: State) -> Void

  /// Creates a printer.
  ///
  /// - Parameter printChange: Called after each action, with the state before and after it.
  public init(
    printChange:
      @escaping @MainActor (
        _ receivedAction: Action, _ oldState: State, _ newState: State
      ) -> Void
  ) {
    self.printChange = printChange
  }

  /// Prints the action and the changed lines of the state.
  public static var customDump: Self {
    Self { action, oldState, newState in
      let text = indented(split(String(customDumping: action))).joined(separator: "\n")
      let change = diff(oldState, newState) ?? "  (No state changes)"
      writeToStandardError("received action:\n\(text)\n\(change)\n\n")
    }
  }

  /// Prints only the action, on one line.
  public static var actionLabels: Self {
    Self { action, _, _ in
      writeToStandardError("received action: \(describe(action))\n")
    }
  }
}

/// A reducer whose changes are printed.
public struct _PrintChangesReducer<Base: Reducer>: _ReducerOperator {
  let base: Base
  let printer: _ReducerPrinter<Base.State, Base.Action>?

  public func _resolve() -> ResolvedReducer<Base.State, Base.Action> {
    let base = base._resolve()
    guard let printer else { return base }
    return { state, action in
      let oldState = state
      let shared = SharedChangeTracker(reportUnassertedChanges: false)
      let effect = shared.observe { base(&state, action) }
      // Printing must not be observed.
      ObservationScope.untracked {
        // Both states refer to the same shared values. In `assert`, `diff` reads the earlier ones for the old state.
        shared.assert { printer.printChange(action, oldState, state) }
      }
      return effect
    }
  }
}
