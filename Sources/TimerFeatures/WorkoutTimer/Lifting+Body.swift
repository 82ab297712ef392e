import Models
import TerminalUI

// The person's body weight, which counts in sets of exercises such as pull-ups.
extension Lifting {
  /// Asks for the body weight before the first sets that need it. Once it is answered or refused, the session doesn't
  /// ask again.
  mutating func asksForBody(before entries: [SetEntry]) -> Bool {
    guard
      body == nil, !wasAskedForBody, let exercise, BodyShare(of: exercise).percent > 0,
      entries.contains(where: { $0.load.includesBody && $0.body == nil })
    else { return false }
    interruptedEntry = entry
    askForBody()
    return true
  }

  /// Lets the person type the body weight.
  mutating func askForBody() {
    wasAskedForBody = true
    entry = body.map { TextField($0.text, isDefault: true) } ?? ""
    problem = nil
    focus = .body
  }

  /// Accepts the typed body weight. An empty one leaves it unknown.
  ///
  /// - Returns: Whether the question interrupted sets, which are to be saved now. If the text cannot be read, a problem is
  ///   shown.
  mutating func saveBody() -> Bool {
    let typed = entry.text
    let weight = Weight(bodyWeight: typed, unit: unit ?? .kilograms)
    guard weight != nil || typed.allSatisfy(\.isWhitespace) else {
      problem = "your weight is from 10 to 700 kg, such as 82.5kg or 181lb"
      return false
    }
    body = weight
    let wasInterrupted = interruptedEntry != nil
    clearEntry()
    return wasInterrupted
  }
}
