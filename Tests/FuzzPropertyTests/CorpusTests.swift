import FuzzProperties
import SystemTestSupport
import Testing

/// Tests of the properties of all parsers of untrusted bytes, with the inputs that fuzzers found and with degenerate
/// inputs.
@MainActor
struct CorpusTests {
  nonisolated private static let folder = String(
    #filePath[..<#filePath.firstRange(of: "/FuzzPropertyTests/")!.lowerBound] + "/Corpus")

  @Test(arguments: FuzzTarget.allCases)
  func `inputs that fuzzers found violate no property`(target: FuzzTarget) async throws {
    let folder = "\(Self.folder)/\(target.rawValue)"
    let names = folderContents(folder)
    #expect(names.count >= 10, "\(folder) has too few inputs")
    // These targets run the whole app for each input, so only every fourth input is tried.
    let isSlow = [.companions, .backup, .session].contains(target)
    let step = TestSize.choose(test: isSlow ? 4 : 1, check: 1)
    for (index, name) in names.enumerated() where index % step == 0 {
      let bytes = try #require(readBytes("\(folder)/\(name)"))
      do throws(PropertyViolation) {
        try await target.check(bytes)
      } catch {
        Issue.record("\(target.rawValue)/\(name): \(error)")
      }
    }
  }

  @Test(arguments: FuzzTarget.allCases)
  func `empty, repeated and incomplete inputs violate no property`(
    target: FuzzTarget
  ) async throws {
    for bytes in [
      [], [0], [UInt8](repeating: 0xFF, count: 300), [UInt8](repeating: 0x1B, count: 300),
      Array(0...255), [UInt8](repeating: 0x80, count: 300), Array("\u{1B}[200~".utf8),
    ] {
      try await target.check(bytes)
    }
  }
}
