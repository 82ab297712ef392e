import Models
import TerminalUI

extension Script.Command {
  /// The line of a script for this command.
  public var text: String {
    switch self {
    case .press(let key, let count, let interval):
      "press \(key.name)" + (count > 1 ? " x\(count)" : "")
        + (interval > .zero ? " every \(interval.scriptText)" : "")
    case .hold(let key): "hold \(key.name)"
    case .release(let key): "release \(key.name)"
    case .type(let text): "type \(text.quoted)"
    case .rep(let count, let interval, let jitter):
      "rep \(count) every \(interval.scriptText)"
        + (jitter > .zero ? " ±\(jitter.scriptText)" : "")
    case .advance(let duration): "advance \(duration.scriptText)"
    case .resize(let size): "resize \(size.width)x\(size.height)"
    case .suspend(let duration): "suspend \(duration.scriptText)"
    case .restart: "restart"
    case .disk(let isWritable): "disk \(isWritable ? "writable" : "read-only")"
    case .network(let isOn): "network \(isOn ? "on" : "off")"
    case .focus(let isFocused): "focus \(isFocused ? "gained" : "lost")"
    case .paste(let text): "paste \(text.quoted)"
    case .mouse(let event): event.scriptText
    case .tap(let text): "tap \(text.quoted)"
    case .expect(let expectation, let timeout):
      "expect \(expectation.scriptText)"
        + (timeout > .zero ? " within \(timeout.scriptText)" : "")
    case .end: "end"
    case .caption(let text): "caption \(text.quoted)"
    case .shot(let shot): "shot \(shot.fileName)"
    }
  }
}

extension Script.Setup {
  /// The lines of a script for this setup.
  public var text: String {
    var lines: [String] = []
    if let size { lines.append("size \(size.width)x\(size.height)") }
    lines.append("clock \(clock.iso8601)")
    lines.append("seed \(seed)")
    lines.append("zone \(zone)")
    lines.append("locale \(locale)")
    switch database {
    case .empty: lines.append("db empty")
    case .fixture(let name): lines.append("db fixture \(name)")
    case .copy(let path, _): lines.append("db \(path.quoted)")
    }
    if let person { lines.append("as \(person.text.quoted)") }
    lines += groups.map { "group \($0.quoted)" }
    lines += settings.map { "set \($0.key) \($0.value.quoted)" }
    lines += problems.map { "problem \($0.quoted)" }
    return lines.joined(separator: "\n") + "\n"
  }
}

extension MouseEvent {
  fileprivate var scriptText: String {
    let place = "\(position.x),\(position.y)"
    switch kind {
    case .press: return "tap \(place)"
    case .wheelUp: return "wheel up \(place)"
    case .wheelDown: return "wheel down \(place)"
    }
  }
}

extension Expectation {
  fileprivate var scriptText: String {
    let mode =
      switch self.mode {
      case .shown: ""
      case .new: "new "
      case .absent: "not "
      }
    switch target {
    case .text(let text): return mode + text.quoted
    case .pattern(let pattern): return "\(mode)/\(pattern.escaping(["/"]))/"
    }
  }
}

extension Duration {
  /// The duration in script syntax, exact to the nanosecond.
  var scriptText: String {
    let (seconds, attoseconds) = components
    let nanoseconds = seconds * 1_000_000_000 + attoseconds / 1_000_000_000
    if nanoseconds % 1_000_000_000 == 0 { return "\(seconds)s" }
    let (whole, rest) = nanoseconds.quotientAndRemainder(dividingBy: 1_000_000)
    guard rest > 0 else { return "\(whole)ms" }
    var digits = String(rest)
    digits = String(repeating: "0", count: 6 - digits.count) + digits
    while digits.hasSuffix("0") { digits.removeLast() }
    return "\(whole).\(digits)ms"
  }
}

extension String {
  /// The text in quotation marks, on one line. It is escaped before control characters become visible, so that the
  /// backslashes of the latter are not escaped again.
  fileprivate var quoted: String { "\"\(escaping(["\\", "\""]).escapedText)\"" }

  /// Returns the text with a backslash before each of `marks`. By scalars, because a quotation mark with a combining
  /// mark is a different character but still a quotation mark.
  fileprivate func escaping(_ marks: [Unicode.Scalar]) -> String {
    var text = String.UnicodeScalarView()
    for scalar in unicodeScalars {
      if marks.contains(scalar) { text.append("\\") }
      text.append(scalar)
    }
    return String(text)
  }
}
