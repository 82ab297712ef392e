import Glibc
import ReducerTestSupport
import SystemTestSupport
import TerminalUI
import Testing

@testable import ClientsLive
@testable import Scripting

/// Tests that play every script under `Tests/Scripts`, and compare its pictures with reviewed pictures.
///
/// With `LADDER_GOLDEN=write` in the environment (`make golden`) the pictures are written instead, in all variants.
@Suite(.checksForLeaks)
@MainActor
struct ScriptFileTests {
  /// Checks the expectations of a script, and its pictures and final database against goldens.
  @Test(arguments: ScriptFolder.journeys.scripts)
  func `a journey follows its script`(name: String) async throws {
    let script = try Script(contentsOf: ScriptFolder.journeys.path(of: name))
    var pictures = Pictures()
    let played = try VirtualStage(script)
    played.stage.checkFrames()
    try await played.play { pictures.add($0, $1, "") }
    let start = script.setup.clock
    pictures.add(try await played.world.database.run { try $0.kept(since: start) }, to: "kept.txt")
    pictures.compare(in: "\(ScriptFolder.journeys.goldens)/\(name)")
  }

  /// Each screen at the usual and at the smallest size, with and without colors, in Unicode and in ASCII. The smallest
  /// test run has only the two variants that differ in all of these.
  @Test(arguments: ScriptFolder.screens.scripts)
  func `a screen matches its golden at both sizes, with and without colors`(
    name: String
  ) async throws {
    let all = Variant.all(at: [Size(80, 24), Size(40, 12)])
    try await compare(name, in: .screens, all, TestSize.choose(test: [all[0], all[3]], check: all))
  }

  /// Each screen of a live race, whose layout depends on the number of racers, at two more sizes, and once in ASCII.
  @Test(arguments: ScriptFolder.races.scripts)
  func `a live race matches its goldens at four sizes`(name: String) async throws {
    let sizes = [Size(80, 24), Size(60, 16), Size(100, 30), Size(40, 12)]
    let all =
      sizes.map { Variant(size: $0, isPlain: false) } + [Variant(size: sizes[3], isPlain: true)]
    try await compare(name, in: .races, all, TestSize.choose(test: [all[0], all[4]], check: all))
  }

  private func compare(
    _ name: String, in folder: ScriptFolder, _ all: [Variant], _ variants: [Variant]
  ) async throws {
    let script = try Script(contentsOf: folder.path(of: name))
    var pictures = Pictures()
    for variant in variants {
      let played = try VirtualStage(variant.applied(to: script, named: name))
      played.stage.checkFrames()
      try await played.play { pictures.add($0, $1, variant.title) }
    }
    pictures.compare(in: "\(folder.goldens)/\(name)", isWhole: variants == all)
  }

  @Test(arguments: [ScriptFolder.journeys, .screens, .races])
  func `every golden belongs to a script`(folder: ScriptFolder) {
    #expect(folderContents(folder.goldens) == folder.scripts.sorted())
  }
}

@Suite(.checksForLeaks)
@MainActor
struct ReadmePicturesTests {
  private let docs = "\(ScriptFolder.root)/../../docs"

  private func compare(_ picture: String?, with file: String) {
    let isCurrent = picture == readFile("\(docs)/pictures/\(file)")
    #expect(isCurrent, "\(file) has changed; 'make shots' updates it")
  }

  /// Tests that the pictures of `make shots` are up to date.
  @Test func `the README's pictures match the program`() async throws {
    let script = try Script(contentsOf: "\(docs)/pictures.ladder")
    var names: [String] = []
    try await VirtualStage(script).play { shot, frame in
      names.append(shot.fileName)
      compare(shot.contents(of: frame), with: shot.fileName)
    }
    names.append("tour.svg")
    compare(try await tour.text, with: "tour.svg")
    #expect(folderContents("\(docs)/pictures") == names.sorted())
    let readme = readFile("\(docs)/../README.md") ?? ""
    for name in names { #expect(readme.contains("docs/pictures/\(name)")) }
  }

  @Test func `the animated picture is small and has no scripts or links`() async throws {
    let text = try #require(try await tour.text)
    #expect(text.utf8.count < 400_000)
    for word in ["<script", "<image", "href", "url(", "@import"] { #expect(!text.contains(word)) }
    let seconds = try #require(text.firstMatch(of: /animation:([\d.]+)s/)?.1)
    #expect(Double(seconds).map { 15...22 ~= $0 } == true)
  }

  /// The recording of the demo "tour".
  private var tour: any Recording {
    get async throws {
      let played = try VirtualStage(try Demo.all[0].script())
      let recorder = VirtualRecorder(played, into: AnimatedPicture())
      try await played.play()
      return recorder.finish()
    }
  }

  @Test func `the README has at most 90 lines`() {
    let readme = readFile("\(ScriptFolder.root)/../../README.md") ?? ""
    #expect(
      (1...90).contains(readme.split(separator: "\n", omittingEmptySubsequences: false).count))
  }
}

/// A folder of scripts, and a folder of their pictures.
struct ScriptFolder {
  let name: String

  static let journeys = ScriptFolder(name: "Journeys")
  static let screens = ScriptFolder(name: "Screens")
  static let races = ScriptFolder(name: "Races")

  static let root =
    String(#filePath.prefix(through: #filePath.lastIndex(of: "/")!)) + "../Scripts"

  var goldens: String { "\(Self.root)/Goldens/\(name)" }

  /// The names of the scripts, without their extension.
  var scripts: [String] {
    folderContents("\(Self.root)/\(name)").filter { $0.hasSuffix(".ladder") }
      .map { String($0.dropLast(".ladder".count)) }
  }

  func path(of script: String) -> String { "\(Self.root)/\(name)/\(script).ladder" }
}

/// A variant of a screen: its size, colors and characters.
private struct Variant: Equatable {
  var size: Size
  /// Whether the variant has no colors and only ASCII.
  var isPlain: Bool

  /// Returns the variants with and without colors at each size.
  static func all(at sizes: [Size]) -> [Variant] {
    sizes.flatMap { size in [false, true].map { Variant(size: size, isPlain: $0) } }
  }

  var title: String {
    "\(Pictures.titleMark)\(size.width)x\(size.height), \(isPlain ? "ASCII" : "colors")\n"
  }

  func applied(to script: Script, named name: String) -> Script {
    var script = script
    script.setup.size = size
    if isPlain {
      script.setup.locale = "C"
      script.setup.settings.append(
        Script.Setting(line: .init(0, in: name), key: "color", value: "off"))
    }
    return script
  }
}

/// The pictures of one script, by file name.
private struct Pictures {
  /// The prefix of the line above each variant of a picture.
  static let titleMark = "=== "

  private var files: [String: String] = [:]

  mutating func add(_ shot: Shot, _ frame: Buffer, _ title: String) {
    add(title + shot.contents(of: frame), to: shot.fileName)
  }

  mutating func add(_ text: String, to file: String) { files[file, default: ""] += text }

  /// Compares each picture with its golden in `folder`.
  ///
  /// - Parameter isWhole: Whether all variants are present; otherwise each one is compared with the same variant of
  ///   the golden.
  func compare(in folder: String, isWhole: Bool = true) {
    let names = files.keys.sorted()
    if getenv("LADDER_GOLDEN").map({ String(cString: $0) }) == "write" {
      precondition(isWhole, "LADDER_GOLDEN=write needs LADDER_TESTS=check: use 'make golden'")
      makeFolders(folder)
      for name in names { writeFile(files[name] ?? "", to: "\(folder)/\(name)") }
      for name in folderContents(folder) where files[name] == nil { unlink("\(folder)/\(name)") }
      return
    }
    #expect(folderContents(folder) == names, "\(folder) and the script have different pictures")
    for name in names {
      let (picture, golden) = (files[name] ?? "", readFile("\(folder)/\(name)") ?? "")
      let isSame =
        isWhole
        ? picture == golden
        : Set(Self.variants(of: picture)).isSubset(of: Self.variants(of: golden))
      #expect(
        isSame,
        "\(folder)/\(name) has changed; 'make golden' shows how.\(firstDifference(golden, picture))"
      )
    }
  }

  /// Returns a description of the first line of `picture` that differs from its golden.
  private func firstDifference(_ golden: String, _ picture: String) -> String {
    let goldens = Self.variants(of: golden).map { $0.split(separator: "\n") }
    for variant in Self.variants(of: picture).map({ $0.split(separator: "\n") }) {
      let known = goldens.first { $0.first == variant.first } ?? goldens.first ?? []
      for line in 0..<max(known.count, variant.count) {
        let (was, now) = (known.dropFirst(line).first, variant.dropFirst(line).first)
        if was != now { return "\nIt was: \(was ?? "no line")\nnow it is: \(now ?? "no line")" }
      }
    }
    return ""
  }

  /// Returns the variants in a picture, each from its title to the next one.
  private static func variants(of picture: String) -> [String] {
    var variants: [String] = []
    for line in picture.split(separator: "\n", omittingEmptySubsequences: false) {
      if line.hasPrefix(titleMark) || variants.isEmpty {
        variants.append(String(line))
      } else {
        variants[variants.count - 1] += "\n" + line
      }
    }
    // The last newline belongs to the file, not to the last variant.
    return variants.map { $0.hasSuffix("\n") ? String($0.dropLast()) : $0 }
  }
}
