import TerminalUI

/// A terminal emulator with the features that the program's output needs. It records unsupported sequences.
package struct TerminalScreen {
  /// The cells, row by row; the second half of a wide character is empty.
  private var cells: [[String]]
  private let columns: Int
  private let rows: Int
  private var x = 0 { didSet { isPastLastColumn = false } }
  private var y = 0 { didSet { isPastLastColumn = false } }
  /// Whether the next character begins a new row: on most terminals, the cursor stays on the last column until then.
  private var isPastLastColumn = false
  private let wrapsImmediately: Bool
  private var saved = (x: 0, y: 0)
  /// The scrolling region.
  private var region: ClosedRange<Int>
  private var last = " "
  /// The content at the end of the last complete frame. During a frame, the cells may be incomplete.
  private var frame: [String]?
  /// The unsupported sequences that were received.
  package private(set) var unknown: [String] = []
  /// The private modes that differ from the initial ones: enabled modes, and `7` or `25` if wrapping or the cursor is
  /// disabled.
  package private(set) var modes: Set<String> = []
  /// The stacks of kitty's keyboard flags for the main and the alternate screen.
  private var keyboards = (main: 0, alternate: 0)

  private var pending: [Unicode.Scalar] = []

  package init(columns: Int, rows: Int, wrapsImmediately: Bool = false) {
    self.wrapsImmediately = wrapsImmediately
    self.columns = columns
    self.rows = rows
    cells = Self.blank(columns, rows)
    region = 0...max(0, rows - 1)
  }

  private static func blank(_ columns: Int, _ rows: Int) -> [[String]] {
    Array(repeating: Array(repeating: " ", count: columns), count: rows)
  }

  /// The rows of the last complete frame without trailing spaces. A frame is complete at the end of synchronized
  /// output (mode 2026).
  package var lines: [String] { frame ?? current }

  private var current: [String] {
    cells.map { row in
      var line = row.joined()
      while line.last == " " { line.removeLast() }
      return line
    }
  }

  /// Whether the terminal is in its initial state, apart from its content.
  package var isInInitialState: Bool {
    modes.isEmpty && keyboards == (0, 0) && pending.isEmpty && region.count == max(1, rows)
  }

  package mutating func show(_ output: String) {
    for scalar in output.unicodeScalars {
      if endsSequence(scalar) { pending = [] }
      guard scalar != "\u{18}" else { continue }
      pending.append(scalar)
      if isWhole { take() }
    }
  }

  /// Whether the pending sequence is aborted: by CAN, or by an Esc that starts another sequence.
  private func endsSequence(_ scalar: Unicode.Scalar) -> Bool {
    guard pending.first == "\u{1B}" else { return false }
    if scalar == "\u{18}" { return true }
    let isString = pending.count > 1 && pending[1] == "]"
    if isString, pending.last == "\u{1B}" { return scalar != "\\" }
    return scalar == "\u{1B}" && !isString
  }

  /// Whether the pending sequence is complete, or empty.
  private var isWhole: Bool {
    guard pending.first == "\u{1B}", pending.count > 1 else { return pending.first != "\u{1B}" }
    let last = pending[pending.count - 1]
    switch pending[1] {
    case "[": return pending.count > 2 && ("@"..."~").contains(last)
    case "]": return last == "\u{7}" || (last == "\\" && pending[pending.count - 2] == "\u{1B}")
    case "(", ")": return pending.count > 2
    default: return true
    }
  }

  private mutating func take() {
    defer { pending = [] }
    guard pending[0] == "\u{1B}" else { return put(pending[0]) }
    switch pending[1] {
    case "[": control(String(String.UnicodeScalarView(pending[2...])))
    case "]", "(", ")", "=", ">": break
    case "7": saved = (x, y)
    case "8": (x, y) = saved
    case "M": feedLineBack()
    case "D": feedLine()
    default: note()
    }
  }

  private mutating func note() {
    unknown.append(String(String.UnicodeScalarView(pending)).debugDescription)
  }

  private mutating func put(_ scalar: Unicode.Scalar) {
    switch scalar {
    case "\r": x = 0
    case "\n": feedLine()
    case "\u{8}": x = max(0, x - 1)
    case "\t": x = min(columns - 1, (x / 8 + 1) * 8)
    case "\u{7}", "\u{F}", "\u{E}": break
    default: draw(scalar)
    }
  }

  private mutating func feedLine() {
    guard y == region.upperBound else { return y = min(rows - 1, y + 1) }
    scroll(1, isUp: true, from: region.lowerBound)
  }

  private mutating func feedLineBack() {
    guard y == region.lowerBound else { return y = max(0, y - 1) }
    scroll(1, isUp: false, from: region.lowerBound)
  }

  /// Moves the rows between `top` and the end of the scrolling region.
  private mutating func scroll(_ lines: Int, isUp: Bool, from top: Int) {
    guard region.contains(top) else { return }
    for _ in 0..<min(lines, region.upperBound - top + 1) {
      cells.remove(at: isUp ? top : region.upperBound)
      cells.insert(contentsOf: Self.blank(columns, 1), at: isUp ? region.upperBound : top)
    }
  }

  /// Sets the scrolling region; without parameters, the whole screen.
  private mutating func setRegion(_ numbers: [Int]) {
    let top = max(1, numbers.first ?? 1)
    let bottom = numbers.count > 1 && numbers[1] > 0 ? min(rows, numbers[1]) : rows
    guard top < bottom else { return }
    region = top - 1...bottom - 1
    (x, y) = (0, 0)
  }

  private mutating func draw(_ scalar: Unicode.Scalar) {
    let width = TextWidth.width(of: scalar)
    guard width > 0 else {
      // A combining mark belongs to the preceding character.
      let end = isPastLastColumn ? x + 1 : x
      guard end > 0 else { return }
      let at = cells[y][end - 1].isEmpty && end > 1 ? end - 2 : end - 1
      cells[y][at].unicodeScalars.append(scalar)
      last = cells[y][at]
      return
    }
    let wraps = !modes.contains("7")
    if isPastLastColumn || x + width > columns {
      if wraps {
        x = 0
        feedLine()
      } else {
        x = columns - width
      }
    }
    last = String(scalar)
    cells[y][x] = last
    if width == 2, x + 1 < columns { cells[y][x + 1] = "" }
    if x + width < columns {
      x += width
    } else if wrapsImmediately, wraps {
      x = 0
      feedLine()
    } else {
      x = columns - 1
      isPastLastColumn = true
    }
  }

  private mutating func control(_ sequence: String) {
    guard let final = sequence.last else { return }
    let body = sequence.dropLast()
    if body.hasPrefix("?") { return mode(body.dropFirst(), isSet: final == "h") }
    if let first = body.first, "><=".contains(first) {
      if final == "u" { keyboard(first) }
      return
    }
    let numbers = body.split(separator: ";", omittingEmptySubsequences: false).map { Int($0) ?? 0 }
    let first = max(1, numbers.first ?? 1)
    switch final {
    case "H", "f":
      y = min(rows, first) - 1
      x = min(columns, max(1, numbers.count > 1 ? numbers[1] : 1)) - 1
    case "A": y = max(0, y - first)
    case "B": y = min(rows - 1, y + first)
    case "C": x = min(columns - 1, x + first)
    case "D": x = max(0, x - first)
    case "G", "`": x = min(columns, first) - 1
    case "d": y = min(rows, first) - 1
    case "J": erase(numbers.first ?? 0, isScreen: true)
    case "K": erase(numbers.first ?? 0, isScreen: false)
    case "X": for column in x..<min(columns, x + first) { cells[y][column] = " " }
    case "b": for _ in 0..<first { for scalar in last.unicodeScalars { draw(scalar) } }
    case "P":
      cells[y].removeSubrange(x..<min(columns, x + first))
      cells[y] += Array(repeating: " ", count: columns - cells[y].count)
    case "@":
      cells[y].insert(contentsOf: Array(repeating: " ", count: first), at: x)
      cells[y].removeLast(cells[y].count - columns)
    case "r": setRegion(numbers)
    case "S": scroll(first, isUp: true, from: region.lowerBound)
    case "T": scroll(first, isUp: false, from: region.lowerBound)
    case "M": scroll(first, isUp: true, from: y)
    case "L": scroll(first, isUp: false, from: y)
    case "m", "t", "h", "l", "u": break
    default: note()
    }
  }

  private mutating func mode(_ numbers: Substring, isSet: Bool) {
    let modes = numbers.split(separator: ";")
    for mode in modes {
      // Wrapping is enabled and the cursor is visible at first; all other modes are off.
      if isSet != ["7", "25"].contains(mode) {
        self.modes.insert(String(mode))
      } else {
        self.modes.remove(String(mode))
      }
    }
    if modes.contains("1049") { cells = Self.blank(columns, rows) }
    if modes.contains("2026"), !isSet { frame = current }
  }

  /// Pushes or pops flags of the current screen. Popping an empty stack is an error, because it would remove another
  /// program's flags.
  private mutating func keyboard(_ sign: Character) {
    let change = sign == ">" ? 1 : sign == "<" ? -1 : 0
    if modes.contains("1049") { keyboards.alternate += change } else { keyboards.main += change }
  }

  /// Erases a part of the current row, or of the screen.
  ///
  /// - Parameter part: 0 from the cursor on, 1 up to the cursor, 2 all.
  private mutating func erase(_ part: Int, isScreen: Bool) {
    let row = y
    if part != 1 {
      for column in (part == 2 ? 0 : x)..<columns { cells[row][column] = " " }
      if isScreen { for other in (part == 2 ? 0 : row + 1)..<rows { clear(other) } }
    }
    if part != 0 {
      for column in 0...min(x, columns - 1) { cells[row][column] = " " }
      if isScreen { for other in 0..<row { clear(other) } }
    }
  }

  private mutating func clear(_ row: Int) { cells[row] = Array(repeating: " ", count: columns) }
}
