import Testing

@testable import ViewerApp

/// The message about a text that has been copied to the clipboard.
@MainActor @Suite struct CopiedTextTests {
  @Test(arguments: [
    ("Canon EOS R5", "Copied “Canon EOS R5”"), ("First line\nsecond", "Copied “First line”"),
    ("\nsecond", "Copied “second”"), ("", "Copied “”"),
  ])
  func `the message has the first line of the text`(text: String, sentence: String) {
    #expect(FileClipboardFormats.sentence(copying: text) == sentence)
  }
}
