import FoundationEssentials
import ReducerRuntime
import ReducerTestSupport
import SystemTestSupport
import Testing

@Suite(.checksForLeaks)
@MainActor
struct FileStorageTests {
  @Test func `a file is written and read, and its folder created`() throws {
    let folder = TestFolder()
    let url = URL(filePath: folder.path).appending(path: "plan.json")
    let disk = DiskFileStorage()
    #expect(disk.load(url) == nil)
    try disk.save(Data("[1]".utf8), to: url)
    try disk.save(Data("[2]".utf8), to: url)
    #expect(disk.load(url) == Data("[2]".utf8))
    #expect(folder.contents == ["plan.json"])
  }

  @Test func `a shared value begins with the contents of its file`() {
    let files = InMemoryFileStorage()
    let url = URL(filePath: "/plan.json")
    files.save(Data("[1,2]".utf8), to: url)
    withDependencies {
      $0.defaultFileStorage = files
    } operation: {
      @Shared(.fileStorage(url)) var plan = [9]
      #expect(plan == [1, 2])
    }
  }

  @Test func `a file that cannot be decoded is reported`() async {
    let files = InMemoryFileStorage()
    let url = URL(filePath: "/plan.json")
    files.save(Data("words".utf8), to: url)
    let issues = await reported {
      withDependencies {
        $0.defaultFileStorage = files
      } operation: {
        @Shared(.fileStorage(url)) var plan = [9]
        #expect(plan == [9])
      }
    }
    #expect(issues.count == 1)
    #expect(issues.first?.message.contains("does not hold a 'Array<Int>'") == true)
  }

  @Test func `a file that cannot be written is reported`() async {
    let issues = await reported {
      withDependencies {
        $0.defaultFileStorage = FullFileStorage()
      } operation: {
        @Shared(.fileStorage(URL(filePath: "/plan.json"))) var plan = [9]
        $plan.withLock { $0 = [1] }
        #expect(plan == [1])
      }
    }
    #expect(issues.count == 1)
    #expect(issues.first?.message.contains("could not be written") == true)
  }
}

private struct FullFileStorage: FileStorage {
  struct DiskIsFull: Error {}
  func load(_ url: URL) -> Data? { nil }
  func save(_ data: Data, to url: URL) throws { throw DiskIsFull() }
}
