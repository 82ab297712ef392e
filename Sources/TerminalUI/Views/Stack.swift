/// Places children one after another along an axis: the arithmetic of ``HStack`` and ``VStack``.
///
/// Children that don't grow get what they want, from the first on; what is left is shared evenly
/// among those that do. Too little room clips the last ones.
struct StackLayout {
  enum Axis { case horizontal, vertical }

  let axis: Axis
  let spacing: Int
  let alignment: AxisAlignment

  func length(_ size: Size) -> Int { axis == .horizontal ? size.width : size.height }
  func breadth(_ size: Size) -> Int { axis == .horizontal ? size.height : size.width }

  func size(length: Int, breadth: Int) -> Size {
    axis == .horizontal ? Size(length, breadth) : Size(breadth, length)
  }

  var along: Axes { axis == .horizontal ? .horizontal : .vertical }
  var across: Axes { axis == .horizontal ? .vertical : .horizontal }

  @MainActor
  func measure<V: View>(_ content: V, in proposal: Size, _ environment: Environment)
    -> StackMeasurer
  {
    var measurer = StackMeasurer(layout: self, proposal: proposal)
    var environment = environment
    content.visit(&measurer, &environment)
    return measurer
  }

  @MainActor
  func draw<V: View>(_ content: V, in canvas: inout Canvas) {
    let measured = measure(content, in: canvas.size, canvas.environment)
    var placer = StackPlacer(measured: measured, room: length(canvas.size))
    content.visit(&placer, &canvas)
  }
}

/// Measures each child once.
struct StackMeasurer: ViewVisitor {
  /// Children whose measure is remembered. A stack of more is measured again while it is drawn.
  static let remembered = 32

  let layout: StackLayout
  let proposal: Size
  var count = 0
  var total = 0
  var breadth = 0
  var flexible: Axes = []
  var flexibleCount = 0
  var lengths = InlineArray<32, Int32>(repeating: 0)
  /// Bits: bit i tells whether child i grows along, or across, the axis.
  var growsAlong: UInt32 = 0
  var growsAcross: UInt32 = 0
  var breadths = InlineArray<32, Int32>(repeating: 0)

  mutating func visit<V: View>(_ view: V, _ environment: inout Environment) {
    if count > 0 { total += layout.spacing }
    let left = max(0, layout.length(proposal) - total)
    let child = oriented(
      view.layout(
        in: layout.size(length: left, breadth: layout.breadth(proposal)), environment))
    if count < Self.remembered {
      lengths[count] = Int32(clamping: layout.length(child.size))
      breadths[count] = Int32(clamping: layout.breadth(child.size))
      if child.flexible.contains(layout.along) { growsAlong |= 1 << UInt32(count) }
      if child.flexible.contains(layout.across) { growsAcross |= 1 << UInt32(count) }
    }
    count += 1
    total += layout.length(child.size)
    breadth = max(breadth, layout.breadth(child.size))
    flexible.formUnion(child.flexible)
    if child.flexible.contains(layout.along), count <= Self.remembered { flexibleCount += 1 }
  }

  /// A spacer's answer in terms of this stack's axis.
  private func oriented(_ child: Layout) -> Layout {
    guard child.flexible.contains(.stacked) else { return child }
    return Layout(
      layout.size(length: layout.length(child.size), breadth: 0), flexible: layout.along)
  }

  var result: Layout {
    Layout(layout.size(length: total, breadth: breadth), flexible: flexible)
  }
}

/// Draws each child where the measures put it.
struct StackPlacer: ViewVisitor {
  let measured: StackMeasurer
  let room: Int
  var index = 0
  var position = 0
  /// Room and children still to be shared among those that grow.
  var spare: Int
  var growing: Int

  init(measured: StackMeasurer, room: Int) {
    self.measured = measured
    self.room = room
    spare = max(0, room - measured.total)
    growing = measured.flexibleCount
  }

  mutating func visit<V: View>(_ view: V, _ canvas: inout Canvas) {
    let layout = measured.layout
    let crossRoom = layout.breadth(canvas.size)
    var length: Int
    var breadth: Int
    if index < StackMeasurer.remembered {
      length = Int(measured.lengths[index])
      breadth = Int(measured.breadths[index])
      if measured.growsAlong & (1 << UInt32(index)) != 0, growing > 0 {
        let share = (spare + growing - 1) / growing
        length += share
        spare -= share
        growing -= 1
      }
      if measured.growsAcross & (1 << UInt32(index)) != 0 { breadth = crossRoom }
    } else {
      let child = view.layout(
        in: layout.size(length: max(0, room - position), breadth: crossRoom), canvas.environment)
      length = layout.length(child.size)
      breadth = child.flexible.contains(layout.across) ? crossRoom : layout.breadth(child.size)
    }
    breadth = min(breadth, crossRoom)
    length = min(length, max(0, room - position))
    let offset = layout.alignment.offset(of: breadth, in: crossRoom)
    let origin =
      layout.axis == .horizontal ? Point(position, offset) : Point(offset, position)
    canvas.draw(view, in: Rect(origin, layout.size(length: length, breadth: breadth)))
    position += length + layout.spacing
    index += 1
  }
}
