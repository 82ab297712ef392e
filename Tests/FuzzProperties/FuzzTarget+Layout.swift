import TerminalUI

extension FuzzTarget {
  /// Checks that views draw nothing outside their rectangle.
  @MainActor
  func checkLayout(_ bytes: [UInt8]) throws(Broken) {
    var reader = ViewReader(bytes)
    let size = Size(reader.number(60) + 1, reader.number(20) + 1)
    let rect = Rect(
      x: reader.number(size.width), y: reader.number(size.height), width: reader.number(60),
      height: reader.number(20))
    let view = reader.view(depth: 6)
    let layout = view.layout(in: rect.size, Environment())
    try expect(layout.size.width >= 0 && layout.size.height >= 0, "\(layout)")
    let mark = Cell("#")
    var buffer = Buffer(size)
    buffer.fill(Rect(size), with: mark)
    buffer.draw(Place(view: view, rect: rect))
    try checkRows(of: buffer)
    for y in 0..<size.height {
      for x in 0..<size.width
      where x < rect.minX || x >= rect.maxX || y < rect.minY || y >= rect.maxY {
        try expect(buffer[x, y] == mark, "a cell outside \(rect): \(x) \(y)")
      }
    }
  }
}

/// A view in its own rectangle.
private struct Place: PrimitiveView {
  let view: MadeUp
  let rect: Rect

  func layout(in proposal: Size, _ environment: Environment) -> Layout { Layout(proposal) }
  func draw(in canvas: inout Canvas) { canvas.draw(view, in: rect) }
}

/// A view generated from bytes.
private struct MadeUp: View {
  indirect enum Kind {
    case text(String)
    case paragraph(String)
    case spacer(Int)
    case bar(Double)
    case digits(String)
    case row(MadeUp, MadeUp, spacing: Int)
    case column(MadeUp, MadeUp, spacing: Int)
    case layers(MadeUp, MadeUp)
    case frame(MadeUp, width: Int, height: Int)
    case padded(MadeUp, Int, Int)
    case bordered(MadeUp, String)
    case expanded(MadeUp)
    case centered(MadeUp)
    case fitting(MadeUp, MadeUp)
    case list([String], Int)
  }

  let kind: Kind

  var body: some View {
    switch kind {
    case .text(let text): Text(text)
    case .paragraph(let text): Paragraph(text)
    case .spacer(let length): Spacer(minLength: length)
    case .bar(let fraction): ProgressBar(fraction)
    case .digits(let text): BigDigits(text, maxScale: 3)
    case .row(let first, let second, let spacing):
      HStack(spacing: spacing) {
        first
        second
      }
    case .column(let first, let second, let spacing):
      VStack(spacing: spacing) {
        first
        second
      }
    case .layers(let below, let above):
      ZStack {
        below
        above
      }
    case .frame(let view, let width, let height): view.frame(width: width, height: height)
    case .padded(let view, let horizontal, let vertical): view.padding(horizontal, vertical)
    case .bordered(let view, let title): view.border(title)
    case .expanded(let view): view.expanded()
    case .centered(let view): view.centered()
    case .fitting(let first, let second):
      ViewThatFits {
        first
        second
      }
    case .list(let rows, let selection):
      List(rows, selection: selection) { row in Text(row) }
    }
  }
}

/// A generator of a view from bytes, each of which selects the next part. Any number of bytes is valid.
private struct ViewReader {
  private var rest: ArraySlice<UInt8>

  init(_ bytes: [UInt8]) { rest = bytes[...] }

  mutating func number(_ count: Int) -> Int { Int(rest.popFirst() ?? 0) % count }

  private mutating func text() -> String {
    let count = number(40)
    defer { rest = rest.dropFirst(count) }
    return Array(rest.prefix(count)).asText
  }

  @MainActor
  mutating func view(depth: Int) -> MadeUp {
    MadeUp(kind: kind(depth))
  }

  @MainActor
  private mutating func kind(_ depth: Int) -> MadeUp.Kind {
    let leaves = 6
    switch number(depth > 0 && !rest.isEmpty ? 15 : leaves) {
    case 0: return .text(text())
    case 1: return .paragraph(text())
    case 2: return .spacer(number(30))
    case 3: return .bar(Double(number(256)) / 100 - 0.5)
    case 4: return .digits(text())
    case 5: return .list((0..<number(8)).map { _ in text() }, number(9))
    case 6: return .row(view(depth: depth - 1), view(depth: depth - 1), spacing: number(5))
    case 7: return .column(view(depth: depth - 1), view(depth: depth - 1), spacing: number(5))
    case 8: return .layers(view(depth: depth - 1), view(depth: depth - 1))
    case 9: return .frame(view(depth: depth - 1), width: number(80), height: number(30))
    case 10: return .padded(view(depth: depth - 1), number(10), number(5))
    case 11: return .bordered(view(depth: depth - 1), text())
    case 12: return .expanded(view(depth: depth - 1))
    case 13: return .centered(view(depth: depth - 1))
    default: return .fitting(view(depth: depth - 1), view(depth: depth - 1))
    }
  }
}
