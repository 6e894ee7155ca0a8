// swift-tools-version: 6.2
//
// A separate package, so that the examples are built like any program that embeds the browser: they
// depend on the library's products only. Every example is a folder with one file.

import PackageDescription

let settings: [SwiftSetting] = [
  .swiftLanguageMode(.v6),
  .defaultIsolation(MainActor.self),
  .treatAllWarnings(as: .error),
]
let browser = Target.Dependency.product(name: "PhotoBrowser", package: "pbview")

/// The examples, in the order of the list of `scripts/examples`.
let examples = [
  "minimal-browser",
  "local-pictures", "vertical-feed", "picture-and-video", "zoom", "smooth-zoom-push",
  "network", "network-own-loader",
  "delete", "append", "push-next",
  "loading-progress", "view-original",
  "cell-kinds", "sections", "dots", "number", "gif",
  "long-pictures", "live-photo", "review", "custom-cell", "banner",
  "zoom-any-view",
  "container-1", "container-2", "container-3", "container-interactive",
  "page-effects",
  "several-windows", "own-loop",
]

let package = Package(
  name: "examples",
  dependencies: [.package(name: "pbview", path: "..")],
  targets: [
    .target(
      name: "Samples", dependencies: [browser], path: "Samples", swiftSettings: settings)
  ]
    + examples.map { name in
      .executableTarget(
        name: name, dependencies: ["Samples", browser], path: name, swiftSettings: settings)
    }
)
