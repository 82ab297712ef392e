/// What was in a rectangle before something was drawn there, so that it can be drawn again in its place.
enum Backdrop {
  /// The same cell everywhere, as it mostly is.
  case even(Cell)
  case cells([Cell])

  init() { self = .even(.blank()) }
}

extension Buffer {
  /// What is in a rectangle inside of this buffer.
  ///
  /// - Complexity: O(cells covered); allocates only where they differ.
  func backdrop(of rect: Rect) -> Backdrop {
    guard !rect.isEmpty else { return Backdrop() }
    let first = self[rect.minX, rect.minY]
    // Half of a wide character is no cell that could be put anywhere else.
    var isEven = first.width == 1
    for y in rect.minY..<rect.maxY where isEven {
      for x in rect.minX..<rect.maxX where self[x, y] != first { isEven = false }
    }
    if isEven { return .even(first) }
    var cells: [Cell] = []
    cells.reserveCapacity(rect.width * rect.height)
    for y in rect.minY..<rect.maxY {
      for x in rect.minX..<rect.maxX { cells.append(self[x, y]) }
    }
    return .cells(cells)
  }

  /// Puts back what was in a part of a rectangle.
  ///
  /// - Parameters:
  ///   - rect: What `backdrop` was taken of.
  ///   - part: A rectangle inside of it.
  /// - Complexity: O(cells covered).
  mutating func restore(_ backdrop: Backdrop, of rect: Rect, in part: Rect) {
    switch backdrop {
    case .even(let cell):
      fill(part, with: cell)
    case .cells(let cells):
      for y in part.minY..<part.maxY {
        for x in part.minX..<part.maxX {
          let cell = cells[(y - rect.minY) * rect.width + x - rect.minX]
          if !cell.isContinuation { put(cell, at: Point(x, y)) }
        }
      }
    }
  }
}
