import FoundationEssentials
import ReducerRuntime
import ReducerTestSupport
import SystemTestSupport
import Testing

/// Shared state that a file keeps.
@Suite(.checksForLeaks)
@MainActor
struct FileExamples {
  @Test func `a favourite gym is written to its file`() async throws {
    let files = InMemoryFileStorage()
    let store = withDependencies {
      $0.defaultFileStorage = files
    } operation: {
      TestStore(initialState: GymList.State()) { GymList() }
    }
    await store.send(.favouriteButtonTapped("Iron House")) {
      $0.$favourites.withLock { $0 = ["Iron House"] }
    }
    let data = try #require(files.load(.favouriteGyms))
    #expect(String(decoding: data, as: UTF8.self) == #"["Iron House"]"#)
  }

  @Test func `favourites are there at the next start`() {
    let files = InMemoryFileStorage()
    files.save(Data(#"["The Barn"]"#.utf8), to: .favouriteGyms)
    withDependencies {
      $0.defaultFileStorage = files
    } operation: {
      #expect(GymList.State().favourites == ["The Barn"])
    }
  }

  @Test func `the file system keeps a plan as a file of its own`() {
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

  @Test func `a full disk is reported, and the favourite stays for now`() async {
    withDependencies {
      $0.defaultFileStorage = FullDisk()
    } operation: {
      @Shared(.favouriteGyms) var favourites
      withExpectedIssue { $favourites.withLock { $0 = ["Iron House"] } }
      #expect(favourites == ["Iron House"])
    }
  }
}

extension URL {
  fileprivate static let favouriteGyms = URL(filePath: "/ladder/gyms.json")
}

extension SharedKey where Self == FileStorageKey<[String]>.Default {
  /// The gyms that were marked, none to begin with.
  fileprivate static var favouriteGyms: Self {
    Self[.fileStorage(.favouriteGyms), default: []]
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
    @Shared(.favouriteGyms) var favourites
  }

  enum Action { case favouriteButtonTapped(String) }

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .favouriteButtonTapped(let gym):
        state.$favourites.withLock { $0.append(gym) }
        return .none
      }
    }
  }
}
