import ReducerRuntime

/// A value on one line, as a person would write it, cut off where it gets long.
func describe(_ value: some Any) -> String {
  let line = dumpLines(value).map { $0.drop { $0 == " " } }.joined(separator: " ")
  return line.count > 120 ? line.prefix(119) + "…" : line
}

/// The name in a case key path: `timerTick`, `timer.presented.timerTick`.
func caseName<Root, Value>(_ path: CaseKeyPath<Root, Value>) -> String {
  // "\Case<Action>.subscript(dynamicMember: <computed 0x…>)": Swift keeps no names of computed members, so its own
  // description is used only where it says more.
  let text = "\(path)"
  return text.contains("<computed") ? "\(Value.self)" : text
}
