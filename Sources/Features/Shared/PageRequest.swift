import ReducerRuntime

/// A request for the page of a list's selected item, which is shown beside the list.
///
/// One page is read at a time, and the current page stays until the next one is loaded. So scrolling fast reads few
/// pages, and nothing flickers.
struct PageRequest<Item: Equatable & Sendable>: Equatable, Sendable {
  private var item: Item?

  /// Reads the page of the selected item, unless it is shown already.
  ///
  /// While another page is being read it does nothing, because the response to that calls it again.
  ///
  /// - Parameters:
  ///   - selected: The selected item; `nil` cancels the request.
  ///   - shown: The item whose page is shown.
  ///   - isStale: Whether to read the page in any case, because the shown or requested one is out of date.
  ///   - id: The cancellation identifier of the effect.
  ///   - response: Reads a page and returns the action for it.
  mutating func read<Action>(
    _ selected: Item?, shown: Item?, isStale: Bool = false, id: some Hashable & Sendable,
    response: nonisolated(nonsending) @escaping @Sendable (Item) async -> Action
  ) -> Effect<Action> {
    guard let selected else {
      guard item != nil else { return .none }
      item = nil
      return .cancel(id: id)
    }
    guard isStale || item == nil && shown != selected else { return .none }
    item = selected
    return .run { send in await send(response(selected)) }
      .cancellable(id: id, cancelInFlight: true)
  }

  /// Marks the request as answered.
  mutating func end() { item = nil }
}
