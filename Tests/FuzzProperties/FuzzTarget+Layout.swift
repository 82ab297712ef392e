import TerminalUI

extension FuzzTarget {
  /// Checks that views draw nothing outside their rectangle.
  @MainActor
  func checkLayout(_ bytes: [UInt8]) throws(PropertyViolation) {
    var reader = ViewReader(bytes)
    let size = Size(reader.number(below: 60) + 1, reader.number(below: 20) + 1)
    let rect = Rect(
      x: reader.number(below: size.width), y: reader.number(below: size.height),
      width: reader.number(below: 60),
      height: reader.number(below: 20))
    let view = reader.view(depth: 6)
    let layout = view.layout(in: rect.size, Environment())
    try expect(layout.size.width >= 0 && layout.size.height >= 0, "\(layout)")
    let mark = Cell("#")
    var buffer = Buffer(size)
    buffer.fill(Rect(size), with: mark)
    buffer.draw(PlacedView(view: view, rect: rect))
    try checkRows(of: buffer)
    for y in 0..<size.height {
      for x in 0..<size.width
      where x < rect.minX || x >= rect.maxX || y < rect.minY || y >= rect.maxY {
        try expect(buffer[x, y] == mark, "\(x),\(y) outside \(rect) was drawn")
      }
    }
  }
}

/// A view in its own rectangle.
private struct PlacedView: PrimitiveView {
  let view: GeneratedView
  let rect: Rect

  func layout(in proposal: Size, _ environment: Environment) -> Layout { Layout(proposal) }
  func draw(in canvas: inout Canvas) { canvas.draw(view, in: rect) }
}

/// A view generated from bytes.
private struct GeneratedView: View {
  indirect enum Kind {
    case text(String)
    case paragraph(String)
    case spacer(Int)
    case bar(Double)
    case digits(String)
    case row(GeneratedView, GeneratedView, spacing: Int)
    case column(GeneratedView, GeneratedView, spacing: Int)
    case layers(GeneratedView, GeneratedView)
    case frame(GeneratedView, width: Int, height: Int)
    case padded(GeneratedView, Int, Int)
    case bordered(GeneratedView, String)
    case expanded(GeneratedView)
    case centered(GeneratedView)
    case fitting(GeneratedView, GeneratedView)
    case list([String], Int)
  }

  let kind: Kind

  var body: some View {
    switch kind {
    case .text(let text): Text(text)
    case .paragraph(let text): Paragraph(text)
    case .spacer(let length): Spacer(minLength: length)
    case .bar(let fraction): ProgressBar(fraction)
    case .digits(let text): BigText(text, maxScale: 3)
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
    case .layers(let below, let above): below.overlay { above }
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

  /// Returns a number from 0 to `limit - 1`.
  mutating func number(below limit: Int) -> Int { Int(rest.popFirst() ?? 0) % limit }

  private mutating func text() -> String {
    let count = number(below: 40)
    defer { rest = rest.dropFirst(count) }
    return Array(rest.prefix(count)).asText
  }

  @MainActor
  mutating func view(depth: Int) -> GeneratedView {
    GeneratedView(kind: kind(depth))
  }

  @MainActor
  private mutating func kind(_ depth: Int) -> GeneratedView.Kind {
    let leaves = 6
    switch number(below: depth > 0 && !rest.isEmpty ? 15 : leaves) {
    case 0: return .text(text())
    case 1: return .paragraph(text())
    case 2: return .spacer(number(below: 30))
    case 3: return .bar(Double(number(below: 256)) / 100 - 0.5)
    case 4: return .digits(text())
    case 5: return .list((0..<number(below: 8)).map { _ in text() }, number(below: 9))
    case 6: return .row(view(depth: depth - 1), view(depth: depth - 1), spacing: number(below: 5))
    case 7:
      return .column(view(depth: depth - 1), view(depth: depth - 1), spacing: number(below: 5))
    case 8: return .layers(view(depth: depth - 1), view(depth: depth - 1))
    case 9:
      return .frame(view(depth: depth - 1), width: number(below: 80), height: number(below: 30))
    case 10: return .padded(view(depth: depth - 1), number(below: 10), number(below: 5))
    case 11: return .bordered(view(depth: depth - 1), text())
    case 12: return .expanded(view(depth: depth - 1))
    case 13: return .centered(view(depth: depth - 1))
    default: return .fitting(view(depth: depth - 1), view(depth: depth - 1))
    }
  }
}
