import ReducerRuntime
import ReducerTestSupport
import Testing

/// Tests of seed article 001: state, action, reducer, effect, store and dependency, in a currency converter.
@Suite(.checksForLeaks)
@MainActor
struct BuildingBlocksTests {
  private struct Offline: Error {}

  private nonisolated static let rates = CurrencyData(
    base: "EUR", rates: ["USD": 1.25, "JPY": 150])

  private func converter(
    fetch: @escaping @Sendable () async throws -> CurrencyData = { Self.rates }
  ) -> TestStoreOf<CurrencyConverter> {
    TestStore(initialState: CurrencyConverter.State()) {
      CurrencyConverter()
    } withDependencies: {
      $0[RatesClient.self].fetch = fetch
    }
  }

  @Test func `appearing loads and lists the rates`() async {
    let store = converter()
    await store.send(.onAppear)
    await store.receive(.processAPIResponse(Self.rates)) {
      $0.initialCurrencies = [
        Currency(currencyCode: "JPY", amount: 150), Currency(currencyCode: "USD", amount: 1.25),
      ]
    }
    await store.receive(\.updateCurrencies) { $0.currencies = $0.initialCurrencies }
  }

  @Test func `an entered amount is converted into every currency`() async {
    let store = converter()
    store.exhaustivity = .off
    await store.send(.onAppear)
    await store.skipReceivedActions()
    store.exhaustivity = .on
    await store.send(.quantityTextFieldEntered("2")) { $0.priceQuantityEntered = "2" }
    await store.receive(\.updateCurrencies) {
      $0.currencies = [
        Currency(currencyCode: "JPY", amount: 300), Currency(currencyCode: "USD", amount: 2.5),
      ]
    }
    await store.send(.quantityTextFieldEntered("two")) { $0.priceQuantityEntered = "two" }
    await store.receive(\.updateCurrencies) { $0.currencies = $0.initialCurrencies }
  }

  @Test func `a currency can be selected`() async {
    let store = converter()
    await store.send(.countryCodePickerSelected("USD")) { $0.selectedBaseCurrency = "USD" }
  }

  @Test func `an unhandled error of an effect is reported`() async {
    let store = converter { throw Offline() }
    await withKnownIssue {
      await store.send(.onAppear)
    } matching: {
      $0.description.contains("Offline")
    }
  }

  @Test func `a view observes each change of the store`() async {
    let store = Store(initialState: CurrencyConverter.State()) {
      CurrencyConverter()
    } withDependencies: {
      $0[RatesClient.self].fetch = { Self.rates }
    }
    var shown: [[String]] = []
    let token = observe { shown.append(store.currencies.map(\.currencyCode)) }
    await store.send(.onAppear).finish()
    #expect(shown == [[], ["JPY", "USD"]])
    token.cancel()
  }

  @Test func `a type with reduce(into:action:) is a reducer`() async {
    let store = TestStore(initialState: 0) { Tally() }
    await store.send(.add(3)) { $0 = 3 }
    await store.receive(.added) { $0 = 4 }
  }
}

private struct CurrencyData: Equatable, Sendable {
  var base: String
  var rates: [String: Double]
}

private struct Currency: Equatable, Identifiable, Sendable {
  var currencyCode: String
  var amount: Double
  var id: String { currencyCode }
}

@DependencyClient
private struct RatesClient: Sendable, TestDependencyKey {
  var fetch: @Sendable () async throws -> CurrencyData

  static let testValue = RatesClient()
}

@Reducer
private struct CurrencyConverter {
  @ObservableState
  struct State: Equatable {
    var initialCurrencies: [Currency] = []
    var currencies: [Currency] = []
    var priceQuantityEntered = "1"
    var selectedBaseCurrency = "EUR"
  }

  enum Action: Equatable {
    case onAppear
    case processAPIResponse(CurrencyData)
    case quantityTextFieldEntered(String)
    case countryCodePickerSelected(String)
    case updateCurrencies([Currency])
  }

  @Dependency(RatesClient.self) var client

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .onAppear:
        return .run { send in
          await send(.processAPIResponse(try await client.fetch()))
        }

      case .processAPIResponse(let data):
        let currencies = data.rates.sorted { $0.key < $1.key }
          .map { Currency(currencyCode: $0.key, amount: $0.value) }
        state.initialCurrencies = currencies
        return .send(.updateCurrencies(currencies))

      case .updateCurrencies(let currencies):
        state.currencies = currencies
        return .none

      case .quantityTextFieldEntered(let text):
        state.priceQuantityEntered = text
        return .send(.updateCurrencies(convert(state.initialCurrencies, Double(text) ?? 1)))

      case .countryCodePickerSelected(let code):
        state.selectedBaseCurrency = code
        return .none
      }
    }
  }

  private func convert(_ currencies: [Currency], _ quantity: Double) -> [Currency] {
    currencies.map { Currency(currencyCode: $0.currencyCode, amount: $0.amount * quantity) }
  }
}

/// A reducer in its basic form, without a macro.
private struct Tally: Reducer {
  enum Action: Equatable {
    case add(Int)
    case added
  }

  func reduce(into state: inout Int, action: Action) -> Effect<Action> {
    switch action {
    case .add(let number):
      state += number
      return .send(.added)
    case .added:
      state += 1
      return .none
    }
  }
}
