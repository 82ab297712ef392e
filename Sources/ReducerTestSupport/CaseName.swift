import ReducerRuntime

/// The name in a case key path: `timerTick`, `timer.presented.timerTick`.
func caseName<Root, Value>(_ path: CaseKeyPath<Root, Value>) -> String {
  // "\Case<Action>.subscript(dynamicMember: <computed 0x…>)": Swift keeps no names of computed members, so its own
  // description is used only where it says more.
  let text = "\(path)"
  return text.contains("<computed") ? "\(Value.self)" : text
}
