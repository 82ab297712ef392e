import FoundationEssentials
import Synchronization

extension DependencyValues {
  /// A generator of UUIDs.
  public var uuid: UUIDGenerator {
    get { self[UUIDGeneratorKey.self] }
    set { self[UUIDGeneratorKey.self] = newValue }
  }

  private enum UUIDGeneratorKey: DependencyKey {
    static let liveValue = UUIDGenerator { UUID() }
    static var testValue: UUIDGenerator {
      UUIDGenerator {
        reportIssue("Unimplemented: @Dependency(\\.uuid)")
        return UUID()
      }
    }
  }
}

/// A generator of UUIDs.
public struct UUIDGenerator: Sendable {
  private let generate: @Sendable () -> UUID

  public init(_ generate: @escaping @Sendable () -> UUID) {
    self.generate = generate
  }

  /// Returns a generator that always returns the same UUID.
  public static func constant(_ uuid: UUID) -> Self {
    Self { uuid }
  }

  /// A generator that counts: 00000000-0000-0000-0000-000000000000, …0001, …0002 and so on.
  public static var incrementing: Self {
    let next = Counter()
    return Self { UUID(next.advance()) }
  }

  public func callAsFunction() -> UUID { generate() }

  private final class Counter: Sendable {
    private let value = Atomic<Int>(0)
    func advance() -> Int { value.wrappingAdd(1, ordering: .relaxed).oldValue }
  }
}

extension UUID {
  /// Creates a UUID whose last digits are `number` in hexadecimal, as ``UUIDGenerator/incrementing`` counts.
  public init(_ number: Int) {
    var bytes: uuid_t = (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0)
    withUnsafeMutableBytes(of: &bytes) { bytes in
      var rest = UInt64(bitPattern: Int64(number))
      for index in stride(from: 15, through: 8, by: -1) {
        bytes[index] = UInt8(truncatingIfNeeded: rest)
        rest >>= 8
      }
    }
    self.init(uuid: bytes)
  }
}
