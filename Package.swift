// swift-tools-version: 6.2

import PackageDescription

let settings: [SwiftSetting] = [
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("MemberImportVisibility"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
  .enableUpcomingFeature("InferIsolatedConformances"),
  .treatAllWarnings(as: .error),
]

let package = Package(
  name: "parity",
  platforms: [.macOS(.v26), .iOS(.v26)],
  products: [
    .library(name: "CanonicalJSON", targets: ["CanonicalJSON"]),
    .library(name: "SessionTimeline", targets: ["SessionTimeline"]),
  ],
  targets: [
    .target(name: "CanonicalJSON", swiftSettings: settings),
    .testTarget(name: "CanonicalJSONTests", dependencies: ["CanonicalJSON"], swiftSettings: settings),

    .target(name: "SessionTimeline", dependencies: ["CanonicalJSON"], swiftSettings: settings),
    .testTarget(
      name: "SessionTimelineTests", dependencies: ["CanonicalJSON", "SessionTimeline"], swiftSettings: settings),
  ],
  swiftLanguageModes: [.v6]
)
