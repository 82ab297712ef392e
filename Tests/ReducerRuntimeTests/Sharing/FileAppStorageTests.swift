import Foundation
import ReducerRuntime
import ReducerTestSupport
import SystemTestSupport
import Testing

@Suite(.checksForLeaks)
struct FileAppStorageTests {
  private let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
  private var url: URL { folder.appending(path: "app-storage.json") }

  @Test func `values are read by the next run of the program`() throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    let values: [String: AppStorageValue] = [
      "bool": .bool(true), "integer": .integer(3), "double": .double(1.5),
      "infinity": .double(.infinity),
      "string": .string("a\n\"b\""), "data": .data(Data([0, 255])),
      "strings": .strings(["a", ""]), "none": .strings([]),
    ]
    let first = FileAppStorage(url)
    for (key, value) in values { first.setValue(value, forKey: key) }
    first.setValue(.bool(true), forKey: "removed")
    first.setValue(nil, forKey: "removed")
    let second = FileAppStorage(url)
    for (key, value) in values { #expect(second.value(forKey: key) == value) }
    #expect(second.value(forKey: "removed") == nil)
    #expect(
      try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted() == [
        "app-storage.json", "app-storage.json.lock",
      ])
  }

  @Test func `a shared value is saved with each change`() {
    defer { try? FileManager.default.removeItem(at: folder) }
    @Shared(.appStorage("reps", store: FileAppStorage(url))) var reps = 1
    $reps.withLock { $0 = 5 }
    @Shared(.appStorage("reps", store: FileAppStorage(url))) var again = 1
    #expect(again == 5)
  }

  @Test func `two processes keep each other's values`() async {
    defer { try? FileManager.default.removeItem(at: folder) }
    let (one, two) = (FileAppStorage(url), FileAppStorage(url))
    one.setValue(.integer(1), forKey: "a")
    two.setValue(.integer(2), forKey: "b")
    one.setValue(.integer(3), forKey: "c")
    #expect(["a", "b", "c"].allSatisfy { FileAppStorage(url).value(forKey: $0) != nil })
    await withTaskGroup { group in
      for process in 1...4 {
        group.addTask { [url] in
          let storage = FileAppStorage(url)
          for number in 1...10 {
            storage.setValue(.integer(number), forKey: "\(process)-\(number)")
          }
        }
      }
    }
    let storage = FileAppStorage(url)
    let count = (1...4).flatMap { process in (1...10).map { "\(process)-\($0)" } }
      .count { storage.value(forKey: $0) != nil }
    #expect(count == 40)
  }

  @Test func `a change by another process reaches the properties with the next read`() {
    defer { try? FileManager.default.removeItem(at: folder) }
    let storage = FileAppStorage(url)
    @Shared(.appStorage("reps", store: storage)) var reps = 1
    FileAppStorage(url).setValue(.integer(7), forKey: "reps")
    storage.setValue(.bool(true), forKey: "other")
    #expect(reps == 7)
  }

  @Test func `values of a newer version are kept`() throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    try write(#"{"list": [1, {"a": null}], "reps": 2}"#)
    let storage = FileAppStorage(url)
    #expect(storage.value(forKey: "list") == nil)
    storage.setValue(.integer(3), forKey: "reps")
    let text = try String(contentsOf: url, encoding: .utf8).filter { !$0.isWhitespace }
    #expect(text == #"{"list":[1,{"a":null}],"reps":3}"#)
  }

  @Test(arguments: ["[1, 2]", "{\"a\": 1", "\u{0}\u{1}", String(repeating: "[", count: 10_000)])
  func `a damaged file is reported once and kept`(contents: String) async throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    try write(contents)
    let storage = FileAppStorage(url)
    let reported = await issues {
      #expect(storage.value(forKey: "reps") == nil)
      #expect(storage.value(forKey: "reps") == nil)
      storage.setValue(.integer(1), forKey: "reps")
    }
    #expect(reported.count == 1)
    #expect(reported.first?.contains(url.path) == true)
    #expect(FileAppStorage(url).value(forKey: "reps") == .integer(1))
    #expect(try String(contentsOfFile: url.path + ".damaged-1", encoding: .utf8) == contents)
  }

  @Test func `a folder in the file's place is reported once, and values last until the end`()
    async throws
  {
    defer { try? FileManager.default.removeItem(at: folder) }
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
    let storage = FileAppStorage(url)
    let reported = await issues {
      storage.setValue(.integer(1), forKey: "reps")
      storage.setValue(.integer(2), forKey: "reps")
      #expect(storage.value(forKey: "reps") == .integer(2))
    }
    #expect(reported.count == 1)
    // Once the folder is gone, the next change saves the earlier ones too.
    try FileManager.default.removeItem(at: url)
    storage.setValue(.integer(3), forKey: "sets")
    #expect(FileAppStorage(url).value(forKey: "reps") == .integer(2))
  }

  @Test func `a link is followed, and its target is replaced`() throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    try write("{}")
    let link = folder.appending(path: "link.json")
    try FileManager.default.createSymbolicLink(at: link, withDestinationURL: url)
    FileAppStorage(link).setValue(.integer(1), forKey: "reps")
    #expect(FileAppStorage(url).value(forKey: "reps") == .integer(1))
  }

  @Test func `a program has its own file in the XDG folder`() async throws {
    await #expect(processExitsWith: .success) {
      setenv("XDG_CONFIG_HOME", "/nowhere", 1)
      let path = FileAppStorage().url.path
      precondition(path.hasPrefix("/nowhere/") && path.hasSuffix("/app-storage.json"))
      setenv("XDG_CONFIG_HOME", "relative", 1)
      setenv("HOME", "/home/ada", 1)
      precondition(FileAppStorage().url.path.hasPrefix("/home/ada/.config/"))
    }
  }

  @Test func `tests keep settings in memory, also in the live context`() {
    for context in [DependencyContext.live, .preview, .test] {
      withDependencies {
        $0.context = context
      } operation: {
        @Dependency(\.defaultAppStorage) var storage
        #expect(storage is InMemoryAppStorage)
      }
    }
  }

  private func write(_ text: String) throws {
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    try Data(text.utf8).write(to: url)
  }
}
