import Testing

@testable import MessageCatalogues

struct LocaleFactsTests {
  @Test func `the separators of a locale count only in UTF-8`() {
    let (narrow, latin) = ("\u{202F}", [CChar(bitPattern: 0xA0), 0])
    let texts = [
      narrow.withCString { LocaleFacts.text($0) },
      latin.withUnsafeBufferPointer { LocaleFacts.text($0.baseAddress) }, LocaleFacts.text(nil),
    ]
    #expect(texts == [narrow, nil, ""])
  }
}
