// swift-tools-version: 6.2
import PackageDescription

/// A separate package, which uses Ladder's libraries in the same way as any other package would.
let runtime: Target.Dependency = .product(name: "ReducerRuntime", package: "ladder")
let testSupport: Target.Dependency = .product(name: "ReducerTestSupport", package: "ladder")
let terminal: [Target.Dependency] = [
  .product(name: "TerminalUI", package: "ladder"),
  .product(name: "TerminalHost", package: "ladder"),
]

func program(_ name: String) -> Target {
  .executableTarget(name: name, dependencies: [runtime] + terminal)
}

func tests(_ name: String, of program: Target.Dependency, _ mode: SwiftLanguageMode = .v6)
  -> Target
{
  .testTarget(
    name: name,
    dependencies: [program, runtime, testSupport, .product(name: "TerminalUI", package: "ladder")],
    swiftSettings: [.swiftLanguageMode(mode)])
}

let package = Package(
  name: "examples",
  dependencies: [.package(name: "ladder", path: "..")],
  targets: [
    program("controls"),
    program("counter"),
    program("cookbook"),
    program("life"),
    program("todos"),
    tests("ControlsTests", of: "controls"),
    tests("CounterTests", of: "counter"),
    tests("CookbookTests", of: "cookbook"),
    tests("LifeTests", of: "life"),
    tests("TodosTests", of: "todos"),
    // The same runtime, from code that is not yet in the Swift 6 language mode.
    tests("SwiftFiveTests", of: "counter", .v5),
  ]
)
