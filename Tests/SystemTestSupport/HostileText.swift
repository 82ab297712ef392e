extension String {
  /// The characters that a terminal would interpret or hide instead of showing them, except line ends.
  package var invisibleCharacters: [Unicode.Scalar] {
    unicodeScalars.filter { scalar in
      switch scalar.properties.generalCategory {
      case .control: scalar != "\n"
      case .format, .lineSeparator, .paragraphSeparator: true
      default: false
      }
    }
  }
}

/// Malicious texts for names of people, challenges and files.
package enum HostileText {
  /// C0 and C1 control characters, escape sequences, reversed or hidden text, line ends, a formula, and XML
  /// markup.
  package static let all = [
    "a\u{1B}[2J\u{1B}]0;owned\u{7}b x\u{9B}31m\u{90}q\u{7F} a\u{202E}cba\u{2066}\u{2069}",
    "one\ntwo\r\nthree\u{2028}four\u{85} z\u{200B}\u{200D}\u{FEFF}\u{AD}w \u{0}nul",
    "=cmd|' /C calc'!A0 <\u{301}b>&\u{301}<script>\u{E0001}\u{E0041}tag\u{FFFE}\u{FFFF}\u{1B}[31m",
  ]

  /// A text of ten million bytes.
  package static let huge = String(repeating: "A\u{1B}[31m\u{202E}", count: 1_111_112)
}
