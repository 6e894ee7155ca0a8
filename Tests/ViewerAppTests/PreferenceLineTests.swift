import BrowserHost
import Foundation
import Input
import TestSupport
import Testing

@testable import ViewerApp

/// Lines of a preferences file that a key file cannot have.
@MainActor @Suite struct PreferenceLineTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  @Test func `a line that is no line of a key file is named once, and the others hold`()
    async throws
  {
    var complaints: [String] = []
    let text =
      "loop=true\n[pbview]\nindicator=dots\nmotion full\n[keys]\nnext\nlast = X\n"
      + "[commands]\nList\nEdit = gimp %F\n"
    let file = try folder.write(Array(text.utf8), named: "preferences")
    let store = PreferenceStore(FilePath(file)) { complaints.append($0) }
    var wanted = Preferences()
    wanted["indicator"] = "dots"
    #expect(store.preferences == wanted && store.keys[.last] == [KeyChord(.character("x"))])
    #expect(store.fileFailure == nil && store.badLineNumbers == [1, 4, 6, 9])
    try #require(complaints.count == 4, "\(complaints)")
    for (complaint, number) in zip(complaints, [1, 4, 6, 9]) {
      #expect(complaint.contains("preferences: line \(number): "), "\(complaint)")
    }
    let repeated = await withCheckedContinuation { continuation in
      store.readProblems { continuation.resume(returning: $0) }
    }
    #expect(repeated == complaints)
    var next = store.preferences
    next["loop"] = "false"
    try store.save(next)
    let written = String(decoding: try folder.read("preferences"), as: UTF8.self)
    #expect(
      written.hasPrefix("loop=true\n") && written.contains("indicator=dots\nmotion full\n"),
      "\(written)")
    #expect(
      written.contains("\nnext\n") && written.contains("\nList\nEdit=gimp %F\n"), "\(written)")
    #expect(written.contains("\nloop=false\n"), "\(written)")
  }
}
