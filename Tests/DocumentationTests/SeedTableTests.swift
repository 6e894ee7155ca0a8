import Foundation
import TestSupport
import Testing

/// The table of seed features in `docs/seeds.md`: every row names its source and its proof.
@Suite(.tags(.sourceTree)) struct SeedTableTests {
  private struct Row {
    let number: Int
    let feature: String
    let home: String
    let proofs: [String]
  }

  private static let project = URL(filePath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

  private static func rows() throws -> [Row] {
    let text = try String(contentsOf: project.appending(path: "docs/seeds.md"), encoding: .utf8)
    return text.split(separator: "\n").compactMap { line in
      let cells = line.split(separator: "|").map { $0.trimmingCharacters(in: .whitespaces) }
      guard cells.count >= 4, let number = Int(cells[0]) else { return nil }
      let proofs = cells[3].replacing("`", with: "").split(separator: " ").map(String.init)
      return Row(
        number: number, feature: cells[1], home: cells[2].replacing("`", with: ""),
        proofs: proofs)
    }
  }

  private static func exists(_ path: String) -> Bool {
    FileManager.default.fileExists(atPath: project.appending(path: path).path)
  }

  @Test func `the table has a row for every feature`() throws {
    #expect(try Self.rows().map(\.number) == Array(1...130))
  }

  @Test func `every row names an existing source, existing proofs and a suite`() throws {
    let tests = FileManager.default.enumerator(atPath: Self.project.appending(path: "Tests").path)
    let suites = Set(
      (tests?.compactMap { $0 as? String } ?? []).filter { $0.hasSuffix("Tests.swift") }
        .map { String($0.split(separator: "/").last?.dropLast(".swift".count) ?? "") })
    for row in try Self.rows() {
      #expect(!row.feature.isEmpty, "row \(row.number)")
      #expect(
        Self.exists("Sources/\(row.home)") || Self.exists(row.home),
        "row \(row.number): \(row.home)")
      #expect(row.proofs.contains { suites.contains($0) }, "row \(row.number) names no suite")
      for proof in row.proofs {
        #expect(
          suites.contains(proof) || Self.exists("Examples/\(proof)/main.swift"),
          "row \(row.number): \(proof)")
      }
    }
  }
}
