import Testing

@Suite struct FloorPlanTests {
  // MARK: The table

  @Test func `the plan lets every target import only from below or before it`() {
    for (index, room) in FloorPlan.rooms.enumerated() {
      for name in room.allowed {
        if let other = FloorPlan.rooms.firstIndex(where: { $0.name == name }) {
          #expect(other < index, "\(room.name) and \(name)")
          #expect(FloorPlan.rooms[other].floor <= room.floor, "\(room.name) and \(name)")
        } else if let owners = FloorPlan.owners[name] {
          #expect(owners.contains(room.name), "\(room.name) does not own \(name)")
        } else {
          #expect(FloorPlan.foreign.contains(name), "\(room.name) and \(name)")
        }
      }
    }
  }

  @Test func `the plan keeps the worlds apart`() {
    let platform = Set(FloorPlan.rooms.filter { $0.floor == .platform }.map(\.name))
    for room in FloorPlan.rooms {
      switch room.floor {
      case .core:
        let foreign = room.allowed.intersection(FloorPlan.foreign)
        #expect(foreign.isSubset(of: ["RealModule"]), "\(room.name)")
      case .platform:
        let others = room.allowed.intersection(platform)
        #expect(others.isSubset(of: FloorPlan.groundwork), "\(room.name)")
      case .interface:
        #expect(room.allowed.intersection(platform).isSubset(of: ["Drawing"]), "\(room.name)")
        #expect(!room.allowed.contains("Glibc"), "\(room.name)")
      case .app:
        break
      }
      let decodes = room.allowed.contains("Decoding")
      #expect(decodes == (room.name == "pbview-decoder"), "\(room.name)")
      let plays = room.allowed.contains("Playing")
      #expect(plays == (room.name == "pbview-player"), "\(room.name)")
    }
  }

  @Test func `every C module of the project has its owners`() throws {
    #expect(try SourceTree.folders(in: "Sources/System") == FloorPlan.owners.keys.sorted())
  }

  // MARK: The sources

  @Test func `every target's folder is in the plan, and has something in it`() throws {
    for floor in FloorPlan.Floor.allCases {
      let planned = FloorPlan.rooms.filter { $0.floor == floor }.map(\.name).sorted()
      #expect(try SourceTree.folders(in: "Sources/\(floor.folder)") == planned)
    }
    for room in FloorPlan.rooms {
      let files = try SourceTree.files(in: "Sources/\(room.floor.folder)/\(room.name)")
      #expect(!files.isEmpty, "\(room.name) is empty")
    }
  }

  @Test func `every import keeps to the plan`() throws {
    for room in FloorPlan.rooms {
      for file in try SourceTree.files(in: "Sources/\(room.floor.folder)/\(room.name)") {
        for (module, line) in file.imports where module != "Swift" {
          #expect(
            room.allowed.contains(module),
            "\(file.path):\(line): \(room.name) must not import \(module)")
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
        #expect(FloorPlan.owners[module] == nil, "\(file.path):\(line): \(module)")
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
      // The last line's end is a line of its own here.
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

  @Test func `the readme has at most 150 lines`() throws {
    let lines = try SourceTree.text(of: "README.md").split(
      separator: "\n", omittingEmptySubsequences: false)
    #expect(lines.count <= 151)
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

  // MARK: The reader

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
