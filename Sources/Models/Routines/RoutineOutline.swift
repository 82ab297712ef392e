/// The blocks of a routine as indented lines that a person edits one at a time.
///
/// A change can violate the limits of routines, which only ``routine()`` checks. Empty groups are removed immediately.
///
/// ```swift
/// var outline = RoutineOutline(try Routine(text: "squat 20, 3x(push-up 10, rest 30s)"))
/// outline.moveDown(at: 0)
/// try outline.routine().text      // "3x(squat 20, push-up 10, rest 30s)"
/// ```
public struct RoutineOutline: Hashable, Sendable {
  /// A block, without the blocks in it if it is a group.
  public struct Line: Hashable, Sendable {
    public enum Content: Hashable, Sendable {
      case step(Routine.Step)
      case rest(Duration)
      case group(Routine.Repetition)
    }

    public fileprivate(set) var content: Content
    /// The number of groups around the block.
    public fileprivate(set) var depth: Int

    public var isGroup: Bool { if case .group = content { true } else { false } }

    /// The text of the block, up to the parenthesis if it is a group: `push-up 10`, `rest 30s`, `3x`, `AMRAP 12:00`.
    public var text: String {
      switch content {
      case .step(let step): Routine.Block.step(step).text
      case .rest(let time): Routine.Block.rest(time).text
      case .group(let repetition): repetition.text
      }
    }
  }

  public private(set) var lines: [Line] = []

  public init(_ routine: Routine) { lines = Self.lines(of: routine.blocks, depth: 0) }

  private static func lines(of blocks: [Routine.Block], depth: Int) -> [Line] {
    blocks.flatMap { block in
      switch block {
      case .step(let step): [Line(content: .step(step), depth: depth)]
      case .rest(let time): [Line(content: .rest(time), depth: depth)]
      case .group(let group):
        [Line(content: .group(group.repetition), depth: depth)]
          + lines(of: group.blocks, depth: depth + 1)
      }
    }
  }

  /// Returns the routine.
  ///
  /// - Throws: ``Routine/Violation`` if a change has violated a limit.
  public func routine() throws(Routine.Violation) -> Routine {
    try Routine(blocks(in: lines.indices))
  }

  private func blocks(in range: Range<Int>) -> [Routine.Block] {
    var blocks: [Routine.Block] = []
    var index = range.lowerBound
    while index < range.upperBound {
      let block = self.range(at: index)
      switch lines[index].content {
      case .step(let step): blocks.append(.step(step))
      case .rest(let time): blocks.append(.rest(time))
      case .group(let repetition):
        blocks.append(
          .group(Routine.Group(repetition, self.blocks(in: index + 1..<block.upperBound))))
      }
      index = block.upperBound
    }
    return blocks
  }

  /// Returns the lines of a block, including those in a group.
  private func range(at index: Int) -> Range<Int> {
    let end = lines[(index + 1)...].firstIndex { $0.depth <= lines[index].depth }
    return index..<(end ?? lines.count)
  }

  /// Inserts the blocks of a text after a block, inside the same group.
  ///
  /// - Parameter index: A line. If it is a group, the blocks are inserted at its beginning.
  /// - Returns: The line of the first new block.
  /// - Throws: ``TextError`` if the text isn't valid.
  @discardableResult
  public mutating func insert(_ text: String, after index: Int) throws(TextError) -> Int {
    let depth = lines[index].depth + (lines[index].isGroup ? 1 : 0)
    lines.insert(
      contentsOf: Self.lines(of: try Routine.blocks(in: text), depth: depth), at: index + 1)
    return index + 1
  }

  /// Replaces a block with the blocks of a text. For a group, a text such as `5x` replaces only its rounds.
  ///
  /// - Throws: ``TextError`` if the text isn't valid.
  public mutating func replace(at index: Int, with text: String) throws(TextError) {
    if lines[index].isGroup, !text.contains("(") {
      let blocks = try Routine.blocks(in: "\(text) (exercise 1)")
      guard blocks.count == 1, case .group(let group) = blocks[0] else {
        throw TextError("rounds are written as 3x, AMRAP 12:00 or EMOM 10")
      }
      lines[index].content = .group(group.repetition)
    } else {
      let new = Self.lines(of: try Routine.blocks(in: text), depth: lines[index].depth)
      lines.replaceSubrange(range(at: index), with: new)
    }
  }

  /// Inserts a copy of a block after it.
  ///
  /// - Returns: The line of the copy.
  @discardableResult
  public mutating func duplicate(at index: Int) -> Int {
    let block = range(at: index)
    lines.insert(contentsOf: lines[block], at: block.upperBound)
    return block.upperBound
  }

  /// Removes a block.
  ///
  /// - Returns: The line of the next block, if any.
  @discardableResult
  public mutating func remove(at index: Int) -> Int {
    lines.removeSubrange(range(at: index))
    removeEmptyGroups()
    return index
  }

  /// Moves a block into a new group of two rounds.
  ///
  /// - Returns: The line of the group.
  @discardableResult
  public mutating func group(at index: Int) -> Int {
    let depth = lines[index].depth
    indent(range(at: index), by: 1)
    lines.insert(Line(content: .group(.times(2)), depth: depth), at: index)
    return index
  }

  /// Replaces a group, or the group around a block, with its blocks.
  ///
  /// - Returns: The line of the block.
  @discardableResult
  public mutating func ungroup(at index: Int) -> Int {
    guard let group = lines[index].isGroup ? index : parent(of: index) else { return index }
    indent(group + 1..<range(at: group).upperBound, by: -1)
    lines.remove(at: group)
    return group == index ? index : index - 1
  }

  /// Moves a block up by a line: before the block above it, into the group that ends there, or out of its own group.
  ///
  /// - Returns: Its new line.
  @discardableResult
  public mutating func moveUp(at index: Int) -> Int {
    guard index > 0 else { return index }
    let block = range(at: index)
    let above = lines[index - 1]
    if above.depth > lines[index].depth {
      indent(block, by: 1)
      return index
    }
    let isOutward = above.depth < lines[index].depth
    lines.remove(at: index - 1)
    lines.insert(above, at: block.upperBound - 1)
    if isOutward {
      indent(index - 1..<block.upperBound - 1, by: -1)
      removeEmptyGroups()
    }
    return index - 1
  }

  /// Moves a block down by a line: after the block below it, into the group that begins there, or out of its own group.
  ///
  /// - Returns: Its new line.
  @discardableResult
  public mutating func moveDown(at index: Int) -> Int {
    let block = range(at: index)
    let depth = lines[index].depth
    guard block.upperBound < lines.count, lines[block.upperBound].depth == depth else {
      guard depth > 0 else { return index }
      indent(block, by: -1)
      let count = lines.count
      removeEmptyGroups()
      return index - (count - lines.count)
    }
    let below = lines.remove(at: block.upperBound)
    lines.insert(below, at: index)
    if below.isGroup { indent(index + 1..<block.upperBound + 1, by: 1) }
    return index + 1
  }

  /// Changes the number of a block: reps and rounds by 1, times of up to a minute by 5 seconds, and longer ones by 15.
  ///
  /// - Parameter steps: The number of changes; negative to decrease the number, to at least the size of one change.
  /// - Returns: The line of the block.
  @discardableResult
  public mutating func change(at index: Int, by steps: Int) -> Int {
    switch lines[index].content {
    case .rest(let time): lines[index].content = .rest(time.changed(by: steps))
    case .group(.times(let rounds)): lines[index].content = .group(.times(max(1, rounds + steps)))
    case .group(.within(let limit)):
      lines[index].content = .group(.within(limit.changed(by: steps)))
    case .group(.every(let interval, let rounds)):
      lines[index].content = .group(.every(interval, rounds: max(1, rounds + steps)))
    case .step(var step):
      switch step.target {
      case .reps(let reps): step.target = .reps(max(1, reps + steps))
      case .time(let time): step.target = .time(time.changed(by: steps))
      case .distance, .max: break
      }
      lines[index].content = .step(step)
    }
    return index
  }

  private func parent(of index: Int) -> Int? {
    lines[..<index].lastIndex { $0.depth < lines[index].depth }
  }

  private mutating func indent(_ range: Range<Int>, by levels: Int) {
    for index in range { lines[index].depth += levels }
  }

  private mutating func removeEmptyGroups() {
    for index in lines.indices.reversed() where lines[index].isGroup {
      if range(at: index).count == 1 { lines.remove(at: index) }
    }
  }
}

extension Duration {
  /// The time changed by steps, which are 5 seconds for times of up to a minute, and 15 seconds for longer ones.
  fileprivate func changed(by steps: Int) -> Duration {
    let step: Duration =
      self < .seconds(60) || self == .seconds(60) && steps < 0 ? .seconds(5) : .seconds(15)
    return max(step, self + step * steps)
  }
}
