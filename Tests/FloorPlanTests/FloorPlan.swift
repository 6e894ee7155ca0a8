import Foundation

/// The targets of the package and their dependencies, read from `Package.swift`.
struct FloorPlan {
  /// The layers, the lowest first.
  enum Layer: String, CaseIterable, Comparable {
    case core = "Core"
    case platform = "Platform"
    case decoders = "Decoders"
    case interface = "Interface"
    case app = "App"

    static func < (a: Layer, b: Layer) -> Bool {
      allCases.firstIndex(of: a) ?? 0 < allCases.firstIndex(of: b) ?? 0
    }
  }

  /// A target below `Sources` that is written in Swift.
  struct Target {
    let name: String
    let layer: Layer
    /// The path of the target's folder in the project.
    let folder: String
    /// The names of the targets and products on which the target depends.
    let dependencies: Set<String>
  }

  /// The failure of `swift package dump-package`.
  struct ManifestError: Error {
    let status: Int32
  }

  /// The Swift targets below `Sources`, in the order of the manifest.
  let targets: [Target]
  /// The names of the modules in `Sources/System`, each for a C library.
  let systemModules: Set<String>

  /// Platform targets that other platform targets may import, because they do not access the
  /// outside world on their own: they open libraries, start threads and helpers, and name the
  /// folders of the user.
  static let groundwork: Set<String> = [
    "RuntimeLibraries", "BaseDirectories", "HelperProcesses", "Threads", "Descriptors", "Archives",
  ]

  /// Modules of the system and the toolchain that platform, decoders and app may import. Foundation
  /// is not among them: its start takes longer than that of all the rest.
  static let systemLibraries: Set<String> = ["Glibc", "Dispatch", "Synchronization"]

  /// Modules of the toolchain that do not access the outside world, which the core may import, too.
  static let pureLibraries: Set<String> = ["Synchronization"]

  /// The module with the kernel's calls, which every target that needs them may import.
  static let kernelModule = "CLinux"

  /// The plan of this project; the manifest is read once a process.
  static let ofProject = Result { try read() }

  /// The manifest as JSON, printed by SwiftPM. A build folder of its own keeps SwiftPM from waiting
  /// for the end of the tests.
  private static func read() throws -> FloorPlan {
    let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    defer { try? FileManager.default.removeItem(at: folder) }
    let output = Pipe()
    let swift = Process()
    swift.executableURL = URL(filePath: "/usr/bin/env")
    swift.arguments = [
      "swift", "package", "--package-path", SourceTree.root.path, "--scratch-path", folder.path,
      "dump-package",
    ]
    swift.standardOutput = output
    try swift.run()
    let text = output.fileHandleForReading.readDataToEndOfFile()
    swift.waitUntilExit()
    guard swift.terminationStatus == 0 else {
      throw ManifestError(status: swift.terminationStatus)
    }
    return FloorPlan(try JSONDecoder().decode(Manifest.self, from: text))
  }

  private init(_ manifest: Manifest) {
    targets = manifest.targets.compactMap { target in
      let parts = (target.path ?? "").split(separator: "/").map(String.init)
      guard parts.count >= 3, parts[0] == "Sources", let layer = Layer(rawValue: parts[1]) else {
        return nil
      }
      return Target(
        name: target.name, layer: layer, folder: parts.joined(separator: "/"),
        dependencies: Set(target.dependencies.compactMap(\.name)))
    }
    systemModules = Set(
      manifest.targets.filter { $0.path?.hasPrefix("Sources/System/") ?? false }.map(\.name))
  }

  /// The part of SwiftPM's JSON that the plan needs.
  private struct Manifest: Decodable {
    struct Target: Decodable {
      let name: String
      let path: String?
      let dependencies: [Dependency]
    }

    /// A dependency: an object with one key, its kind, whose value is an array that begins with the
    /// name.
    struct Dependency: Decodable {
      let name: String?

      init(from decoder: any Decoder) throws {
        let kinds = try decoder.singleValueContainer().decode([String: [Entry?]].self)
        name = kinds.values.first?.first??.text
      }

      /// An element of the array of a dependency; `text` is nil for an element that is no string.
      private struct Entry: Decodable {
        let text: String?

        init(from decoder: any Decoder) throws {
          text = try? decoder.singleValueContainer().decode(String.self)
        }
      }
    }
    let targets: [Target]
  }
}
