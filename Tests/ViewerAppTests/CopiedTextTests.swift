import Testing

@testable import ViewerApp

/// The message about a text on the clipboard.
@MainActor @Suite struct CopiedTextTests {
  @Test(arguments: [
    ("1 May 2024, 12:04:00", "Copied “1 May 2024, 12:04:00”"),
    ("Harbour\nin the evening", "Copied “Harbour”"),
    ("", "Copied “”"),
  ])
  func `the message has the first line of a copied text`(text: String, message: String) {
    #expect(CopiedFiles.message(about: text) == message)
  }
}
