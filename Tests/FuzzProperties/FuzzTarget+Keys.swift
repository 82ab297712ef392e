import TerminalUI

extension FuzzTarget {
  /// Checks that bytes decode to the same keys in chunks of any size, and that only visible characters are keys.
  func checkKeys(_ bytes: [UInt8]) throws(PropertyViolation) {
    for sequences in [KeySequences(), .some] {
      let whole = events(of: [bytes[...]], sequences)
      let single = bytes.indices.map { bytes[$0...$0] }
      try expect(whole == events(of: single, sequences), "different events for single bytes")
      let cut = Int(bytes.first ?? 0) % (bytes.count + 1)
      try expect(
        whole == events(of: [bytes[..<cut], bytes[cut...]], sequences),
        "different events for two pieces, cut at \(cut)")
      // A lone Esc, `Esc [`, `Esc O` or an incomplete paste is only decoded at the deadline.
      try expect(whole.count <= bytes.count + 1, "more keys than bytes")
      for event in whole { try check(event) }
    }
  }

  private func events(
    of pieces: [ArraySlice<UInt8>], _ sequences: KeySequences
  ) -> [InputEvent] {
    var decoder = KeyDecoder(sequences: sequences)
    var events: [InputEvent] = []
    for piece in pieces { decoder.feed(piece) { events.append($0) } }
    if decoder.timeoutDelay(escape: .zero) != nil { decoder.timeout { events.append($0) } }
    return events
  }

  private func check(_ event: InputEvent) throws(PropertyViolation) {
    switch event {
    case .key(let key), .repeated(let key), .released(let key):
      if case .character(let character) = key {
        try expect(
          key.isExtender
            || TextWidth.width(of: String(character)) > 0 && String(character).isOnlyText, "\(key)")
      }
      try expect(!key.name.isEmpty, "a key without a name: \(key)")
    case .paste(let text):
      try expect(TextSanitizer.sanitize(text) == text, "a paste with control characters")
    case .mouse(let mouse):
      try expect(mouse.position.x >= 0 && mouse.position.y >= 0, "\(mouse)")
    case .resize, .suspended, .resumed: throw PropertyViolation("\(event) from a terminal's bytes")
    case .focus: break
    }
  }
}

extension KeySequences {
  /// The sequences of an unusual terminal, some of which are prefixes of others.
  fileprivate static var some: KeySequences {
    var sequences = KeySequences()
    sequences.add(Array("\u{1B}[[A".utf8), .function(1))
    sequences.add(Array("\u{1B}[24;2~".utf8), .function(12))
    sequences.add(Array("\u{1B}OA".utf8), .up)
    sequences.add(Array("\u{1B}a".utf8), .left)
    return sequences
  }
}
