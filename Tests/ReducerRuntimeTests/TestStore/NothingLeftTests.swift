import FoundationEssentials
import ReducerTestSupport
import SystemTestSupport
import Testing

/// Every suite that may make a store answers for what its tests leave behind.
@Suite(.leavesNothing)
struct NothingLeftTests {
  /// The tests of whatever makes stores.
  private static let folders = [
    "ReducerRuntimeTests", "FeaturesTests", "SeedTests", "ScriptingTests",
  ]

  @Test(arguments: folders) func `all suites leave nothing`(folder: String) throws {
    let tests = "/" + #filePath.split(separator: "/").dropLast(3).joined(separator: "/")
    let paths = try FileManager.default.subpathsOfDirectory(atPath: "\(tests)/\(folder)")
      .filter { $0.hasSuffix(".swift") }
    #expect(paths.count > 3)
    for path in paths {
      let lines = try #require(readFile("\(tests)/\(folder)/\(path)")).split(separator: "\n")
      // A nested suite has what the one around it has, so those at the margin count.
      let hasTests = lines.contains { $0.drop { $0 == " " }.hasPrefix("@Test") }
      let extends = lines.contains { $0.hasPrefix("extension") && $0.contains("Tests {") }
      #expect(
        !hasTests || extends || lines.contains { $0.contains(".leavesNothing") },
        "\(path) has no @Suite(.leavesNothing)")
    }
  }
}
