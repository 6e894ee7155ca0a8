import BrowserHost
import Testing
import Views

@testable import ViewerApp

/// The sheet with a pattern for the names of several photos.
@MainActor @Suite struct RenameManySheetTests {
  private let photos = ["a.jpg", "b.jpg"].map { name in
    Renaming.Photo(shown: FilePath("/missing/\(name)"), files: [FilePath("/missing/\(name)")])
  }

  /// The facts about the photos, which were modified on the first day of 1970.
  private func facts(taken: Double?) -> [RenamePattern.Facts] {
    photos.indices.map { index in
      var facts = RenamePattern.Facts(name: "", index: index)
      (facts.takenSeconds, facts.modificationSeconds) = (taken, 0)
      return facts
    }
  }

  /// Performs an action and waits for the names that are shown after it.
  private func names(of sheet: RenameManySheet, after action: () -> Void) async {
    await withCheckedContinuation { continuation in
      sheet.onCheck = { _ in
        sheet.onCheck = { _ in }
        continuation.resume()
      }
      action()
    }
  }

  @Test func `the first pattern asks for the facts that it needs, too`() {
    var requests = 0
    for pattern in ["{taken} {n}", "{name} {n}"] {
      let sheet = RenameManySheet(photos, facts: facts(taken: nil), pattern: pattern)
      sheet.onNeedsRecords = { requests += 1 }
    }
    #expect(requests == 1)
  }

  @Test func `photos get no names with their dates before these are read`() async throws {
    let sheet = RenameManySheet(
      photos, facts: facts(taken: nil), unreadCount: 2, pattern: "{taken} {n}")
    var renamed: [String] = []
    sheet.onRename = { renamed = $0.map(\.targetOfShownFile.displayName) }
    let field = try #require(sheet.tabStops.lazy.compactMap { $0 as? TextField }.first)
    await names(of: sheet) { field.onCommit() }
    #expect(renamed.isEmpty)
    await names(of: sheet) { sheet.setFacts(facts(taken: 86_400), unreadCount: 0) }
    await names(of: sheet) { field.onCommit() }
    #expect(renamed == ["1970-01-02 1.jpg", "1970-01-02 2.jpg"])
  }

  @Test func `a pattern without facts of the files does not wait for them`() async throws {
    let sheet = RenameManySheet(
      photos, facts: facts(taken: nil), unreadCount: 2, pattern: "p{n}")
    var renamed: [String] = []
    sheet.onRename = { renamed = $0.map(\.targetOfShownFile.displayName) }
    let field = try #require(sheet.tabStops.lazy.compactMap { $0 as? TextField }.first)
    await names(of: sheet) { field.onCommit() }
    #expect(renamed == ["p1.jpg", "p2.jpg"])
  }
}
