import ReducerRuntime

/// The item of a list whose page is being read, to be shown beside the list.
///
/// One page is read at a time, and the page that is there stays until the next can take its place: moving fast through the
/// list reads few pages, and nothing flickers.
struct PageRequest<Item: Equatable & Sendable>: Equatable, Sendable {
  private var item: Item?

  /// Reads the page of the selected item, unless it is shown, or another is being read: its response calls this again.
  ///
  /// - Parameters:
  ///   - selected: The selected item; `nil` cancels what is being read.
  ///   - shown: The item whose page is shown.
  ///   - isStale: Whether the page is read in any case, because what is shown or being read is out of date.
  ///   - id: The identifier of the effect.
  ///   - response: Reads a page.
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

  /// Ends the request, whose response has come.
  mutating func end() { item = nil }
}
