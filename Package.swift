// swift-tools-version: 6.2

import PackageDescription

let features: [SwiftSetting] = [
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("MemberImportVisibility"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
  .enableUpcomingFeature("InferIsolatedConformances"),
]

/// `.ci/run` makes warnings errors. An app that depends on this package by path may use a newer
/// compiler, which warns about more.
let warningsAreErrors = Context.environment["PARITY_WARNINGS_AS_ERRORS"] != nil
let settings = features + (warningsAreErrors ? [.treatAllWarnings(as: .error)] : [])

/// In debug builds of a clone, the targets with these settings are optimized: that shortens the first
/// `swift run parity check` as a whole, and `swift test`. The others take longer to optimize than they
/// save there. As a whole module, a target takes about as long as without optimization, if it is
/// small; SwiftPM's index needs more than one thread for that.
///
/// An app that depends on this package by URL has it in a folder of SwiftPM's `checkouts`. There,
/// nothing is optimized, so that the app builds fast.
let isCheckout = Context.packageDirectory.split(separator: "/").dropLast().last == "checkouts"
/// For a debugger, build with `PARITY_UNOPTIMIZED=1`.
let isOptimized = !isCheckout && Context.environment["PARITY_UNOPTIMIZED"] == nil
let wholeModule = [
  "-O", "-whole-module-optimization", "-num-threads", "2", "-disable-batch-mode",
]
let optimized =
  isOptimized
  ? settings + [.unsafeFlags(wholeModule, .when(configuration: .debug))] : settings

let argumentParser = Target.Dependency.product(
  name: "ArgumentParser",
  package: "swift-argument-parser",
  condition: .when(traits: ["CommandLine"])
)
let subprocess = Target.Dependency.product(
  name: "Subprocess",
  package: "swift-subprocess",
  condition: .when(traits: ["CommandLine"])
)
let grdb = Target.Dependency.product(
  name: "GRDB",
  package: "GRDB.swift",
  condition: .when(traits: ["CommandLine", "SQLite"])
)
let system = Target.Dependency.product(name: "SystemPackage", package: "swift-system")

let package = Package(
  name: "parity",
  platforms: [.macOS(.v15), .iOS(.v18)],
  products: [
    .executable(name: "parity", targets: ["parity"]),
    .library(name: "CanonicalJSON", targets: ["CanonicalJSON"]),
    .library(name: "ConformanceTesting", targets: ["ConformanceTesting"]),
    .library(name: "ClawdbotProtocol", targets: ["ClawdbotProtocol"]),
    .library(name: "SessionDetail", targets: ["SessionDetail"]),
    .library(name: "EventStream", targets: ["EventStream"]),
    .library(name: "EventStreamClient", targets: ["EventStreamClient"]),
    .library(name: "ChatHistory", targets: ["ChatHistory"]),
    .library(name: "ChatHistorySQLite", targets: ["ChatHistorySQLite"]),
    .library(name: "AgentDirectory", targets: ["AgentDirectory"]),
  ],
  // `CommandLine` includes all of `SQLite`, because the cases of `chat-history` run on the file too,
  // but doesn't enable it. SwiftPM 6.3 passes the names of enabled traits to the compiler in random
  // order (swift-package-manager#10525, fixed in 6.4). If two are enabled, adding a file compiles
  // everything again in one of two builds.
  traits: [
    .trait(
      name: "CommandLine",
      description: "The programs, with ArgumentParser and Subprocess, and all of SQLite."
    ),
    .trait(name: "SQLite", description: "The library ChatHistorySQLite, with GRDB."),
    .default(enabledTraits: ["CommandLine"]),
  ],
  dependencies: [
    .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.0"),
    .package(url: "https://github.com/apple/swift-system", from: "1.8.0"),
    .package(url: "https://github.com/groue/GRDB.swift", from: "7.10.0"),
    .package(url: "https://github.com/swiftlang/swift-subprocess", from: "1.0.2", traits: []),
  ],
  targets: [
    .target(name: "CanonicalJSON", swiftSettings: optimized),
    .target(name: "RFC3339", swiftSettings: optimized),
    .target(
      name: "ClawdbotProtocol",
      dependencies: ["CanonicalJSON", "RFC3339"],
      swiftSettings: settings
    ),
    .systemLibrary(name: "COpenSSL", pkgConfig: "libcrypto", providers: [.apt(["libssl-dev"])]),
    .target(
      name: "Cryptography",
      dependencies: [.target(name: "COpenSSL", condition: .when(platforms: [.linux]))],
      swiftSettings: optimized
    ),
    .target(
      name: "Conformance",
      dependencies: ["CanonicalJSON", "Cryptography", "RFC3339", system],
      swiftSettings: settings
    ),
    .target(
      name: "Fuzzing",
      dependencies: ["CanonicalJSON", "Conformance"],
      swiftSettings: settings
    ),
    .target(name: "PageFiles", exclude: ["Page", "Pictures"]),
    .target(
      name: "Reporting",
      dependencies: [
        "CanonicalJSON", "Conformance", "Cryptography", "Fuzzing", "PageFiles", "RFC3339",
      ],
      swiftSettings: settings
    ),
    .target(
      name: "AdapterHost",
      dependencies: ["CanonicalJSON", "Conformance", subprocess, system],
      swiftSettings: settings
    ),
    .target(
      name: "SessionDetail",
      dependencies: ["CanonicalJSON", "Cryptography", "RFC3339"],
      swiftSettings: settings
    ),
    .target(name: "EventStream", dependencies: ["CanonicalJSON"], swiftSettings: optimized),
    .target(
      name: "EventStreamClient",
      dependencies: ["CanonicalJSON", "EventStream"],
      swiftSettings: settings
    ),
    .target(name: "ChatHistory", dependencies: ["CanonicalJSON"], swiftSettings: settings),
    .target(name: "HistoryTables", exclude: ["tables.sql"]),
    .target(
      name: "ChatHistorySQLite",
      dependencies: [
        "ChatHistory", "HistoryTables", grdb,
        .target(name: "Cryptography", condition: .when(traits: ["CommandLine", "SQLite"])),
      ],
      swiftSettings: settings
    ),
    .systemLibrary(
      name: "CExpat",
      pkgConfig: "expat",
      providers: [.apt(["libexpat1-dev"]), .brew(["expat"])]
    ),
    .target(name: "XMLReading", swiftSettings: optimized),
    .target(
      name: "FoundationXMLReader",
      dependencies: ["CanonicalJSON", "XMLReading"],
      swiftSettings: optimized
    ),
    .target(
      name: "AgentDirectory",
      dependencies: [
        "CanonicalJSON", "RFC3339", "XMLReading",
        .target(name: "CExpat", condition: .when(platforms: [.linux, .macOS])),
        .target(
          name: "FoundationXMLReader",
          condition: .when(platforms: [.iOS, .macCatalyst, .tvOS, .visionOS, .watchOS])
        ),
      ],
      swiftSettings: optimized
    ),
    .target(
      name: "Contracts",
      dependencies: [
        "AgentDirectory", "CanonicalJSON", "ChatHistory", "ClawdbotProtocol", "Conformance",
        "EventStream", "SessionDetail", "XMLReading",
      ],
      swiftSettings: settings
    ),
    // Its resources are the suites that everything else reads from the work tree.
    .target(
      name: "ConformanceTesting",
      dependencies: ["CanonicalJSON", "Conformance", "Contracts", "Reporting", system],
      resources: [.copy("../../Fixtures"), .copy("../../Golden")],
      swiftSettings: settings
    ),
    .target(name: "TemplateFiles", exclude: ["Templates"]),
    .executableTarget(
      name: "parity",
      dependencies: [
        "AdapterHost", "CanonicalJSON", "Conformance", "Contracts", "Fuzzing", "Reporting",
        "RFC3339", "TemplateFiles", argumentParser, system,
      ],
      swiftSettings: settings
    ),

    .executableTarget(
      name: "chat-history-sqlite",
      dependencies: [
        "AdapterHost", "CanonicalJSON", "ChatHistorySQLite", "Conformance", "Contracts", system,
      ],
      swiftSettings: settings
    ),

    .executableTarget(
      name: "bench",
      dependencies: [
        "CanonicalJSON", "Conformance", "Reporting", "SessionDetail", argumentParser, subprocess,
        system,
      ],
      path: "tools/bench",
      exclude: [
        "README.md", "adapter-throughput.py", "edit-loop.sh", "fuzz-rate.py", "instructions.json",
        "overhead.py", "process-per-case.py",
        "large-suite.py", "node",
      ],
      swiftSettings: settings
    ),

    .testTarget(
      name: "ConformanceTestingTests",
      dependencies: [
        "CanonicalJSON", "Conformance", "ConformanceTesting", "MessageSnapshot", "parity",
        "SessionDetail", "TestPrograms",
      ],
      swiftSettings: settings
    ),
    .testTarget(
      name: "AppTests",
      dependencies: [
        "AgentDirectory", "ChatHistory", "ClawdbotProtocol", "EventStream", "EventStreamClient",
        "SessionDetail",
      ],
      swiftSettings: settings
    ),
    .testTarget(
      name: "CanonicalJSONTests",
      dependencies: ["CanonicalJSON", "MessageSnapshot", "TestRandomness"],
      swiftSettings: settings
    ),
    .testTarget(name: "RFC3339Tests", dependencies: ["RFC3339"], swiftSettings: settings),
    .testTarget(
      name: "ClawdbotProtocolTests",
      dependencies: ["CanonicalJSON", "ClawdbotProtocol", "TestRandomness"],
      swiftSettings: settings
    ),
    .testTarget(
      name: "ConformanceTests",
      dependencies: [
        "CanonicalJSON", "Conformance", "MessageSnapshot", "Reporting", "RFC3339", "TestSuites",
        system,
      ],
      swiftSettings: settings
    ),
    .testTarget(
      name: "FuzzingTests",
      dependencies: ["CanonicalJSON", "Conformance", "Fuzzing", "TestRandomness", "TestSuites"],
      swiftSettings: settings
    ),
    .testTarget(
      name: "ReportingTests",
      dependencies: [
        "CanonicalJSON", "Conformance", "Fuzzing", "MessageSnapshot", "Reporting", "RFC3339",
        "TestSuites", system,
      ],
      swiftSettings: settings
    ),
    .target(
      name: "TestSuites",
      dependencies: ["CanonicalJSON", "Conformance", "Reporting", system],
      path: "Tests/TestSuites",
      swiftSettings: settings
    ),
    .testTarget(
      name: "MessageSnapshotTests",
      dependencies: ["MessageSnapshot"],
      swiftSettings: settings
    ),
    .testTarget(
      name: "SessionDetailTests",
      dependencies: ["CanonicalJSON", "SessionDetail", "TestRandomness"],
      swiftSettings: settings
    ),
    .executableTarget(
      name: "EventStreamServer",
      path: "Tests/EventStreamServer",
      swiftSettings: settings
    ),
    .testTarget(
      name: "EventStreamTests",
      dependencies: [
        "CanonicalJSON", "EventStream", "EventStreamClient", "EventStreamServer", "TestPrograms",
        "TestRandomness",
      ],
      swiftSettings: settings
    ),
    .executableTarget(
      name: "event-stream-soak",
      dependencies: [
        "CanonicalJSON", "EventStream", "EventStreamClient", "TestPrograms", argumentParser,
      ],
      path: "tools/soak",
      exclude: ["run.sh"],
      swiftSettings: settings
    ),
    .target(name: "TestPrograms", path: "Tests/TestPrograms", swiftSettings: settings),
    .target(name: "TestRandomness", path: "Tests/TestRandomness", swiftSettings: settings),
    .target(
      name: "MessageSnapshot",
      path: "Tests/MessageSnapshot",
      exclude: ["Messages.snapshot"],
      swiftSettings: settings
    ),
    .target(
      name: "HistoryTrials",
      dependencies: ["ChatHistory", "ChatHistorySQLite"],
      path: "Tests/HistoryTrials",
      swiftSettings: settings
    ),
    .executableTarget(
      name: "history-program",
      dependencies: ["ChatHistory", "ChatHistorySQLite", "HistoryTrials", grdb],
      path: "Tests/HistoryProgram",
      swiftSettings: settings
    ),
    .testTarget(
      name: "ChatHistoryTests",
      dependencies: [
        "ChatHistory", "ChatHistorySQLite", "Conformance", "HistoryTrials", "history-program",
        "TestPrograms", grdb,
        subprocess, system,
      ],
      swiftSettings: settings
    ),
    .executableTarget(
      name: "DirectoryClient",
      dependencies: ["AgentDirectory", "CanonicalJSON"],
      path: "Tests/DirectoryClient",
      swiftSettings: settings
    ),
    .testTarget(
      name: "AgentDirectoryTests",
      dependencies: ["AgentDirectory", "CanonicalJSON"],
      swiftSettings: settings
    ),
    .testTarget(
      name: "FoundationXMLReaderTests",
      dependencies: [
        "AgentDirectory", "CanonicalJSON", "Conformance", "FoundationXMLReader",
        "Contracts", "XMLReading", system,
      ],
      swiftSettings: settings
    ),
    .testTarget(
      name: "ContractsTests",
      dependencies: [
        "CanonicalJSON", "ClawdbotProtocol", "Conformance", "Contracts", "MessageSnapshot",
        "Reporting", "TestRandomness", system,
      ],
      swiftSettings: settings
    ),
    .executableTarget(
      name: "misbehaving-program",
      dependencies: ["CanonicalJSON"],
      path: "Tests/MisbehavingProgram",
      swiftSettings: settings
    ),
    .testTarget(
      name: "AdapterHostTests",
      dependencies: [
        "AdapterHost", "CanonicalJSON", "Conformance", "MessageSnapshot", "misbehaving-program",
        system,
      ],
      swiftSettings: settings
    ),
    .testTarget(
      name: "ParityTests",
      dependencies: [
        "AdapterHost", "chat-history-sqlite", "Conformance", "MessageSnapshot", "parity",
        "misbehaving-program", "TestPrograms", "TestRandomness", subprocess, system,
      ],
      swiftSettings: settings
    ),
  ],
  swiftLanguageModes: [.v6]
)
