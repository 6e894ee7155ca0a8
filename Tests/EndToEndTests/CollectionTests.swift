import Foundation
import Geometry
import Testing

/// The folder of the test collection, which is not part of the repository; nil when unset.
private let collectionFolder = ProcessInfo.processInfo.environment["PBVIEW_TESTDATA"]

extension EndToEnd {
  /// An external folder of valid and broken pictures, paged through in one viewer.
  @Suite(
    .needsDisplay, .enabled(if: collectionFolder != nil, "PBVIEW_TESTDATA names no folder"))
  struct CollectionTests {
    /// The cache's budget. The viewer may use the budget and a fixed allowance.
    private static let cacheMegabytes = 128
    private static let maxViewerBytes = (cacheMegabytes + 160) << 20
    /// The maximum memory of an idle helper, which keeps no decoded pictures, but memory of its
    /// libraries.
    private static let maxHelperBytes = 256 << 20

    /// The absolute paths of the files listed in the collection's table.
    private static func files(_ folder: String) throws -> [String] {
      let table = try String(contentsOfFile: folder + "/expected.tsv", encoding: .utf8)
      return table.split(separator: "\n").dropFirst().compactMap { line in
        line.split(separator: "\t").first.map { "\(folder)/\($0)" }
      }
    }

    @Test(.timeLimit(.minutes(20)))
    func `every file of the collection shows a picture or an error`() throws {
      let files = try Self.files(try #require(collectionFolder))
      try #require(files.count > 1)
      let session = try Session(
        on: try Displays.plain(), album: try ScratchFolder(), names: ["-"],
        options: ["-0", "--cache", RawName("\(Self.cacheMegabytes)")],
        input: Array(files.joined(separator: "\0").utf8))
      var marks = [0, 0]
      var (shown, failed, slowest, viewerBytes, helperBytes) = (1, 0, 0.0, 0, 0)
      for page in 1..<files.count {
        marks.append(session.viewer.mark)
        let begun = Pace.milliseconds
        try session.x.key("Right")
        // Pages are prefetched: the outcome may have been reported up to two pages ago.
        let outcome = session.viewer.process.errors.first(from: marks[page - 1], within: 35) {
          line in
          Trace(line: line).flatMap { trace in
            ["exact", "failed"].contains(trace.name) && trace["page"] == Double(page)
              ? trace.name : nil
          }
        }
        let errors = session.viewer.process.errors.lines.suffix(40).joined(separator: "\n")
        let ended = try #require(
          outcome, "page \(page), \(files[page]), neither shown nor failed after\n\(errors)")
        if ended == "exact" { shown += 1 } else { failed += 1 }
        slowest = max(slowest, Pace.milliseconds - begun)
        guard page % 20 == 0 else { continue }
        viewerBytes = max(
          viewerBytes, ProcessTable.residentBytes(of: session.viewer.process.id))
        helperBytes = max(
          helperBytes, session.viewer.helpers.map(ProcessTable.residentBytes).max() ?? 0)
      }
      print(
        "collection: \(files.count) files, \(shown) shown, \(failed) refused,",
        "slowest \(Int(slowest)) ms, viewer \(viewerBytes >> 20) MB, helper \(helperBytes >> 20) MB"
      )
      #expect(viewerBytes < Self.maxViewerBytes)
      #expect(helperBytes < Self.maxHelperBytes)
      // Paging still works.
      let rest = try session.rest(onPage: 0) { try session.x.key("Home") }
      #expect(rest.frame.width > 0)
      let stray = session.viewer.process.errors.lines.filter { !$0.hasPrefix("pbview: trace:") }
      #expect(stray.isEmpty, "\(stray)")
    }
  }
}
