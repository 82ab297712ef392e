import Models
import Testing

struct PressFilterTests {
  @Test(arguments: KeyRecording.all)
  func `presses are counted on every recorded keyboard`(recording: KeyRecording) {
    #expect(recording.currentCount == recording.expectedCount, "\(recording.name)")
  }

  /// The second press may be a bounce or an accident. The first one is a rep.
  @Test(arguments: [11, 20, 40, 79])
  func `a double tap among quick reps counts once`(gap: Int) {
    let reps = (0..<14).map { $0 * 900 }
    #expect(KeyRecording(reps + [12_600, 12_600 + gap]).currentCount == 15)
    #expect(KeyRecording(reps + [12_600, 12_600 + gap, 13_500]).currentCount == 16)
  }

  @Test(arguments: [80, 100, 140, 150, 300])
  func `500 presses at a steady pace are 500 reps`(interval: Int) {
    #expect(KeyRecording((0..<500).map { $0 * interval }).currentCount == 500)
  }

  @Test(arguments: [250, 400, 500, 660, 1000], [16, 33, 40, 50])
  func `a held key counts once after three or more repeats`(delay: Int, interval: Int) {
    for repeats in 3...60 {
      let held = [0] + (0..<repeats).map { delay + $0 * interval }
      #expect(KeyRecording(held).currentCount == 1, "\(repeats) repeats")
      #expect(
        KeyRecording([-1600, -800] + held).currentCount == 3, "\(repeats) repeats after reps")
    }
  }

  @Test func `a stalled connection during repeats adds no rep`() {
    let repeats = (0..<30).map { 500 + $0 * 33 }
    #expect(KeyRecording([0] + repeats + repeats.map { $0 + 1100 }).currentCount == 1)
  }

  @Test func `presses within a long minimum gap remove no earlier rep`() {
    let reps = [0, 900, 1200, 1500, 1800, 2100]
    #expect(KeyRecording(reps).count(gap: .milliseconds(400)) == 2)
  }

  @Test func `key repeats after a press with another effect don't count, but later presses do`() {
    func count(_ instants: [Int]) -> Int {
      var filter = PressFilter()
      filter.recordOtherPress(at: .zero)
      return KeyRecording(instants).count(gap: PressFilter.defaultGap, after: filter)
    }
    #expect(count([30, 30]) == 2)
    #expect(count([500, 533, 566, 599]) == 0)
    #expect(count([900, 1800]) == 2)
  }

  @Test func `an ignored press has a reason`() {
    var filter = PressFilter()
    let verdicts = [0, 20, 500, 533, 566, 599].map {
      filter.press(at: .milliseconds($0), gap: PressFilter.defaultGap)
    }
    #expect(
      verdicts == [
        .counts, .ignored(.tooSoon, removing: 0), .counts, .ignored(.tooSoon, removing: 0),
        .ignored(.held, removing: 1), .ignored(.held, removing: 0),
      ])
  }
}

extension KeyRecording {
  fileprivate init(_ instants: [Int]) { self.init(name: "", expectedCount: 0, instants: instants) }

  func count(gap: Duration, after filter: PressFilter = PressFilter()) -> Int {
    var filter = filter
    return instants.reduce(0) { count, instant in
      switch filter.press(at: .milliseconds(instant), gap: gap) {
      case .counts: count + 1
      case .ignored(_, let removedCount): count - removedCount
      }
    }
  }

  var currentCount: Int { count(gap: PressFilter.defaultGap) }
}

struct QuietPeriodTests {
  private func accepted(_ instants: [Int]) -> [Bool] {
    var period = QuietPeriod(since: .zero)
    return instants.map { period.acceptPress(at: .milliseconds($0)) }
  }

  @Test func `a press two seconds later is accepted`() {
    #expect(accepted([2000, 2010]) == [true, true])
  }

  @Test func `a double tap is ignored and restarts the period`() {
    #expect(accepted([120, 2000, 3999, 5999]) == [false, false, false, true])
  }

  @Test func `a held key is never accepted`() {
    #expect(!accepted([500] + stride(from: 533, to: 9000, by: 33)).contains(true))
  }
}

/// A recording of the events of one key, as a program in a terminal received them.
struct KeyRecording: Sendable {
  let name: String
  /// The expected count: the number of intended presses, without key repeats and accidental double presses.
  let expectedCount: Int
  /// The time of each event, in milliseconds since the first one.
  let instants: [Int]

  /// All recordings, from xterm on Xvfb, X.Org's server without a screen. The server repeats held keys; `xdotool`
  /// pressed them. In a name, "660 ms and 40 ms" are the repeat delay and the repeat interval of the server.
  static let all = [
    KeyRecording(
      name: "held for 2 s; X.Org's defaults, 660 ms and 40 ms", expectedCount: 1,
      instants: [
        0, 660, 700, 740, 781, 828, 865, 906, 948, 990, 1030, 1071, 1113, 1157, 1197, 1237, 1278,
        1321, 1362, 1403, 1445, 1485, 1526, 1565, 1606, 1648, 1689, 1732, 1769, 1808, 1849, 1892,
        1933, 1975, 2015,
      ]),
    KeyRecording(
      name: "the same through tmux", expectedCount: 1,
      instants: [
        0, 661, 701, 742, 782, 826, 866, 906, 947, 987, 1027, 1070, 1110, 1151, 1194, 1235, 1275,
        1316, 1362, 1406, 1446, 1487, 1530, 1570, 1610, 1654, 1691, 1731, 1774, 1814, 1855, 1895,
        1938, 1979, 2022,
      ]),
    KeyRecording(
      name: "held for 1.2 s; 500 ms and 16 ms", expectedCount: 1,
      instants: [
        0, 500, 517, 533, 549, 566, 582, 598, 614, 631, 647, 663, 680, 696, 712, 728, 745, 761,
        777, 793, 810, 826, 842, 858, 875, 891, 907, 924, 940, 957, 972, 989, 1005, 1021, 1037,
        1054, 1070, 1086, 1102, 1118, 1134, 1150, 1166, 1183, 1199, 1215,
      ]),
    KeyRecording(
      name: "held for 1.6 s; 400 ms and 50 ms", expectedCount: 1,
      instants: [
        0, 400, 450, 500, 551, 601, 651, 701, 752, 802, 852, 902, 953, 1003, 1053, 1104, 1154,
        1204, 1255, 1304, 1355, 1405, 1455, 1506, 1555, 1606,
      ]),
    KeyRecording(
      name: "3 reps, held for 1.2 s, 1 rep; 250 ms and 33 ms", expectedCount: 5,
      instants: [
        0, 836, 1676, 2512, 2762, 2795, 2829, 2862, 2896, 2930, 2963, 2999, 3032, 3065, 3099,
        3135, 3169, 3207, 3241, 3274, 3308, 3341, 3375, 3408, 3442, 3474, 3508, 3541, 3575, 3607,
        3641, 3674, 3708, 4581,
      ]),
    KeyRecording(
      name: "3 reps, then held; 660 ms and 40 ms", expectedCount: 4,
      instants: [
        0, 817, 1642, 2465, 3125, 3165, 3206, 3246, 3286, 3327, 3367, 3408, 3447, 3487, 3528,
        3568, 3609, 3649, 3690, 3729, 3769, 3810, 3851, 3891, 3931, 3972,
      ]),
    KeyRecording(
      name: "held for 0.3 s; 250 ms and 33 ms", expectedCount: 1,
      instants: [
        0, 247, 280, 313,
      ]),
    KeyRecording(
      name: "jump rope, 125 to 290 ms apart", expectedCount: 23,
      instants: [
        0, 154, 299, 476, 631, 766, 962, 1128, 1272, 1528, 1683, 1829, 1994, 2129, 2344, 2500,
        2644, 2820, 2945, 3100, 3385, 3530, 3684,
      ]),
    KeyRecording(
      name: "7 reps, two of them hit twice", expectedCount: 7,
      instants: [
        0, 791, 1577, 2370, 3154, 3198, 4030, 4766, 4809,
      ]),
    KeyRecording(
      name: "a script, 140 ms apart", expectedCount: 40,
      instants: [
        0, 141, 282, 422, 564, 704, 845, 986, 1127, 1268, 1409, 1550, 1691, 1832, 1973, 2114,
        2255, 2396, 2537, 2678, 2819, 2960, 3101, 3243, 3384, 3525, 3666, 3807, 3948, 4089, 4230,
        4375, 4515, 4657, 4798, 4940, 5081, 5222, 5363, 5504,
      ]),
  ]
}
