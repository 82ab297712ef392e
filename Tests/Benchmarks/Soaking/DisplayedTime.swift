/// A parser of the time that is displayed during a workout, in minutes, seconds and hundredths: `01:23.45`.
enum DisplayedTime {
  /// Returns the first time in a text, if any.
  static func first(in text: String) -> Duration? {
    let bytes = Array(text.utf8)
    func number(_ index: Int) -> Int? {
      guard
        let tens = bytes[index].digit, let ones = bytes[index + 1].digit
      else { return nil }
      return tens * 10 + ones
    }
    for index in bytes.indices.dropLast(7)
    where bytes[index + 2] == UInt8(ascii: ":") && bytes[index + 5] == UInt8(ascii: ".") {
      guard
        let minutes = number(index), let seconds = number(index + 3),
        let hundredths = number(index + 6)
      else { continue }
      return .seconds(minutes * 60 + seconds) + .milliseconds(hundredths * 10)
    }
    return nil
  }
}

extension UInt8 {
  fileprivate var digit: Int? {
    (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(self) ? Int(self - UInt8(ascii: "0")) : nil
  }
}
