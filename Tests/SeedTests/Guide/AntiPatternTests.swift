import ReducerTestSupport
import SystemTestSupport
import Testing

/// Tests that seed article 003's anti-patterns do not compile, and that their alternatives do.
@Suite(.checksForLeaks)
struct AntiPatternTests {
  @Test func `setting a store's state does not compile`() async {
    func use(_ statement: String) -> String {
      """
      import ReducerRuntime
      @Reducer struct Feature {
        @ObservableState struct State { var count = 0 }
        enum Action { case incrementButtonTapped }
        var body: some Reducer<State, Action> { EmptyReducer() }
      }
      @MainActor func updateCount(_ store: StoreOf<Feature>) {
        \(statement)
      }
      """
    }
    #expect(
      await Compiler.errors(in: use("store.state.count += 1"))
        .contains { $0.contains("'state' is a get-only property") })
    #expect(await Compiler.errors(in: use("store.count += 1")).count == 1)
    #expect(await Compiler.errors(in: use("store.send(.incrementButtonTapped)")) == [])
  }

  @Test func `a reducer with await does not compile`() async {
    let errors = await Compiler.errors(
      in: feature(
        """
        case .saveButtonTapped:
          try await apiClient.save(state.data)
          return .none
        """))
    #expect(errors.contains { $0.contains("invalid conversion from throwing function") })
    #expect(errors.contains { $0.contains("parameter expecting synchronous function type") })
  }

  @Test func `an effect can use await`() async {
    let errors = await Compiler.errors(
      in: feature(
        """
        case .saveButtonTapped:
          return .run { [data = state.data] send in
            try await apiClient.save(data)
            await send(.saveResponse)
          }
        """))
    #expect(errors == [])
  }

  @Test func `capturing inout state in an effect does not compile`() async {
    let errors = await Compiler.errors(
      in: feature(
        """
        case .saveButtonTapped:
          return .run { send in
            state.data = "saved"
          }
        """))
    #expect(errors.contains { $0.contains("mutable capture of 'inout' parameter 'state'") })
  }

  @Test func `a class in sendable state does not compile`() async {
    let errors = await Compiler.errors(in: state("var viewModel: SomeViewModel"))
    #expect(errors.count == 1)
    #expect(errors.first?.contains("has non-Sendable type 'SomeViewModel'") == true)
  }

  @Test func `values in sendable state compile`() async {
    #expect(await Compiler.errors(in: state("var data: DataModel; var items: [DataModel]")) == [])
  }

  @Test func `capturing a class of the state in an effect does not compile`() async {
    let errors = await Compiler.errors(
      in: feature(
        """
        case .saveButtonTapped:
          return .run { [model = state.viewModel] send in
            model.count += 1
          }
        """))
    #expect(errors.contains { $0.contains("'SomeViewModel'") })
  }

  private func state(_ properties: String) -> String {
    """
    import ReducerRuntime
    final class SomeViewModel { var count = 0 }
    struct DataModel: Sendable { var count = 0 }
    @ObservableState
    struct State: Sendable {
      \(properties)
    }
    """
  }

  private func feature(_ save: String) -> String {
    """
    import ReducerRuntime
    final class SomeViewModel { var count = 0 }
    struct APIClient: Sendable { var save: @Sendable (String) async throws -> Void }
    extension APIClient: DependencyKey {
      static let liveValue = APIClient { _ in }
    }
    @Reducer struct Feature {
      @ObservableState
      struct State {
        var data = ""
        var viewModel = SomeViewModel()
      }
      enum Action { case saveButtonTapped, saveResponse }
      @Dependency(APIClient.self) var apiClient
      var body: some Reducer<State, Action> {
        Reduce { state, action in
          switch action {
          \(save)
          case .saveResponse:
            return .none
          }
        }
      }
    }
    """
  }
}
