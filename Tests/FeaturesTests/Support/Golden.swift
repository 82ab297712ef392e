import Glibc
import SystemTestSupport
import Testing

/// Compares a screen with the one a reviewer has seen, in `Tests/FeaturesTests/Goldens`.
///
/// With `LADDER_GOLDEN=write` in the environment the files are written anew instead: look at their difference in git.
func expectGolden(
  _ screen: String, _ name: String, _ location: SourceLocation = #_sourceLocation
) {
  let path = #filePath.replacing("Support/Golden.swift", with: "Goldens/\(name).txt")
  if getenv("LADDER_GOLDEN") != nil {
    writeFile(screen, to: path)
    return
  }
  let golden = readFile(path)
  #expect(screen == golden, "\(name) has changed", sourceLocation: location)
}
