import Testing

@testable import ReducerMacroExpansion

@Suite struct ObservationStateTrackedMacroTests {
  @Test func `a property moves into separate storage`() {
    assertMacro(
      """
      struct State {
        @ObservationStateTracked public private(set) var count: Int = 0
      }
      """,
      expandsTo: """
        struct State {
          public private(set) var count: Int {
            @storageRestrictions(initializes: _count)
            init(initialValue) {
              _count = initialValue
            }
            get {
              _$observationRegistrar.access(0x39B1DDF4)
              return _count
            }
            set {
              _$observationRegistrar.set(0x39B1DDF4, &_count, newValue)
            }
            _modify {
              let _$token = _$observationRegistrar.willModify(&_count)
              defer {
                _$observationRegistrar.didModify(0x39B1DDF4, _count, _$token)
              }
              yield &_count
            }
          }

          private var _count: Int = 0
        }
        """)
  }

  @Test func `property observers move to the storage`() {
    assertMacro(
      """
      struct State {
        @ObservationStateTracked var `default`: [Int] = [] {
          didSet { changes += 1 }
        }
      }
      """,
      expandsTo: """
        struct State {
          var `default`: [Int] {
            didSet { changes += 1 }
            @storageRestrictions(initializes: _default)
            init(initialValue) {
              _default = initialValue
            }

            get {
              _$observationRegistrar.access(0x933B5BDE)
              return _default
            }

            set {
              _$observationRegistrar.set(0x933B5BDE, &_default, newValue)
            }

            _modify {
              let _$token = _$observationRegistrar.willModify(&_default)
              defer {
                _$observationRegistrar.didModify(0x933B5BDE, _default, _$token)
              }
              yield &_default
            }
          }

          private var _default: [Int] = [] {
              didSet {
                changes += 1
              }
            }
        }
        """)
  }
}

/// Tests of the hash with the test vectors of its authors.
@Test(
  arguments: [("", 0x811C_9DC5), ("a", 0xE40C_292C), ("foobar", 0xBF9C_F968)] as [(String, UInt32)])
func `a property hash is FNV-1a`(name: String, hash: UInt32) {
  #expect(propertyHash(name) == hash)
}

@Test func `a property hash literal has eight digits`() {
  #expect(propertyHashLiteral("a") == "0xE40C292C")
  #expect(propertyHashLiteral("").count == 10)
}
