extension StringProtocol {
  /// The words of an exercise's name in lower case and in the singular, so that "Push-ups" and "push up" are equal.
  var exerciseWords: [String] {
    lowercased().split { !$0.isLetter && !$0.isNumber }.map { word in
      word.count > 2 && word.hasSuffix("s") && !word.hasSuffix("ss")
        ? String(word.dropLast()) : String(word)
    }
  }
}
