/// A recording of the events of one key, as a program in a terminal received them.
struct KeyRecording: Sendable {
  let name: String
  /// The expected count: the number of intended presses, without key repeats and accidental double presses.
  let expectedCount: Int
  /// The time of each event, in milliseconds since the first.
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
