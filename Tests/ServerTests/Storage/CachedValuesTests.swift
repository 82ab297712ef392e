import Testing

@testable import Server

/// Tests of values in memory.
struct CachedValuesTests {
  private let values = CachedValues<Int, String>(maxCount: 10, maxAge: .seconds(10))
  private let start = ContinuousClock.now

  /// Returns the value of a key, and whether it was read.
  private func value(
    _ key: Int = 1, in epoch: Int? = 1, after time: Duration = .zero
  ) -> (value: String?, wasRead: Bool) {
    var wasRead = false
    let value = values.value(for: key, in: epoch, at: start + time) {
      wasRead = true
      return "value \(key)"
    }
    return (value, wasRead)
  }

  @Test func `a value is read once`() {
    #expect(value() == ("value 1", true))
    #expect(value() == ("value 1", false))
    #expect(value(2) == ("value 2", true))
  }

  @Test func `a value is read again when it is too old, however often it is used`() {
    _ = value()
    #expect(value(after: .seconds(9)) == ("value 1", false))
    #expect(value(after: .seconds(10)) == ("value 1", true))
    #expect(value(after: .seconds(19)) == ("value 1", false))
  }

  @Test func `values are read again in another epoch`() {
    _ = value(in: 1)
    #expect(value(in: 2) == ("value 1", true))
    #expect(value(in: 2) == ("value 1", false))
    // Another thread may have asked for its epoch earlier.
    #expect(value(in: 1) == ("value 1", true))
  }

  @Test func `without an epoch, values are neither used nor kept`() {
    _ = value(in: 1)
    #expect(value(in: nil) == ("value 1", true))
    #expect(value(2, in: nil) == ("value 2", true))
    #expect(values.count == 1)
  }

  @Test func `removed values are read again, and others are not`() {
    _ = (value(1), value(2))
    values.removeAll { $0 == 1 }
    #expect(value(1).wasRead)
    #expect(!value(2).wasRead)
    values.removeAll()
    #expect(value(2).wasRead)
  }

  @Test func `a value that was removed while it was read is not kept`() {
    let removals = [
      { self.values.removeAll() }, { self.values.removeAll { $0 == 7 } },
      { _ = self.value(2, in: 2) },
    ]
    for remove in removals {
      values.removeAll()
      let old = values.value(for: 7, in: 1, at: start) {
        remove()
        return "old"
      }
      #expect(old == "old")
      #expect(value(7, in: 1) == ("value 7", true))
    }
  }

  @Test func `missing values are read each time and take no memory`() {
    for _ in 0..<2 {
      var wasRead = false
      let value = values.value(for: 1, in: 1, at: start) { () -> String? in
        wasRead = true
        return nil
      }
      #expect(value == nil && wasRead)
    }
    #expect(values.count == 0)
  }

  @Test func `the number of values is limited, and those in use stay`() {
    _ = value(1)
    for key in 2...1000 {
      _ = value(key)
      #expect(!value(1).wasRead)
      #expect(values.count <= 10)
    }
    #expect(!value(999).wasRead)
    #expect(value(500).wasRead)
  }
}
