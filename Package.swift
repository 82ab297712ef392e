// swift-tools-version: 6.2
import CompilerPluginSupport
import Foundation
import PackageDescription

/// The folder of the toolchain's own SwiftSyntax, which macros use instead of a package.
///
/// The manifest runs inside the toolchain that builds the package, so the folder is found from the path of a
/// library that the manifest itself is linked with.
let toolchainSyntax: String = {
  let marker = "libPackageDescription.so"
  // Not `String(contentsOfFile:)`: for a file whose reported size is 0 it reads one page, and the line may come later.
  let bytes = try? FileHandle(forReadingAtPath: "/proc/self/maps")?.readToEnd()
  let maps = String(decoding: bytes ?? Data(), as: UTF8.self)
  guard
    let line = maps.split(separator: "\n").first(where: { $0.hasSuffix(marker) }),
    let slash = line.firstIndex(of: "/")
  else { fatalError("Ladder's manifest cannot find the Swift toolchain it runs in") }
  return URL(fileURLWithPath: String(line[slash...]))
    .deletingLastPathComponent()  // ManifestAPI
    .deletingLastPathComponent()  // pm
    .deletingLastPathComponent()  // swift
    .appendingPathComponent("host").path
}()

/// Whether to build with the unsafe flags that make Ladder and its tests faster. `Makefile` and the scripts turn them on;
/// without them, a package that uses the libraries builds the libraries with its own flags only.
let isTuned = Context.environment["LADDER_TUNED"] != nil

/// Returns unsafe flags of Ladder's own builds.
func tuned(_ configuration: BuildConfiguration, _ flags: String...) -> [SwiftSetting] {
  isTuned ? [.unsafeFlags(flags, .when(configuration: configuration))] : []
}

/// Places each function of a release build in a section of its own, so that the linker can order functions one by one
/// (`leanLinking`).
let functionSections = tuned(.release, "-Xfrontend", "-function-sections")

/// Makes a release build refer to concrete types by their accessors instead of by mangled names, which the Swift
/// runtime would parse and look up before the first frame. Saves 2 MB of memory and 1.5 ms of startup time.
let typesByCalls = tuned(
  .release, "-Xfrontend", "-disable-concrete-type-metadata-mangled-name-accessors")

/// Omits two checks from a release build's ticks: that accesses to a variable do not overlap, and that closures run on
/// their actor. The tests, which are debug builds, make both. They took 11 % of a tick's instructions.
let withoutDynamicChecks = tuned(
  .release, "-enforce-exclusivity=unchecked", "-Xfrontend", "-disable-dynamic-actor-isolation")

/// Disables optimization in a release build for the commands, the script player and the clients' SQL: ticks do not
/// use them, and optimizing them took almost a fifth of the build's processor time.
let unoptimized: SwiftSetting = .unsafeFlags(["-Onone"], .when(configuration: .release))

/// Enables optimization in a debug build, for the modules that the tests use most: they draw several hundred thousand
/// frames. Takes a third of the tests' processor time off.
let optimizedInTests = tuned(.debug, "-O")

/// Rejects an expression whose types the compiler would search for long: one expression took 40 seconds of each build.
/// The limit counts attempts, so it does not depend on the machine.
let boundedTypeChecks: [SwiftSetting] =
  isTuned ? [.unsafeFlags(["-Xfrontend", "-solver-scope-threshold=50000"])] : []

let swiftSettings: [SwiftSetting] = [
  .treatAllWarnings(as: .error),
  .enableUpcomingFeature("ExistentialAny"),
]

/// The modules of the runtime, which are compiled without `typesByCalls`: it would crash the compiler on the `Atomic` of
/// `ReducerRuntime`.
let runtime: Set = [
  "ReducerRuntime", "ReducerObservation", "ReducerTestSupport",
]

/// The linker settings of the release binary. `docs/PERFORMANCE.md` has the measurements of each flag.
let leanLinking: [LinkerSetting] = {
  let folder = Context.packageDirectory + "/scripts/link"
  var flags = [
    // Functions called by ticks and at startup come first: saves 16 % of a tick's CPU time and 10 MB of memory. Only lld
    // can do that.
    "-use-ld=lld", "-Xlinker", "--symbol-ordering-file=" + folder + "/order.txt",
    "-Xlinker", "--no-warn-symbol-ordering",
    // Functions that the list cannot name are next to each other.
    "-Xlinker", "--script=" + folder + "/unnamed.ld",
    // The table of pointers to library functions is read-only after the start.
    "-Xlinker", "-z", "-Xlinker", "now",
    // Makes loading at a random address cheap: the relocations take 12 KB instead of 1.4 MB. Needs glibc 2.36.
    "-Xlinker", "-z", "-Xlinker", "pack-relative-relocs",
    // No table of exported symbols: saves 1 MB.
    "-Xlinker", "--no-export-dynamic",
  ]
  // Links the C++ library statically if its archive is installed: saves 1.1 MB, because the Swift runtime uses little
  // of it. `libstdc++.so` in `scripts/link` redirects the linker to the archive.
  let compilers = "/usr/lib/gcc"
  let files = FileManager.default.enumerator(atPath: compilers)
  if files?.contains(where: { ($0 as? String)?.hasSuffix("/libstdc++.a") == true }) == true {
    flags.append("-L" + folder)
  }
  return [.unsafeFlags(flags, .when(platforms: [.linux], configuration: .release))]
}()

/// Checks of the stack and of buffers in a release build's C code. Ticks run too little C code to become slower.
let hardenedCode: [CSetting] =
  isTuned
  ? [
    .unsafeFlags(
      ["-fstack-protector-strong", "-fstack-clash-protection"], .when(configuration: .release)),
    .define("_FORTIFY_SOURCE", to: "2", .when(configuration: .release)),
  ] : []

let cSettings: [CSetting] =
  [
    .enableWarning("all"),
    .enableWarning("extra"),
    .treatAllWarnings(as: .error),
  ] + hardenedCode

/// Tells `Build` the commit of the sources (`scripts/commit.sh`). Only `CBuild` has it, because a new commit compiles
/// each module again that uses the one with the setting.
let commitSettings: [CSetting] =
  Context.environment["LADDER_COMMIT"].map { [.define("LADDER_COMMIT", to: $0)] } ?? []

// Other packages build the macros too, so without `isTuned` the macro targets have no unsafe flags but these.
let syntaxSwiftSettings =
  swiftSettings + [.unsafeFlags(["-I", toolchainSyntax])] + tuned(.release, "-Onone")
let syntaxLinkerSettings: [LinkerSetting] = [
  .unsafeFlags(["-L", toolchainSyntax, "-Xlinker", "-rpath", "-Xlinker", toolchainSyntax]),
  .linkedLibrary("SwiftSyntaxMacroExpansion"),
  .linkedLibrary("SwiftSyntaxMacros"),
  .linkedLibrary("SwiftSyntaxBuilder"),
  .linkedLibrary("SwiftSyntax"),
  .linkedLibrary("SwiftParser"),
  .linkedLibrary("SwiftDiagnostics"),
  .linkedLibrary("SwiftBasicFormat"),
  .linkedLibrary("SwiftOperators"),
  .linkedLibrary("SwiftIfConfig"),
]

/// Whether to build fuzzers, and to measure the coverage of tested code. A plain build omits them, because libFuzzer's
/// library has its own `main`.
let isFuzzing = Context.environment["LADDER_FUZZ"] != nil

/// Makes the code report to the fuzzer which branches an input takes.
let watchedByFuzzer: [SwiftSetting] = isFuzzing ? [.unsafeFlags(["-sanitize=fuzzer"])] : []

// A target lists every module that it imports: SwiftPM lets it import indirect dependencies, but does not rebuild it
// when they change.
func swiftTarget(
  _ name: String, _ dependencies: [Target.Dependency], _ settings: [SwiftSetting] = []
) -> Target {
  .target(
    name: name, dependencies: dependencies,
    swiftSettings: swiftSettings + boundedTypeChecks + settings + functionSections
      + (runtime.contains(name) ? [] : typesByCalls + watchedByFuzzer))
}

/// The modules of features, from the top down.
let features: [Target.Dependency] = [
  "AppFeatures", "CatalogueFeatures", "TimerFeatures", "HistoryFeatures", "SharedFeatures",
]

/// Returns a module of features. Each is compiled as a whole, so there are several: a changed line compiles only its own.
func featureTarget(_ name: String, _ others: [Target.Dependency]) -> Target {
  swiftTarget(
    name, others + ["Clients", "Models", "ReducerRuntime", "TerminalUI"], withoutDynamicChecks)
}

func swiftTests(
  _ name: String, _ dependencies: [Target.Dependency], exclude: [String] = []
) -> Target {
  .testTarget(
    name: name, dependencies: dependencies, exclude: exclude, swiftSettings: swiftSettings)
}

let package = Package(
  name: "ladder",
  products: [
    .executable(name: "ladder", targets: ["ladder"]),
    .executable(name: "ladder-server", targets: ["ladder-server"]),
    .executable(name: "ladder-bench", targets: ["ladder-bench"]),
    .library(name: "ReducerRuntime", targets: ["ReducerRuntime"]),
    .library(name: "ReducerObservation", targets: ["ReducerObservation"]),
    .library(name: "ReducerTestSupport", targets: ["ReducerTestSupport"]),
    .library(name: "TerminalUI", targets: ["TerminalUI"]),
    .library(name: "TerminalHost", targets: ["TerminalHost"]),
  ],
  targets: [
    // Embedded resources, and C libraries.
    .target(name: "Resources", path: "Resources", cSettings: cSettings),
    .target(
      name: "CNcurses", cSettings: cSettings,
      linkerSettings: [.linkedLibrary("ncursesw"), .linkedLibrary("tinfo")]),
    .target(name: "CSystem", cSettings: cSettings),
    .target(name: "CBuild", cSettings: cSettings + commitSettings),
    .systemLibrary(name: "CSQLite", pkgConfig: "sqlite3", providers: [.apt(["libsqlite3-dev"])]),
    .systemLibrary(name: "CPCRE2", pkgConfig: "libpcre2-8", providers: [.apt(["libpcre2-dev"])]),

    // The reducer runtime.
    .target(
      name: "ReducerMacroExpansion", swiftSettings: syntaxSwiftSettings,
      linkerSettings: syntaxLinkerSettings),
    .macro(
      name: "ReducerMacros", dependencies: ["ReducerMacroExpansion"],
      swiftSettings: syntaxSwiftSettings,
      linkerSettings: syntaxLinkerSettings + [.linkedLibrary("SwiftCompilerPluginMessageHandling")]),
    swiftTarget("ReducerRuntime", ["ReducerMacros"], optimizedInTests + withoutDynamicChecks),
    swiftTarget("ReducerObservation", ["ReducerRuntime"]),
    swiftTarget("ReducerTestSupport", ["ReducerRuntime"]),

    // The terminal.
    swiftTarget("TerminalUI", ["ReducerRuntime"], optimizedInTests + withoutDynamicChecks),
    swiftTarget(
      "TerminalHost", ["TerminalUI", "ReducerRuntime", "CNcurses", "CSystem"], withoutDynamicChecks),

    // Files and databases.
    swiftTarget("Files", []),
    swiftTarget("SQLite", ["Files", "CSQLite", "CSystem"]),

    // Modules that the app and the server share.
    swiftTarget("Models", ["Resources", "CSystem"], optimizedInTests),
    swiftTarget("CommandLineInterface", ["Models", "Files", "CBuild", "CSystem"], [unoptimized]),

    // The network. Its C module opens libcurl at run time, because most people don't need libcurl.
    .target(name: "CCurl", dependencies: ["CLibrary"], cSettings: cSettings),
    swiftTarget("HTTPClient", ["CCurl"]),

    // The server. Its C modules open their libraries at run time, because not every server needs all of them.
    .target(name: "CLibrary", cSettings: cSettings),
    .target(name: "CHTTPServer", dependencies: ["CLibrary"], cSettings: cSettings),
    .target(name: "CSodium", dependencies: ["CLibrary"], cSettings: cSettings),
    .target(name: "CPostgres", dependencies: ["CLibrary"], cSettings: cSettings),
    .target(name: "CQREncode", dependencies: ["CLibrary"], cSettings: cSettings),
    swiftTarget("Sodium", ["CSodium"]),
    swiftTarget("PostgreSQL", ["CPostgres"]),
    swiftTarget("ServerAPI", ["Models"]),
    swiftTarget(
      "Server",
      [
        "ServerAPI", "Models", "Resources", "SQLite", "PostgreSQL", "Files", "Sodium",
        "CHTTPServer", "CQREncode",
      ]),
    swiftTarget(
      "ServerCommands",
      [
        "CommandLineInterface", "Server", "ServerAPI", "Models", "Files", "Sodium", "CSystem",
      ],
      [unoptimized]),
    .executableTarget(
      name: "ladder-server", dependencies: ["ServerCommands", "CommandLineInterface"],
      swiftSettings: swiftSettings + functionSections + typesByCalls + [unoptimized],
      linkerSettings: leanLinking),

    // The app.
    swiftTarget("Clients", ["Models", "ReducerRuntime"]),
    swiftTarget(
      "ClientsLive",
      [
        "Clients", "Models", "ReducerRuntime", "Resources", "ServerAPI", "Sodium", "SQLite",
        "Files", "CSystem", "HTTPClient",
      ],
      [unoptimized]),
    featureTarget("SharedFeatures", []),
    featureTarget("HistoryFeatures", ["SharedFeatures"]),
    featureTarget("TimerFeatures", ["HistoryFeatures", "SharedFeatures"]),
    featureTarget("CatalogueFeatures", ["TimerFeatures", "HistoryFeatures", "SharedFeatures"]),
    featureTarget(
      "AppFeatures", ["CatalogueFeatures", "TimerFeatures", "HistoryFeatures", "SharedFeatures"]),
    swiftTarget(
      "Scripting",
      features + [
        "ClientsLive", "Clients", "Models", "ReducerRuntime", "TerminalUI", "Resources",
        "SQLite", "Files", "CPCRE2",
      ],
      [unoptimized]),
    swiftTarget(
      "LadderCommands",
      features + [
        "CommandLineInterface", "Scripting", "ClientsLive", "Clients", "Models",
        "ServerAPI", "HTTPClient", "TerminalHost", "TerminalUI", "ReducerRuntime", "SQLite",
        "Files",
      ],
      [unoptimized]),
    .executableTarget(
      name: "ladder", dependencies: ["LadderCommands", "CommandLineInterface"],
      swiftSettings: swiftSettings + functionSections + typesByCalls + [unoptimized],
      linkerSettings: leanLinking),

    // Programs and libraries for tests and measurements only.
    .target(
      name: "CTestSupport", dependencies: ["CSQLite", "CSystem"], path: "Tests/CTestSupport",
      cSettings: cSettings),
    // The event loop replaces the main executor once per process, so its tests need a separate process.
    .executableTarget(
      name: "terminal-probe", dependencies: ["TerminalHost", "TerminalUI", "HTTPClient"],
      path: "Tests/terminal-probe", swiftSettings: swiftSettings),
    .target(
      name: "WorkoutSeeding",
      dependencies: ["Scripting", "ClientsLive", "Clients", "Models", "SQLite"],
      path: "Tests/WorkoutSeeding", swiftSettings: swiftSettings),
    .target(
      name: "Benchmarks",
      dependencies: features + [
        "WorkoutSeeding", "Scripting", "ClientsLive", "Clients", "Models", "TerminalUI",
        "ReducerRuntime", "ReducerTestSupport", "SQLite", "CSystem", "CTestSupport",
      ],
      path: "Tests/Benchmarks",
      // The program that Ladder is compared with, and the script that measures both.
      exclude: ["Yardstick"],
      swiftSettings: swiftSettings),
    .executableTarget(
      name: "ladder-bench", dependencies: ["Benchmarks"], path: "Tests/ladder-bench",
      swiftSettings: swiftSettings),

    // Tests are named after the modules that they test; `FeaturesTests` tests all modules of features.
    .target(
      name: "SystemTestSupport",
      dependencies: ["CTestSupport", "CSystem", "TerminalUI", "PostgreSQL"],
      path: "Tests/SystemTestSupport",
      swiftSettings: swiftSettings),
    .target(
      name: "FuzzProperties",
      dependencies: features + [
        "Scripting", "ClientsLive", "Clients", "Models", "TerminalUI", "SQLite",
        "CSQLite", "SystemTestSupport",
      ],
      path: "Tests/FuzzProperties", swiftSettings: swiftSettings + watchedByFuzzer),
    swiftTests("FuzzPropertyTests", ["FuzzProperties", "SystemTestSupport"]),
    .testTarget(
      name: "ReducerMacroExpansionTests", dependencies: ["ReducerMacroExpansion"],
      swiftSettings: syntaxSwiftSettings, linkerSettings: syntaxLinkerSettings),
    swiftTests(
      "ReducerRuntimeTests",
      ["ReducerRuntime", "ReducerObservation", "ReducerTestSupport", "SystemTestSupport"]),
    swiftTests(
      "SeedTests", ["ReducerRuntime", "ReducerTestSupport", "SystemTestSupport"],
      exclude: ["README.md"]),
    swiftTests("CNcursesTests", ["CNcurses", "SystemTestSupport"]),
    swiftTests("TerminalUITests", ["TerminalUI", "ReducerRuntime"]),
    swiftTests(
      "TerminalHostTests",
      [
        "TerminalHost", "TerminalUI", "HTTPClient", "CSystem", "CTestSupport", "SystemTestSupport",
      ]),
    swiftTests("ModelsTests", ["Models", "SystemTestSupport"]),
    swiftTests("SQLiteTests", ["SQLite", "Files", "CSQLite", "CTestSupport", "SystemTestSupport"]),
    swiftTests("PostgreSQLTests", ["PostgreSQL", "SystemTestSupport"]),
    swiftTests("SodiumTests", ["Sodium"]),
    swiftTests("HTTPClientTests", ["HTTPClient", "CCurl", "SystemTestSupport"]),
    swiftTests(
      "ServerTests",
      [
        "Server", "ServerAPI", "Models", "SQLite", "PostgreSQL", "SystemTestSupport",
      ],
      exclude: ["Description/check_openapi.py", "Description/validate_openapi.py"]),
    swiftTests(
      "ClientsLiveTests",
      features + [
        "ClientsLive", "Clients", "Models", "ReducerRuntime", "ReducerTestSupport",
        "ServerAPI", "Sodium", "SQLite", "Files", "CSQLite", "CTestSupport", "SystemTestSupport",
        "TerminalUI", "WorkoutSeeding", "HTTPClient", "Server",
      ],
      exclude: ["Export/check_export.py"]),
    swiftTests(
      "FeaturesTests",
      features + [
        "Clients", "Models", "ReducerRuntime", "ReducerTestSupport", "Scripting",
        "TerminalUI", "SystemTestSupport",
      ]),
    swiftTests(
      "ScriptingTests",
      features + [
        "Scripting", "ClientsLive", "Models", "ReducerRuntime", "ReducerTestSupport",
        "SQLite", "TerminalUI", "SystemTestSupport",
      ]),
    swiftTests(
      "LadderTests",
      features + [
        "LadderCommands", "ServerCommands", "CommandLineInterface", "Benchmarks", "Scripting",
        "ClientsLive", "Clients", "Models", "SQLite", "PostgreSQL", "HTTPClient",
        "Sodium", "ReducerRuntime", "CSQLite", "CSystem", "CTestSupport", "SystemTestSupport",
      ]),
  ],
  swiftLanguageModes: [.v6]
)

if isFuzzing {
  package.targets.append(
    .executableTarget(
      name: "ladder-fuzz", dependencies: ["FuzzProperties"], path: "Tests/ladder-fuzz",
      swiftSettings: swiftSettings,
      // The linker gold fails on the debug information.
      linkerSettings: [.unsafeFlags(["-sanitize=fuzzer", "-use-ld=lld"])]))
}
