import ReducerRuntime
import ReducerTestSupport
import Testing

/// Effects that are far longer than the stack is deep. Each of these crashed when composition was recursive.
@MainActor
@Suite(.checksForLeaks) struct LongEffectTests {
  private let count = 50_000
  private var sends: [Effect<String>] { (0..<count).map { .send("\($0)") } }

  @Test func `a list of effects runs in turn`() {
    expectAll(.concatenate(sends))
  }

  @Test func `a chain of concatenations runs in turn`() {
    expectAll(sends.reduce(.none) { $0.concatenate(with: $1) })
    expectAll(sends.reversed().reduce(.none) { $1.concatenate(with: $0) })
    expectAll(sends.reduce(.none) { .concatenate($0, $1) })
  }

  @Test func `a chain of merges runs in order`() {
    expectAll(sends.reduce(.none) { $0.merge(with: $1) })
    expectAll(sends.reversed().reduce(.none) { $1.merge(with: $0) })
    expectAll(sends.reduce(.none) { .merge($0, $1) })
  }

  @Test func `an effect can be mapped any number of times`() {
    var effect = Effect<Int>.run { send in
      await send(1)
      await send(2)
    }
    for _ in 0..<count { effect = effect.map { $0 + 1 } }
    let script = Script(["start": effect.map { "\($0)" }])
    script.send("start")
    #expect(script.words == ["start", "50001", "50002"])
  }

  @Test func `nested mappings are applied from the inside out`() {
    var effect = Effect<String>.run { await $0("") }
    for number in 0..<600 { effect = effect.map { $0 + " \(number)" } }
    let script = Script(["start": effect])
    script.send("start")
    #expect(script.words.last == (0..<600).map { " \($0)" }.joined())
  }

  private func expectAll(
    _ effect: Effect<String>, sourceLocation: SourceLocation = #_sourceLocation
  ) {
    let script = Script(["start": effect])
    script.send("start")
    #expect(script.words.count == count + 1, sourceLocation: sourceLocation)
    #expect(
      script.words.dropFirst().elementsEqual((0..<count).lazy.map(String.init)),
      sourceLocation: sourceLocation)
  }
}
