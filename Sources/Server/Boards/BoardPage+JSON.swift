import FoundationEssentials
import Models
import ServerAPI

extension BoardPage {
  /// The page as ``APICoding`` encodes it.
  ///
  /// Pages are what a server sends most, and `JSONEncoder` takes several times as long.
  var json: String {
    let next = next.map { ",\"next\":\"\($0)\"" } ?? ""
    let previous = previous.map { ",\"previous\":\"\($0)\"" } ?? ""
    let week = week.map { ",\"week\":\"\($0)\"" } ?? ""
    let you = you.map { ",\"you\":\($0.json)" } ?? ""
    return """
      {"challenge":\(JSONText.string(challenge).text),\
      "entries":[\(entries.map { $0.json }.joined(separator: ","))]\(next),\
      "offset":\(offset),"people":\(people)\(previous)\(week)\(you)}
      """
  }
}

extension BoardPage.Entry {
  fileprivate var json: String {
    """
    {"achieved_at":"\(achievedAt.iso8601)","duration_ms":\(durationMilliseconds),\
    "is_complete":\(isComplete),"is_you":\(isYou),"member":\(member),"name":\(JSONText.string(name).text),\
    "provenance":"\(provenance.rawValue)","rank":\(rank),"reps":\(reps),\
    "workout":"\(workout.hexadecimal)"}
    """
  }
}

extension UUID {
  /// The `uuidString`, which Foundation formats with `snprintf`.
  fileprivate var hexadecimal: String {
    withUnsafeBytes(of: uuid) { bytes in
      String(unsafeUninitializedCapacity: 36) { text in
        var end = 0
        func append(_ character: UInt8) {
          text[end] = character
          end += 1
        }
        func append(digit: UInt8) {
          append(digit < 10 ? UInt8(ascii: "0") + digit : UInt8(ascii: "A") - 10 + digit)
        }
        for (index, byte) in bytes.enumerated() {
          if [4, 6, 8, 10].contains(index) { append(UInt8(ascii: "-")) }
          append(digit: byte >> 4)
          append(digit: byte & 15)
        }
        return end
      }
    }
  }
}
