/// A value as lines of text, one for each property, for people and for comparing line by line.
///
/// What observation adds to a state is left out.
package func dumpLines(_ value: Any, label: String? = nil, indent: Int = 0) -> [String] {
  let margin = String(repeating: "  ", count: indent)
  let prefix = margin + (label.map { "\($0): " } ?? "")
  let mirror = Mirror(reflecting: value)
  let children = mirror.children.filter { !($0.label ?? "").hasPrefix("_$") }

  func nested(_ open: String, _ close: String, labels: Bool = true) -> [String] {
    if children.isEmpty { return [prefix + open + close] }
    let lines = children.flatMap { child in
      dumpLines(
        child.value, label: labels ? child.label.map(propertyName) : nil, indent: indent + 1)
    }
    return [prefix + open] + lines + [margin + close]
  }

  switch mirror.displayStyle {
  case .optional:
    guard let wrapped = children.first?.value else { return [prefix + "nil"] }
    return dumpLines(wrapped, label: label, indent: indent)
  case .struct where value is any CustomStringConvertible:
    return [prefix + "\(value)"]
  case .struct, .class:
    return nested("\(type(of: value))(", ")")
  case .enum:
    guard let payload = children.first else { return [prefix + ".\(value)"] }
    let name = payload.label ?? "\(value)"
    let inner = Mirror(reflecting: payload.value)
    if inner.displayStyle == .tuple {
      let lines = inner.children.flatMap {
        dumpLines(
          $0.value, label: $0.label.flatMap { $0.hasPrefix(".") ? nil : $0 }, indent: indent + 1)
      }
      return [prefix + ".\(name)("] + lines + [margin + ")"]
    }
    return [prefix + ".\(name)("] + dumpLines(payload.value, indent: indent + 1) + [margin + ")"]
  case .collection, .set:
    return nested("[", "]", labels: false)
  case .dictionary:
    let pairs = children.map { child -> String in
      let pair = Array(Mirror(reflecting: child.value).children)
      return margin + "  " + describe(pair[0].value) + ": " + describe(pair[1].value)
    }
    return [prefix + "["] + pairs.sorted() + [margin + "]"]
  case .tuple:
    return nested("(", ")")
  default:
    return [prefix + (value is String ? String(reflecting: value) : "\(value)")]
  }
}

/// The property behind the storage that a macro or a wrapper gave it.
private func propertyName(_ label: String) -> String {
  label.hasPrefix("_") ? String(label.dropFirst()) : label
}
