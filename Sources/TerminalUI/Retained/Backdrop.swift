/// The cells of a rectangle before a view was drawn there, which are restored before it is redrawn.
enum Backdrop {
  /// The same cell everywhere, which is the common case.
  case uniform(Cell)
  case cells([Cell])

  init() { self = .uniform(.blank()) }
}

extension Buffer {
  /// Returns the cells of a rectangle inside this buffer.
  ///
  /// - Complexity: O(cells covered). Allocates only if the cells differ.
  func backdrop(of rect: Rect) -> Backdrop {
    guard !rect.isEmpty else { return Backdrop() }
    let first = self[rect.minX, rect.minY]
    // Half of a wide character can't be copied to other cells.
    var isUniform = first.width == 1
    for y in rect.minY..<rect.maxY where isUniform {
      for x in rect.minX..<rect.maxX where self[x, y] != first { isUniform = false }
    }
    if isUniform { return .uniform(first) }
    var cells: [Cell] = []
    cells.reserveCapacity(rect.width * rect.height)
    for y in rect.minY..<rect.maxY {
      for x in rect.minX..<rect.maxX { cells.append(self[x, y]) }
    }
    return .cells(cells)
  }

  /// Restores the cells of a part of a rectangle.
  ///
  /// - Parameters:
  ///   - rect: The rectangle that `backdrop` was copied from.
  ///   - part: A rectangle inside `rect`.
  /// - Complexity: O(cells covered).
  mutating func restore(_ backdrop: Backdrop, of rect: Rect, in part: Rect) {
    switch backdrop {
    case .uniform(let cell):
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
