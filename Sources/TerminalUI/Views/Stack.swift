/// A stack of children from left to right.
public struct HStack<Content: View>: PrimitiveView {
  let stack: StackLayout
  let content: Content

  /// - Parameters:
  ///   - alignment: The vertical position of shorter children.
  ///   - spacing: The number of columns between two children.
  public init(
    alignment: AxisAlignment = .leading, spacing: Int = 0, @ViewBuilder content: () -> Content
  ) {
    stack = StackLayout(axis: .horizontal, spacing: spacing, alignment: alignment)
    self.content = content()
  }

  public func layout(in proposal: Size, _ environment: Environment) -> Layout {
    stack.measure(content, in: proposal, environment).result
  }

  public func draw(in canvas: inout Canvas) { stack.draw(content, in: &canvas) }
}

/// A stack of children from top to bottom.
public struct VStack<Content: View>: PrimitiveView {
  let stack: StackLayout
  let content: Content

  /// - Parameters:
  ///   - alignment: The horizontal position of narrower children.
  ///   - spacing: The number of rows between two children.
  public init(
    alignment: AxisAlignment = .leading, spacing: Int = 0, @ViewBuilder content: () -> Content
  ) {
    stack = StackLayout(axis: .vertical, spacing: spacing, alignment: alignment)
    self.content = content()
  }

  public func layout(in proposal: Size, _ environment: Environment) -> Layout {
    stack.measure(content, in: proposal, environment).result
  }

  public func draw(in canvas: inout Canvas) { stack.draw(content, in: &canvas) }
}

/// An empty view that expands along the axis of its stack.
public struct Spacer: PrimitiveView {
  let minLength: Int

  /// - Parameter minLength: The minimum length in cells.
  public init(minLength: Int = 0) { self.minLength = minLength }

  public func layout(in proposal: Size, _ environment: Environment) -> Layout {
    Layout(Size(minLength, minLength), flexible: .stacked)
  }

  public func draw(in canvas: inout Canvas) {}
}

/// A line that spans the available width or height.
public struct Divider: PrimitiveView {
  let isVertical: Bool

  /// Creates a line, by default a horizontal one.
  public init(isVertical: Bool = false) { self.isVertical = isVertical }

  public func layout(in proposal: Size, _ environment: Environment) -> Layout {
    isVertical
      ? Layout(Size(1, 0), flexible: .vertical) : Layout(Size(0, 1), flexible: .horizontal)
  }

  public func draw(in canvas: inout Canvas) {
    let (size, box) = (canvas.size, canvas.glyphs.box)
    canvas.fill(
      Rect(isVertical ? Size(1, size.height) : Size(size.width, 1)),
      with: isVertical ? box.vertical : box.horizontal, style: canvas.theme.border)
  }
}

// MARK: - Layout

/// A layout of children one after another along an axis, for ``HStack`` and ``VStack``.
///
/// Children are measured first, in order. The remaining space is divided evenly among flexible
/// children. If there is too little space, the last children are clipped.
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

  var mainAxis: Axes { axis == .horizontal ? .horizontal : .vertical }
  var crossAxis: Axes { axis == .horizontal ? .vertical : .horizontal }

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

/// A visitor that measures each child once.
struct StackMeasurer: ViewVisitor {
  /// The maximum number of children whose size is cached. Further children are measured again while drawing.
  static let maxCachedChildren = 32

  let layout: StackLayout
  let proposal: Size
  var count = 0
  var total = 0
  var breadth = 0
  var flexible: Axes = []
  var flexibleCount = 0
  var lengths = InlineArray<32, Int32>(repeating: 0)
  /// Bit sets: bit i is set if child i is flexible along the main axis (first set) or the cross axis (second).
  var growsAlongMainAxis: UInt32 = 0
  var growsAlongCrossAxis: UInt32 = 0
  var breadths = InlineArray<32, Int32>(repeating: 0)

  mutating func visit<V: View>(_ view: V, _ environment: inout Environment) {
    if count > 0 { total += layout.spacing }
    let left = max(0, layout.length(proposal) - total)
    let child = oriented(
      view.layout(
        in: layout.size(length: left, breadth: layout.breadth(proposal)), environment))
    if count < Self.maxCachedChildren {
      lengths[count] = Int32(clamping: layout.length(child.size))
      breadths[count] = Int32(clamping: layout.breadth(child.size))
      if child.flexible.contains(layout.mainAxis) { growsAlongMainAxis |= 1 << UInt32(count) }
      if child.flexible.contains(layout.crossAxis) { growsAlongCrossAxis |= 1 << UInt32(count) }
    }
    count += 1
    total += layout.length(child.size)
    breadth = max(breadth, layout.breadth(child.size))
    flexible.formUnion(child.flexible)
    if child.flexible.contains(layout.mainAxis), count <= Self.maxCachedChildren {
      flexibleCount += 1
    }
  }

  /// Returns a spacer's layout along the axis of this stack.
  private func oriented(_ child: Layout) -> Layout {
    guard child.flexible.contains(.stacked) else { return child }
    return Layout(
      layout.size(length: layout.length(child.size), breadth: 0), flexible: layout.mainAxis)
  }

  var result: Layout {
    Layout(layout.size(length: total, breadth: breadth), flexible: flexible)
  }
}

/// A visitor that draws each child at its measured position.
struct StackPlacer: ViewVisitor {
  let measured: StackMeasurer
  let room: Int
  var index = 0
  var position = 0
  /// The space that is left for flexible children, and the number of these children.
  var remainingSpace: Int
  var remainingFlexibleCount: Int

  init(measured: StackMeasurer, room: Int) {
    self.measured = measured
    self.room = room
    remainingSpace = max(0, room - measured.total)
    remainingFlexibleCount = measured.flexibleCount
  }

  mutating func visit<V: View>(_ view: V, _ canvas: inout Canvas) {
    let layout = measured.layout
    let crossLength = layout.breadth(canvas.size)
    var length: Int
    var breadth: Int
    if index < StackMeasurer.maxCachedChildren {
      length = Int(measured.lengths[index])
      breadth = Int(measured.breadths[index])
      if measured.growsAlongMainAxis & (1 << UInt32(index)) != 0, remainingFlexibleCount > 0 {
        let share = (remainingSpace + remainingFlexibleCount - 1) / remainingFlexibleCount
        length += share
        remainingSpace -= share
        remainingFlexibleCount -= 1
      }
      if measured.growsAlongCrossAxis & (1 << UInt32(index)) != 0 { breadth = crossLength }
    } else {
      let child = view.layout(
        in: layout.size(length: max(0, room - position), breadth: crossLength), canvas.environment)
      length = layout.length(child.size)
      breadth = child.flexible.contains(layout.crossAxis) ? crossLength : layout.breadth(child.size)
    }
    breadth = min(breadth, crossLength)
    length = min(length, max(0, room - position))
    let offset = layout.alignment.offset(of: breadth, in: crossLength)
    let origin =
      layout.axis == .horizontal ? Point(position, offset) : Point(offset, position)
    canvas.draw(view, in: Rect(origin, layout.size(length: length, breadth: breadth)))
    position += length + layout.spacing
    index += 1
  }
}
