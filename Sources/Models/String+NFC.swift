@_spi(_Unicode) import Swift

extension String {
  /// The text in Unicode's normalization form C: one spelling for what looks the same.
  ///
  /// The standard library normalizes strings to compare them, and lets only those who ask by name
  /// see the result. It is asked here and nowhere else; should it go away, return `self`.
  var nfc: String {
    var scalars = UnicodeScalarView()
    for scalar in _nfc { scalars.append(scalar) }
    return String(scalars)
  }
}
