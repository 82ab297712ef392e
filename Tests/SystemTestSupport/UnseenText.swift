extension String {
  /// What is in the text that a terminal would obey or hide instead of showing it; line ends are what text is made of.
  package var unseen: [Unicode.Scalar] {
    unicodeScalars.filter { scalar in
      switch scalar.properties.generalCategory {
      case .control: scalar != "\n"
      case .format, .lineSeparator, .paragraphSeparator: true
      default: false
      }
    }
  }
}

/// Texts that nobody has given a person, a challenge or a file in good faith.
package enum HostileText {
  /// Controls of both kinds, sequences, text turned around or hidden, line ends, a formula, and what means something to XML.
  package static let all = [
    "a\u{1B}[2J\u{1B}]0;owned\u{7}b x\u{9B}31m\u{90}q\u{7F} a\u{202E}cba\u{2066}\u{2069}",
    "one\ntwo\r\nthree\u{2028}four\u{85} z\u{200B}\u{200D}\u{FEFF}\u{AD}w \u{0}nul",
    "=cmd|' /C calc'!A0 <\u{301}b>&\u{301}<script>\u{E0001}\u{E0041}tag\u{FFFE}\u{FFFF}\u{1B}[31m",
  ]

  /// Ten million bytes of one of them.
  package static let huge = String(repeating: "A\u{1B}[31m\u{202E}", count: 1_111_112)
}
