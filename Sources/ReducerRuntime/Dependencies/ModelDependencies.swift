import Synchronization

/// The dependencies with which models were created.
enum ModelDependencies {
  /// The dependencies of an object that `withDependencies` returned.
  private struct Record: Sendable {
    weak let object: (any AnyObject & Sendable)?
    let values: DependencyValues
  }

  private struct Records {
    var byObject: [ObjectIdentifier: Record] = [:]
    /// The count at which records of released objects are removed next.
    var maxCount = 64
  }

  private static let records = Mutex(Records())

  /// Records the dependencies of `result`, if its type is a class.
  ///
  /// - Complexity: O(1), amortised over the number of records.
  static func record<Result>(_ values: DependencyValues, of result: Result) {
    guard Result.self is AnyClass else { return }
    // The object is only compared with `nil`, never used. `as AnyObject` would look up conformances, which a start would
    // wait for.
    let object = unsafeBitCast(result, to: (any AnyObject & Sendable).self)
    let record = Record(object: object, values: values)
    records.withLock { records in
      records.byObject[ObjectIdentifier(object)] = record
      guard records.byObject.count > records.maxCount else { return }
      records.byObject = records.byObject.filter { $0.value.object != nil }
      records.maxCount = max(64, 2 * records.byObject.count)
    }
  }

  /// Returns the dependencies of `model`, or `nil` with a reported issue if there are none.
  static func find<Model>(for model: Model, _ location: IssueLocation) -> DependencyValues? {
    if let values = captured(by: model) ?? recorded(for: model) { return values }
    reportIssue(
      "'\(Model.self)' has no '@Dependency' property to take dependencies from.",
      fileID: location.fileID, filePath: location.filePath, line: location.line,
      column: location.column)
    return nil
  }

  private static func captured(by model: Any) -> DependencyValues? {
    var mirror: Mirror? = Mirror(reflecting: model)
    while let current = mirror {
      for child in current.children {
        if let capture = child.value as? any DependencyCapture { return capture.captured }
      }
      mirror = current.superclassMirror
    }
    return nil
  }

  private static func recorded<Model>(for model: Model) -> DependencyValues? {
    guard Model.self is AnyClass else { return nil }
    // Safe, because it is a class.
    let object = ObjectIdentifier(unsafeBitCast(model, to: AnyObject.self))
    let record = records.withLock { $0.byObject[object] }
    return record?.object == nil ? nil : record?.values
  }
}

/// A property wrapper that stores the dependencies of the context in which it was created.
protocol DependencyCapture {
  var captured: DependencyValues { get }
}

// MARK: - Operations

/// Runs `operation` with the dependencies with which `model` was created.
///
/// ```swift
/// withDependencies(from: self) { child = ChildModel() }
/// ```
///
/// They are found through its `@Dependency` properties. An object without any has those of the `withDependencies` that
/// returned it. Otherwise an issue is reported, and the current dependencies apply.
///
/// - Complexity: O(number of properties of `model`), by reflection.
@discardableResult
public func withDependencies<Model, Result>(
  from model: Model, operation: () throws -> Result,
  fileID: StaticString = #fileID, filePath: StaticString = #filePath,
  line: UInt = #line, column: UInt = #column
) rethrows -> Result {
  try withDependencies(
    from: model, { _ in }, operation: operation,
    fileID: fileID, filePath: filePath, line: line, column: column)
}

/// Runs an operation with the dependencies of `model`, changed by `update`.
@discardableResult
public func withDependencies<Model, Result>(
  from model: Model, _ update: (inout DependencyValues) throws -> Void,
  operation: () throws -> Result,
  fileID: StaticString = #fileID, filePath: StaticString = #filePath,
  line: UInt = #line, column: UInt = #column
) rethrows -> Result {
  let values = ModelDependencies.find(
    for: model,
    IssueLocation(fileID: fileID, filePath: filePath, line: line, column: column))
  return try withDependencies(
    {
      if let values { $0 = values.merging($0) }
      try update(&$0)
    }, operation: operation)
}

/// Runs an asynchronous operation on the caller's actor, with the dependencies of `model`.
@discardableResult
public func withDependencies<Model, Result>(
  from model: Model, isolation: isolated (any Actor)? = #isolation,
  operation: () async throws -> Result,
  fileID: StaticString = #fileID, filePath: StaticString = #filePath,
  line: UInt = #line, column: UInt = #column
) async rethrows -> Result {
  try await withDependencies(
    from: model, { _ in }, operation: operation,
    fileID: fileID, filePath: filePath, line: line, column: column)
}

/// Runs an asynchronous operation with the dependencies of `model`, changed by `update`.
@discardableResult
public func withDependencies<Model, Result>(
  from model: Model, isolation: isolated (any Actor)? = #isolation,
  _ update: (inout DependencyValues) async throws -> Void,
  operation: () async throws -> Result,
  fileID: StaticString = #fileID, filePath: StaticString = #filePath,
  line: UInt = #line, column: UInt = #column
) async rethrows -> Result {
  let values = ModelDependencies.find(
    for: model,
    IssueLocation(fileID: fileID, filePath: filePath, line: line, column: column))
  return try await withDependencies(
    {
      if let values { $0 = values.merging($0) }
      try await update(&$0)
    }, operation: operation)
}
