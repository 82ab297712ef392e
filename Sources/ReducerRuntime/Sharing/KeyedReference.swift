import Synchronization

/// A shared key that explains in the issue about a load error what happens to the stored value.
protocol LoadErrorExplaining {
  var loadErrorNote: String { get }
}

/// A reference to a shared value that is loaded and saved with a key.
// Unchecked, like its superclass: mutable state is behind locks.
final class KeyedReference<Key: SharedReaderKey>: StoredReference<Key.Value>, @unchecked Sendable {
  private struct Status {
    var isLoading = false
    var loadError: (any Error)?
    var saveError: (any Error)?
  }

  /// Changes to be saved, in order.
  private struct Saves {
    var pending: [(value: Key.Value, location: IssueLocation)] = []
    var isSaving = false
  }

  private let key: Key
  private let location: IssueLocation
  /// The key that the first property was declared with: ``key``, or a key that adds a default to it.
  private let namedKey: any SharedReaderKey
  /// The key, if it can save.
  private let savingKey: (any SharedKey<Key.Value>)?
  private let status = Mutex(Status())
  private let saves = Mutex(Saves())
  private let subscription = Mutex<SharedSubscription?>(nil)
  private let onRelease: @Sendable () -> Void
  /// Whether properties may already have the reference, so that changes must be announced.
  private let isReady = Atomic(false)

  /// Creates a reference.
  ///
  /// - Parameters:
  ///   - namedKey: The key for descriptions.
  ///   - isLoaded: Whether `initialValue` comes from storage, or is about to be loaded.
  ///   - location: The location of the first property, to report misuse by the key and errors of storage at.
  ///   - onRelease: Called when the reference is released, because no property has it anymore.
  init(
    _ key: Key, namedKey: any SharedReaderKey, initialValue: Key.Value, isLoaded: Bool,
    location: IssueLocation,
    onRelease: @escaping @Sendable () -> Void
  ) {
    self.key = key
    self.location = location
    self.namedKey = namedKey
    savingKey = key as? any SharedKey<Key.Value>
    self.onRelease = onRelease
    super.init(initialValue)
    let receive: @Sendable (Result<Key.Value?, any Error>) -> Void = { [weak self] in
      self?.receive($0, initialValue: initialValue)
    }
    if !isLoaded {
      setIsLoading(true)
      key.load(
        context: .initialValue(initialValue),
        continuation: LoadContinuation("\(key)", at: location, callback: receive))
    }
    let subscription = key.subscribe(
      context: isLoaded ? .userInitiated : .initialValue(initialValue),
      subscriber: SharedSubscriber(
        callback: receive, onLoading: { [weak self] in self?.setIsLoading($0) }))
    self.subscription.withLock { $0 = subscription }
    isReady.store(true, ordering: .releasing)
  }

  /// Announces nothing during initialization, when observers would mistake the first value for a change.
  override func announceChange(of slot: Slot) {
    if isReady.load(ordering: .acquiring) { super.announceChange(of: slot) }
  }

  deinit {
    onRelease()
  }

  override var summary: String { String(reflecting: namedKey) }

  /// Applies a result of the first load or of the subscription; `nil` means that storage has no value.
  private func receive(_ result: Result<Key.Value?, any Error>, initialValue: Key.Value) {
    setIsLoading(false)
    switch result {
    case .success(let value):
      setLoadError(nil, at: location)
      replace(with: value ?? initialValue)
    case .failure(let error):
      setLoadError(error, at: location)
    }
  }

  // MARK: Status

  override var isLoading: Bool {
    recordRead(of: .isLoading)
    return status.withLock { $0.isLoading }
  }

  override var loadError: (any Error)? {
    recordRead(of: .loadError)
    return status.withLock { $0.loadError }
  }

  override var saveError: (any Error)? {
    recordRead(of: .saveError)
    return status.withLock { $0.saveError }
  }

  private func setIsLoading(_ isLoading: Bool) {
    let wasLoading = status.withLock { status in
      defer { status.isLoading = isLoading }
      return status.isLoading
    }
    if wasLoading != isLoading { announceChange(of: .isLoading) }
  }

  private func setLoadError(_ error: (any Error)?, at location: IssueLocation) {
    let earlier = status.withLock { status in
      defer { status.loadError = error }
      return status.loadError
    }
    announce(error, earlier, .loadError, at: location)
  }

  private func setSaveError(_ error: (any Error)?, at location: IssueLocation) {
    let earlier = status.withLock { status in
      defer { status.saveError = error }
      return status.saveError
    }
    announce(error, earlier, .saveError, at: location)
  }

  private func announce(
    _ error: (any Error)?, _ earlier: (any Error)?, _ slot: Slot, at location: IssueLocation
  ) {
    if error != nil || earlier != nil { announceChange(of: slot) }
    // A test asserts `loadError` and `saveError` instead.
    if let error, DependencyValues.current.context != .test {
      let note = slot == .loadError ? (key as? any LoadErrorExplaining)?.loadErrorNote : nil
      location.report(
        "\(key) could not be \(slot == .loadError ? "loaded" : "saved"): \(error)"
          + (note.map { "\n\($0)." } ?? ""))
    }
  }

  // MARK: Loading and saving

  override nonisolated(nonsending) func load(at location: IssueLocation) async throws {
    setIsLoading(true)
    defer { setIsLoading(false) }
    do {
      try await withCheckedThrowingContinuation { [key] caller in
        key.load(
          context: .userInitiated,
          continuation: LoadContinuation("\(key)", at: location) { [self] result in
            if case .success(let value?) = result { replace(with: value) }
            caller.resume(with: result.map { _ in })
          })
      }
      setLoadError(nil, at: location)
    } catch {
      setLoadError(error, at: location)
      throw error
    }
  }

  override nonisolated(nonsending) func save(at location: IssueLocation) async throws {
    guard let key = savingKey else { return }
    setSaveError(nil, at: location)
    do {
      try await withCheckedThrowingContinuation { caller in
        key.save(
          latest, context: .userInitiated,
          continuation: SaveContinuation("\(key)", at: location) { caller.resume(with: $0) })
      }
      setLoadError(nil, at: location)
    } catch {
      setSaveError(error, at: location)
      throw error
    }
  }

  override func recordChange(to value: Key.Value, at location: IssueLocation) {
    saves.withLock { $0.pending.append((value, location)) }
  }

  override func saveChanges() {
    // Only one thread saves at a time, so that storage receives the changes in order.
    let isAlreadySaving = saves.withLock { saves in
      defer { saves.isSaving = true }
      return saves.isSaving
    }
    guard !isAlreadySaving else { return }
    let key = key
    while let (value, location) = nextChange() {
      savingKey?.save(
        value, context: .didSet,
        continuation: SaveContinuation("\(key)", at: location) { [weak self] in
          self?.didSave($0, at: location)
        })
    }
  }

  private func nextChange() -> (value: Key.Value, location: IssueLocation)? {
    saves.withLock { saves in
      guard saves.pending.isEmpty else { return saves.pending.removeFirst() }
      saves.isSaving = false
      return nil
    }
  }

  private func didSave(_ result: Result<Void, any Error>, at location: IssueLocation) {
    switch result {
    case .success:
      setLoadError(nil, at: location)
      setSaveError(nil, at: location)
    case .failure(let error):
      setSaveError(error, at: location)
    }
  }
}
