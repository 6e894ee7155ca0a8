import TestSupport
import Testing

@Suite(.tags(.sourceTree)) struct FloorPlanTests {
  private let plan: FloorPlan

  init() throws { plan = try FloorPlan.ofProject.get() }

  // MARK: The manifest

  @Test func `every target depends on lower layers, and on targets named before it in its own`() {
    var above = Set(plan.targets.map(\.name))
    for target in plan.targets {
      let upward = target.dependencies.intersection(above)
      #expect(upward.isEmpty, "\(target.name): \(upward.sorted())")
      above.remove(target.name)
    }
    #expect(zip(plan.targets, plan.targets.dropFirst()).allSatisfy { $0.layer <= $1.layer })
  }

  @Test func `platform targets do not depend on each other, and pictures are parsed in helpers`() {
    let platform = Set(plan.targets.filter { $0.layer == .platform }.map(\.name))
    let decoders = Set(plan.targets.filter { $0.layer == .decoders }.map(\.name))
    for target in plan.targets {
      let used = target.dependencies
      switch target.layer {
      case .core:
        let allowed = Set(plan.targets.filter { $0.layer == .core }.map(\.name))
          .union(["RealModule", "CKernels"])
        #expect(used.isSubset(of: allowed), "\(target.name)")
      case .platform:
        let others = used.intersection(platform)
        #expect(others.isSubset(of: FloorPlan.groundwork), "\(target.name)")
      case .decoders:
        #expect(used.intersection(platform).isSubset(of: FloorPlan.groundwork), "\(target.name)")
      case .interface:
        #expect(used.intersection(platform).isSubset(of: ["Drawing"]), "\(target.name)")
        #expect(used.isDisjoint(with: plan.systemModules), "\(target.name)")
      case .app:
        break
      }
      if target.layer != .decoders {
        let isDecoder = target.name == "pbview-decoder"
        #expect(used.intersection(decoders) == (isDecoder ? ["Decoding"] : []), "\(target.name)")
      }
      #expect(used.contains("Playing") == (target.name == "PlayerProgram"), "\(target.name)")
      #expect(
        used.contains("ArchiveReading") == (target.name == "pbview-decoder"), "\(target.name)")
    }
  }

  @Test func `every C library has one owner, which is no upper layer`() throws {
    #expect(try SourceTree.folders(in: "Sources/System") == plan.systemModules.sorted())
    for module in plan.systemModules {
      let owners = plan.targets.filter { $0.dependencies.contains(module) }
      if module == FloorPlan.kernelModule {
        #expect(owners.allSatisfy { [.platform, .decoders, .app].contains($0.layer) })
      } else {
        #expect(owners.count == 1, "\(module): \(owners.map(\.name))")
        #expect(owners.allSatisfy { $0.layer <= .decoders }, "\(module)")
      }
    }
  }

  // MARK: The sources

  @Test func `every folder of a layer is a target, and has something in it`() throws {
    #expect(!plan.targets.isEmpty)
    for layer in FloorPlan.Layer.allCases {
      let planned = plan.targets.filter { $0.layer == layer }
        .map { $0.folder.split(separator: "/")[2] }
      let folders = try SourceTree.folders(in: "Sources/\(layer.rawValue)")
      #expect(folders == Set(planned.map(String.init)).sorted())
    }
    for target in plan.targets {
      #expect(!(try SourceTree.files(in: target.folder)).isEmpty, "\(target.name) is empty")
    }
  }

  @Test func `every import is a dependency of its target`() throws {
    for target in plan.targets {
      var allowed = target.dependencies.union(["Swift"]).union(FloorPlan.pureLibraries)
      if [.platform, .decoders, .app].contains(target.layer) {
        allowed.formUnion(FloorPlan.systemLibraries)
      }
      for file in try SourceTree.files(in: target.folder) {
        for (module, line) in file.imports {
          #expect(
            allowed.contains(module),
            "\(file.path):\(line): \(target.name) must not import \(module)")
        }
      }
    }
  }

  @Test func `no source imports Foundation, no example a C module`() throws {
    for file in try SourceTree.files(in: "Sources") {
      for (module, line) in file.imports {
        #expect(!module.hasPrefix("Foundation"), "\(file.path):\(line)")
      }
    }
    for file in try SourceTree.files(in: "Examples") {
      for (module, line) in file.imports {
        #expect(!plan.systemModules.contains(module), "\(file.path):\(line): \(module)")
      }
    }
  }

  @Test func `libraries are opened at run time in one place`() throws {
    let files = try SourceTree.files(in: "Sources").filter { file in
      file.lines.contains { $0.contains("dlopen") || $0.contains("dlsym") }
    }
    #expect(files.map(\.path) == ["Sources/Platform/RuntimeLibraries/RuntimeLibrary.swift"])
  }

  @Test func `every example is a short program with a remark, and has its screenshot`() throws {
    let manifest = try SourceTree.text(of: "Examples/Package.swift")
    let names = try SourceTree.folders(in: "Examples").filter { $0 != "Samples" && $0.first != "." }
    #expect(!names.isEmpty)
    let pictures = "Tests/EndToEndTests/Snapshots"
    for name in names {
      let program = try #require(try SourceTree.files(in: "Examples/\(name)").first)
      #expect(program.path == "Examples/\(name)/main.swift")
      // The end of the last line counts as a line.
      #expect(program.lines.count <= 80, "\(program.path) has \(program.lines.count - 1) lines")
      #expect(program.lines.first?.hasPrefix("// ") ?? false, "\(program.path) has no remark")
      #expect(manifest.contains("\"\(name)\""), "Examples/Package.swift does not name \(name)")
      #expect(SourceTree.exists("\(pictures)/example-\(name).png"), "\(name) has no screenshot")
    }
  }

  @Test func `the embedding guide shows the example as it is compiled`() throws {
    let example = try SourceTree.text(of: "Examples/minimal-browser/main.swift")
    #expect(try SourceTree.text(of: "docs/embedding.md").contains("```swift\n\(example)```"))
  }

  @Test(arguments: [("README.md", 150), ("ARCHITECTURE.md", 60)])
  func `the readme and the architecture are short`(path: String, limit: Int) throws {
    let lines = try SourceTree.text(of: path).split(
      separator: "\n", omittingEmptySubsequences: false)
    // The end of the last line counts as a line.
    #expect(lines.count <= limit + 1)
  }

  @Test func `every layer and every decoder has a readme`() throws {
    for layer in try SourceTree.folders(in: "Sources") {
      #expect(SourceTree.exists("Sources/\(layer)/README.md"), "\(layer)")
    }
    for target in plan.targets where target.layer == .decoders {
      #expect(SourceTree.exists("\(target.folder)/README.md"), "\(target.name)")
    }
  }

  @Test func `no file is longer than five hundred lines`() throws {
    for folder in ["Sources", "Tests", "Examples"] {
      for file in try SourceTree.files(in: folder) {
        let count = file.lines.count
        #expect(count <= 500, "\(file.path) has \(count) lines: split it")
        if count > 300 { print("look again: \(file.path) has \(count) lines") }
      }
    }
  }

  @Test func `the first word of a comment is no question word`() throws {
    let words: Set<Substring> = ["What", "How", "Where", "Which", "When", "Why", "Who", "Whose"]
    var found: [String] = []
    for folder in ["Sources", "Tests", "Examples", "Fuzz"] {
      for file in try SourceTree.files(in: folder) {
        var isContinued = false
        for (index, line) in file.lines.enumerated() {
          let text = line.drop { $0 == " " }
          let isComment = text.hasPrefix("//")
          let first = text.drop { $0 == "/" || $0 == " " }.prefix { $0.isLetter }
          if isComment, !isContinued, words.contains(first) {
            found.append("\(file.path):\(index + 1): \(text)")
          }
          isContinued = isComment
        }
      }
    }
    #expect(found.isEmpty)
  }

  // MARK: Import lines

  @Test(
    arguments: [
      ("import Geometry", "Geometry"),
      ("  public import Motion", "Motion"),
      ("@_exported public import Views", "Views"),
      ("@testable import BrowserCore", "BrowserCore"),
      ("@preconcurrency import CX11 // why", "CX11"),
      ("import struct Foundation.Data", "Foundation"),
      ("import FoundationEssentials", "FoundationEssentials"),
      ("import Glibc; let x = 1", "Glibc"),
      ("// import Foundation", nil),
      ("let important = 1", nil),
      ("importer.run()", nil),
      ("", nil),
    ] as [(String, String?)])
  func `an import line is read for its module`(line: String, module: String?) {
    #expect(SourceTree.module(importedBy: line[...]) == module)
  }
}
