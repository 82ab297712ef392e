import ReducerTestSupport
import SystemTestSupport
import Testing

/// What seed 003 says never to do and the compiler can know: it is no program. Each stands beside what to do instead,
/// which is.
@Suite(.checksForLeaks)
struct AntiPatternTests {
  @Test func `state is not set past the store`() async {
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

  @Test func `a reducer does not wait`() async {
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

  @Test func `an effect does`() async {
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

  @Test func `an effect does not hold on to the state it is to change`() async {
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

  @Test func `a class in the state is refused where the state may be sent`() async {
    let errors = await Compiler.errors(in: state("var viewModel: SomeViewModel"))
    #expect(errors.count == 1)
    #expect(errors.first?.contains("has non-Sendable type 'SomeViewModel'") == true)
  }

  @Test func `values in the state are not`() async {
    #expect(await Compiler.errors(in: state("var data: DataModel; var items: [DataModel]")) == [])
  }

  @Test func `a class in the state is taken into no effect`() async {
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
