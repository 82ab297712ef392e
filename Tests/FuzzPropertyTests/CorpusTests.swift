import FuzzProperties
import SystemTestSupport
import Testing

/// The properties of what reads bytes from outside, for all that fuzzers have found worth keeping and for some bytes of
/// no kind at all.
@MainActor
struct CorpusTests {
  nonisolated private static let folder = String(
    #filePath[..<#filePath.firstRange(of: "/FuzzPropertyTests/")!.lowerBound] + "/Corpus")

  @Test(arguments: FuzzTarget.allCases)
  func `what fuzzers have found breaks nothing any more`(target: FuzzTarget) async throws {
    let folder = "\(Self.folder)/\(target.rawValue)"
    let names = folderContents(folder)
    #expect(names.count >= 10, "there is a corpus in \(folder)")
    // What plays an app with each input takes long.
    let isSlow = [.companions, .backup, .session].contains(target)
    let every = TestSize.choose(test: isSlow ? 4 : 1, check: 1)
    for (index, name) in names.enumerated() where index % every == 0 {
      let bytes = try #require(readBytes("\(folder)/\(name)"))
      do throws(Broken) {
        try await target.check(bytes)
      } catch {
        Issue.record("\(target.rawValue)/\(name): \(error)")
      }
    }
  }

  @Test(arguments: FuzzTarget.allCases)
  func `nor do bytes of no kind, nor none`(target: FuzzTarget) async throws {
    for bytes in [
      [], [0], [UInt8](repeating: 0xFF, count: 300), [UInt8](repeating: 0x1B, count: 300),
      Array(0...255), [UInt8](repeating: 0x80, count: 300), Array("\u{1B}[200~".utf8),
    ] {
      try await target.check(bytes)
    }
  }
}
