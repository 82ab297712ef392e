/// A rectangle of cells, alive or dead, whose opposite edges are next to each other.
struct World: Hashable, Sendable {
  let width: Int
  let height: Int
  private var cells: [Bool]

  /// Creates a world of dead cells.
  init(width: Int, height: Int) {
    self.width = width
    self.height = height
    cells = Array(repeating: false, count: width * height)
  }

  /// Whether the cell in a column and a row is alive.
  subscript(x: Int, y: Int) -> Bool {
    get { cells[y * width + x] }
    set { cells[y * width + x] = newValue }
  }

  /// The number of living cells.
  var population: Int { cells.count { $0 } }

  /// Returns the next generation: a cell is alive if it has three living neighbors, or is alive and has two.
  ///
  /// - Complexity: O(cells).
  func next() -> World {
    var next = self
    for y in 0..<height {
      let above = y == 0 ? height - 1 : y - 1
      let below = y == height - 1 ? 0 : y + 1
      for x in 0..<width {
        let left = x == 0 ? width - 1 : x - 1
        let right = x == width - 1 ? 0 : x + 1
        var neighbors = 0
        for row in [above, y, below] {
          for column in [left, x, right] where self[column, row] { neighbors += 1 }
        }
        // The cell itself was counted, too.
        next[x, y] = neighbors == 3 || neighbors == 4 && self[x, y]
      }
    }
    return next
  }
}

extension World {
  /// Creates a world from its picture: a line for each row, with `#` for a living cell.
  init(_ picture: String) {
    let rows = picture.split(separator: "\n")
    self.init(width: rows.map(\.count).max() ?? 0, height: rows.count)
    draw(rows, x: 0, y: 0)
  }

  /// Creates a world with a picture in its center. The picture must fit.
  init(width: Int, height: Int, center picture: String) {
    self.init(width: width, height: height)
    let rows = picture.split(separator: "\n")
    draw(rows, x: (width - (rows.map(\.count).max() ?? 0)) / 2, y: (height - rows.count) / 2)
  }

  private mutating func draw(_ rows: [Substring], x: Int, y: Int) {
    for (row, line) in rows.enumerated() {
      for (column, character) in line.enumerated() where character == "#" {
        self[x + column, y + row] = true
      }
    }
  }

  /// Returns a world of this size whose cells are alive with a probability of 1/4.
  func random(using generator: inout some RandomNumberGenerator) -> World {
    var world = self
    for index in cells.indices { world.cells[index] = .random(in: 0..<4, using: &generator) == 0 }
    return world
  }
}
