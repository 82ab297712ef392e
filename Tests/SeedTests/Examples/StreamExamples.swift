import ReducerRuntime
import ReducerTestSupport
import Testing

/// Examples of type-erased sequences, and of a task that ends with its last reader.
@Suite(.checksForLeaks)
@MainActor
struct StreamExamples {
  @Test func `heart rates are shown as they arrive`() async {
    let beats = AsyncStream<Beat> { continuation in
      for milliseconds in [1000, 500] {
        continuation.yield(Beat(millisecondsSinceLast: milliseconds))
      }
      continuation.finish()
    }
    let store = TestStore(initialState: HeartRate.State()) {
      HeartRate()
    } withDependencies: {
      $0[HeartRateClient.self].rates = { beats.map(\.rate).eraseToStream() }
    }
    await store.send(.onAppear)
    await store.receive(\.rateMeasured, 60) { $0.rate = 60 }
    await store.receive(\.rateMeasured, 120) { $0.rate = 120 }
  }

  @Test func `a failing heart rate strap is reported to the feature`() async {
    let strap = AsyncThrowingStream<Beat, any Error>.finished(throwing: StrapError())
    let store = TestStore(initialState: HeartRate.State(rate: 60)) {
      HeartRate()
    } withDependencies: {
      $0[HeartRateClient.self].strapRates = { strap.map(\.rate).eraseToThrowingStream() }
    }
    await store.send(.strapConnected)
    await store.receive(\.strapFailed) { $0.rate = nil }
  }

  @Test func `leaving the screen cancels its download`() async {
    let download = Task { try await Task.never() }
    let screen = Task { try await download.cancellableValue }
    screen.cancel()
    _ = await screen.result
    #expect(download.isCancelled)
  }
}

private struct Beat: Sendable {
  var millisecondsSinceLast: Int
  var rate: Int { 60_000 / millisecondsSinceLast }
}

private struct StrapError: Error {}

@DependencyClient
private struct HeartRateClient: Sendable, TestDependencyKey {
  var rates: @Sendable () -> AsyncStream<Int> = { .finished }
  var strapRates: @Sendable () -> AsyncThrowingStream<Int, any Error> = { .finished() }

  static let testValue = HeartRateClient()
}

@Reducer
private struct HeartRate {
  @ObservableState
  struct State: Equatable { var rate: Int? }

  enum Action {
    case onAppear
    case rateMeasured(Int)
    case strapConnected
    case strapFailed
  }

  @Dependency(HeartRateClient.self) var client

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .onAppear:
        return .run { send in
          for await rate in client.rates() { await send(.rateMeasured(rate)) }
        }
      case .strapConnected:
        return .run { send in
          for try await rate in client.strapRates() { await send(.rateMeasured(rate)) }
        } catch: { _, send in
          await send(.strapFailed)
        }
      case .rateMeasured(let rate):
        state.rate = rate
        return .none
      case .strapFailed:
        state.rate = nil
        return .none
      }
    }
  }
}
