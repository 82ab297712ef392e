import FoundationEssentials
import Glibc
import ReducerRuntime
import ReducerTestSupport
import SystemTestSupport
import Testing

@Suite(.checksForLeaks)
@MainActor
struct FileStorageTests {
  @Test func `a file can have its own format`() {
    let files = InMemoryFileStorage()
    let url = URL(filePath: "/count")
    let decode: @Sendable (Data) -> Int = { Int(String(decoding: $0, as: UTF8.self)) ?? 0 }
    let encode: @Sendable (Int) -> Data = { Data("\($0)".utf8) }
    withDependencies {
      $0.defaultFileStorage = files
    } operation: {
      @Shared(.fileStorage(url, decode: decode, encode: encode)) var count = 0
      $count.withLock { $0 = 42 }
    }
    #expect(files.load(url) == Data("42".utf8))
  }

  @Test func `a file is written and read, and its folder is created`() throws {
    let folder = TestFolder()
    let url = URL(filePath: folder.path).appending(path: "plan.json")
    let disk = DiskFileStorage()
    #expect(try disk.load(url) == nil)
    try disk.save(Data("[1]".utf8), to: url)
    try disk.save(Data("[2]".utf8), to: url)
    #expect(try disk.load(url) == Data("[2]".utf8))
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

  @Test func `a file that cannot be decoded causes a load error until a value is saved`() {
    let files = InMemoryFileStorage()
    let url = URL(filePath: "/plan.json")
    files.save(Data("words".utf8), to: url)
    withDependencies {
      $0.defaultFileStorage = files
    } operation: {
      @Shared(.fileStorage(url)) var plan = [9]
      #expect(plan == [9])
      #expect($plan.loadError is DecodingError)
      $plan.withLock { $0 = [1] }
      #expect($plan.loadError == nil)
    }
  }

  @Test(arguments: [#"{"name": "Legs"}"#, "[1, 2", "\u{0}\u{1}"])
  func `a file that cannot be decoded is kept under another name`(contents: String) throws {
    let folder = TestFolder()
    folder.write(contents, to: "plan.json")
    withDependencies {
      $0.defaultFileStorage = .fileSystem
    } operation: {
      @Shared(.fileStorage(URL(filePath: folder.path).appending(path: "plan.json"))) var plan = [9]
      #expect(folder.contents == ["plan.json"])
      $plan.withLock { $0 = [1] }
      $plan.withLock { $0 = [2] }
    }
    #expect(folder.contents.sorted() == ["plan.json", "plan.json.damaged-1"])
    #expect(folder.text(of: "plan.json") == "[2]")
    #expect(folder.text(of: "plan.json.damaged-1") == contents)
  }

  @Test func `a file behind a link is kept beside itself`() throws {
    let folder = TestFolder()
    folder.write("old", to: "real.json")
    folder.write("older", to: "real.json.damaged-1")
    symlink("real.json", "\(folder.path)/plan.json")
    withDependencies {
      $0.defaultFileStorage = .fileSystem
    } operation: {
      @Shared(.fileStorage(URL(filePath: folder.path).appending(path: "plan.json"))) var plan = [9]
      $plan.withLock { $0 = [1] }
    }
    #expect(folder.text(of: "plan.json") == "[1]")
    #expect(folder.text(of: "real.json.damaged-1") == "older")
    #expect(folder.text(of: "real.json.damaged-2") == "old")
  }

  @Test func `a file that was repaired before the first change is not kept`() async throws {
    let folder = TestFolder()
    folder.write("[1", to: "plan.json")
    try await withDependencies {
      $0.defaultFileStorage = .fileSystem
    } operation: {
      @Shared(.fileStorage(URL(filePath: folder.path).appending(path: "plan.json"))) var plan = [9]
      folder.write("[1]", to: "plan.json")
      try await $plan.load()
      $plan.withLock { $0 = [1, 2] }
    }
    #expect(folder.contents == ["plan.json"])
  }

  @Test func `if the damaged file cannot be kept, it is not replaced`() {
    let files = FixedFileStorage()
    withDependencies {
      $0.defaultFileStorage = files
    } operation: {
      @Shared(.fileStorage(URL(filePath: "/plan.json"))) var plan = [9]
      $plan.withLock { $0 = [1] }
      #expect($plan.saveError is FixedFileStorage.CannotKeep)
      #expect(plan == [1])
    }
  }

  @Test func `the issue about a damaged file says where it is kept`() async {
    let files = InMemoryFileStorage()
    files.save(Data("words".utf8), to: URL(filePath: "/plan.json"))
    let issues = await reported {
      withDependencies {
        $0.context = .live
        $0.defaultFileStorage = files
      } operation: {
        @Shared(.fileStorage(URL(filePath: "/plan.json"))) var plan = [9]
        #expect(plan == [9])
      }
    }
    #expect(issues.count == 1)
    #expect(issues.first?.message.contains("'plan.json.damaged-1'") == true)
  }

  @Test func `a file that cannot be read causes a load error`() throws {
    let folder = TestFolder()
    withDependencies {
      $0.defaultFileStorage = .fileSystem
    } operation: {
      @Shared(.fileStorage(URL(filePath: folder.path))) var plan = [9]
      #expect(plan == [9])
      #expect($plan.loadError != nil)
    }
  }

  @Test func `an empty file has no value`() {
    let files = InMemoryFileStorage()
    let url = URL(filePath: "/plan.json")
    files.save(Data(), to: url)
    withDependencies {
      $0.defaultFileStorage = files
    } operation: {
      @Shared(.fileStorage(url)) var plan = [9]
      #expect(plan == [9])
      #expect($plan.loadError == nil)
    }
  }

  @Test func `an unwritable file causes a save error and, outside tests, an issue`() async {
    let changeLine = UInt(#line) + 12
    let issues = await reported {
      withDependencies {
        $0.defaultFileStorage = FullFileStorage()
      } operation: {
        @Shared(.fileStorage(URL(filePath: "/plan.json"))) var plan = [9]
        $plan.withLock { $0 = [1] }
        #expect(plan == [1])
        #expect($plan.saveError is FullFileStorage.DiskIsFull)
        withDependencies {
          $0.context = .live
        } operation: {
          $plan.withLock { $0 = [2] }
        }
      }
    }
    #expect(issues.map(\.line) == [changeLine])
    #expect(
      issues.first?.message.hasSuffix("could not be saved: \(FullFileStorage.DiskIsFull())") == true
    )
    #expect(issues.first?.message.hasPrefix(".fileStorage") == true)
  }

  @Test func `outside tests, an unreadable file is an issue at the property`() async {
    let folder = TestFolder()
    folder.write("{", to: "plan.json")
    let line = UInt(#line) + 5
    let issues = await reported {
      withDependencies {
        $0.context = .live
      } operation: {
        @Shared(.fileStorage(URL(filePath: "\(folder.path)/plan.json"))) var plan = [9]
        #expect(plan == [9])
      }
    }
    #expect(issues.map(\.line) == [line])
    #expect(issues.first?.message.hasPrefix(".fileStorage") == true)
    #expect(issues.first?.message.contains("could not be loaded: ") == true)
  }

  @Test func `all spellings of a path share one value`() throws {
    let folder = TestFolder()
    let real = URL(filePath: folder.path).appending(path: "real")
    let link = URL(filePath: folder.path).appending(path: "link")
    try FileManager.default.createDirectory(at: real, withIntermediateDirectories: true)
    try FileManager.default.createSymbolicLink(at: link, withDestinationURL: real)
    let spellings = [
      "\(folder.path)/real/plan.json", "\(folder.path)/./real//plan.json",
      "\(folder.path)/real/../link/plan.json", "\(folder.path)/link/new/../plan.json",
    ]
    withDependencies {
      $0.defaultFileStorage = .fileSystem
    } operation: {
      let plans = spellings.map { Shared(wrappedValue: 0, .fileStorage(URL(filePath: $0))) }
      for (number, plan) in plans.enumerated() {
        plan.withLock { $0 = number + 1 }
        #expect(plans.map(\.wrappedValue) == plans.map { _ in number + 1 })
      }
    }
  }

  @Test func `all spellings of a path refer to one file in memory`() {
    let files = InMemoryFileStorage()
    files.save(Data("1".utf8), to: URL(filePath: "/gyms/./a//b"))
    #expect(files.load(URL(filePath: "/gyms/a/c/../b")) == Data("1".utf8))
  }

  @Test func `each storage has its own files`() {
    func plan() -> Shared<Int> {
      withDependencies {
        $0.defaultFileStorage = .inMemory
      } operation: {
        Shared(wrappedValue: 0, .fileStorage(URL(filePath: "/plan.json")))
      }
    }
    let (first, second) = (plan(), plan())
    first.withLock { $0 = 1 }
    #expect(second.wrappedValue == 0)
  }
}

private struct FullFileStorage: FileStorage {
  struct DiskIsFull: Error {}
  func load(_ url: URL) -> Data? { nil }
  func save(_ data: Data, to url: URL) throws { throw DiskIsFull() }
}

private struct FixedFileStorage: FileStorage {
  struct CannotKeep: Error {}
  func load(_ url: URL) -> Data? { Data("words".utf8) }
  func save(_ data: Data, to url: URL) { Issue.record("the damaged file was replaced") }
  func keepDamagedFile(at url: URL) throws { throw CannotKeep() }
}
