import FoundationEssentials
import ReducerRuntime
import ReducerTestSupport
import SystemTestSupport
import Testing

/// Examples of shared state in files.
@Suite(.checksForLeaks)
@MainActor
struct FileExamples {
  @Test func `a favorite gym is written to its file`() async throws {
    let files = InMemoryFileStorage()
    let store = withDependencies {
      $0.defaultFileStorage = files
    } operation: {
      TestStore(initialState: GymList.State()) { GymList() }
    }
    await store.send(.favoriteButtonTapped("Iron House")) {
      $0.$favorites.withLock { $0 = ["Iron House"] }
    }
    let data = try #require(files.load(.favoriteGyms))
    #expect(String(decoding: data, as: UTF8.self) == #"["Iron House"]"#)
  }

  @Test func `favorites are restored at the next start`() {
    let files = InMemoryFileStorage()
    files.save(Data(#"["The Barn"]"#.utf8), to: .favoriteGyms)
    withDependencies {
      $0.defaultFileStorage = files
    } operation: {
      #expect(GymList.State().favorites == ["The Barn"])
    }
  }

  @Test func `a plan is stored in its own file`() {
    let folder = TestFolder()
    let url = URL(filePath: folder.path).appending(path: "plan.json")
    withDependencies {
      $0.defaultFileStorage = .fileSystem
    } operation: {
      @Shared(.fileStorage(url)) var sets = [10, 8]
      $sets.withLock { $0.append(6) }
    }
    #expect(folder.text(of: "plan.json") == "[10,8,6]")
  }

  @Test func `a full disk fails saving, and the favorite stays in memory`() async {
    withDependencies {
      $0.defaultFileStorage = FullDisk()
    } operation: {
      @Shared(.favoriteGyms) var favorites
      $favorites.withLock { $0 = ["Iron House"] }
      #expect($favorites.saveError is FullDisk.DiskFull)
      #expect(favorites == ["Iron House"])
    }
  }
}

extension URL {
  fileprivate static let favoriteGyms = URL(filePath: "/ladder/gyms.json")
}

extension SharedKey where Self == FileStorageKey<[String]>.Default {
  /// The person's favorite gyms; empty by default.
  fileprivate static var favoriteGyms: Self {
    Self[.fileStorage(.favoriteGyms), default: []]
  }
}

private struct FullDisk: FileStorage {
  struct DiskFull: Error {}

  func load(_ url: URL) -> Data? { nil }
  func save(_ data: Data, to url: URL) throws { throw DiskFull() }
}

@Reducer
private struct GymList {
  @ObservableState
  struct State: Equatable {
    @Shared(.favoriteGyms) var favorites
  }

  enum Action { case favoriteButtonTapped(String) }

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .favoriteButtonTapped(let gym):
        state.$favorites.withLock { $0.append(gym) }
        return .none
      }
    }
  }
}
