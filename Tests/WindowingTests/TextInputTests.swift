import Glibc
import Input
import Testing

@testable import Windowing

struct TextInputTests {
  private func scalars(_ text: String) -> [Unicode.Scalar] { Array(text.unicodeScalars) }

  @Test func `a pre-edit grows, is replaced in the middle and is deleted`() {
    var buffer = PreeditBuffer()
    #expect(buffer.composition == nil)
    buffer.replaceText(first: 0, count: 0, scalars: scalars("にほ"), feedback: [2, 2], caret: 2)
    buffer.replaceText(first: 2, count: 0, scalars: scalars("ん"), feedback: [2], caret: 3)
    #expect(buffer.composition == TextComposition("にほん", caret: 3))
    buffer.replaceText(first: 0, count: 3, scalars: scalars("日本語"), feedback: [1, 1, 2], caret: 2)
    #expect(buffer.composition == TextComposition("日本語", caret: 2, target: 0..<2))
    buffer.replaceText(first: 0, count: 3, scalars: [], feedback: [], caret: 0)
    #expect(buffer.isEmpty && buffer.composition == nil)
  }

  @Test func `a change of the feedback alone keeps the text`() {
    var buffer = PreeditBuffer()
    buffer.replaceText(first: 0, count: 0, scalars: scalars("abc"), feedback: [], caret: 3)
    buffer.replaceText(first: 1, count: 2, scalars: nil, feedback: [4, 4], caret: 1)
    #expect(buffer.composition == TextComposition("abc", caret: 1, target: 1..<3))
  }

  @Test func `positions outside the text are limited to it`() {
    var buffer = PreeditBuffer()
    buffer.replaceText(first: -5, count: 99, scalars: scalars("ab"), feedback: [], caret: 77)
    buffer.replaceText(first: 50, count: .max, scalars: scalars("c"), feedback: [], caret: -3)
    #expect(buffer.composition == TextComposition("abc", caret: 0))
    buffer.replaceText(
      first: 0, count: 0, scalars: Array(repeating: "x", count: 10_000), feedback: [], caret: 0)
    #expect(buffer.composition?.text.count ?? 0 <= 4096)
  }

  @Test func `the caret and the target count characters, not scalars`() {
    var buffer = PreeditBuffer()
    buffer.replaceText(
      first: 0, count: 0, scalars: scalars("e\u{301}x"), feedback: [0, 0, 1], caret: 2)
    #expect(buffer.composition == TextComposition("e\u{301}x", caret: 1, target: 1..<2))
  }

  @Test func `the caret moves as the input method asks`() {
    var buffer = PreeditBuffer()
    buffer.replaceText(first: 0, count: 0, scalars: scalars("abc"), feedback: [], caret: 3)
    #expect(buffer.move(.backward) == 2 && buffer.move(.lineStart) == 0)
    #expect(buffer.move(.backward) == 0 && buffer.move(.lineEnd) == 3)
    #expect(buffer.move(.forward) == 3 && buffer.move(.absolute(-1)) == 0)
  }

  @Test func `a pre-edit that is invalid in the locale is empty`() throws {
    try #require(setlocale(LC_CTYPE, "C.UTF-8") != nil)
    let valid = Array("né".utf8CString)
    #expect(TextInput.scalars(of: valid, atMost: 3) == scalars("né"))
    // The bytes are the UTF-8 form of the surrogate U+D800.
    let invalid = [0xED, 0xA0, 0x80, 0].map { CChar(bitPattern: $0) }
    #expect(TextInput.scalars(of: invalid, atMost: 3).isEmpty)
  }

  @Test func `the name of the input method comes from the modifiers`() {
    #expect(InputMethod.serverName(ofModifiers: "@im=fcitx") == "fcitx")
    #expect(InputMethod.serverName(ofModifiers: "@foo=1@im=uim") == "uim")
    for none in [nil, "", "@im=", "@im=none", "@im=local", "fcitx"] {
      #expect(InputMethod.serverName(ofModifiers: none) == nil)
    }
  }
}

/// Keys of layouts without Latin letters, and digits of the French layout.
struct KeyPositionTests {
  @Test func `a layout without Latin letters names keys by position`() {
    // The keysyms are those of т and Т at the position of N.
    let symbol = KeysymTable.symbol(state: 0, usCharacters: { ("n", "N") }) {
      $0 & 1 == 0 ? 0x6d4 : 0x6f4
    }
    #expect(symbol == KeySymbol(name: .character("n"), text: "т"))
    let shifted = KeysymTable.symbol(state: 1, usCharacters: { ("n", "N") }) { _ in 0x6f4 }
    #expect(shifted == KeySymbol(name: .character("N"), text: "Т"))
  }

  @Test func `Latin letters and punctuation keep their own names`() {
    let position: () -> (Character, Character)? = { ("q", "Q") }
    #expect(
      KeysymTable.symbol(state: 0, usCharacters: position) { _ in 0x61 }.name == .character("a"))
    #expect(
      KeysymTable.symbol(state: 0, usCharacters: position) { _ in 0xe9 }.name == .character("é"))
    #expect(
      KeysymTable.symbol(state: 0, usCharacters: position) { _ in 0x3b }.name == .character(";"))
  }

  @Test func `French digits have their names without Shift, and the text is what is typed`() {
    func key(_ plain: UInt32, _ digit: UInt32) -> (UInt32) -> UInt32 {
      { $0 & 1 == 0 ? plain : digit }
    }
    let two = KeysymTable.symbol(state: 0, lookUp: key(0xe9, 0x32))
    #expect(two == KeySymbol(name: .character("2"), text: "é"))
    #expect(KeysymTable.symbol(state: 1, lookUp: key(0xe9, 0x32)).name == .character("2"))
    #expect(KeysymTable.symbol(state: 8, lookUp: key(0xe9, 0x32)).name == .character("2"))
    // Minus zooms out, and is the digit only together with Alt.
    #expect(KeysymTable.symbol(state: 0, lookUp: key(0x2d, 0x36)).name == .character("-"))
    #expect(KeysymTable.symbol(state: 8, lookUp: key(0x2d, 0x36)).name == .character("6"))
  }

  @Test(
    arguments: [
      ("AE01", "1", "!"), ("AE12", "=", "+"), ("AD01", "q", "Q"), ("AC11", "'", "\""),
      ("AB10", "/", "?"), ("BKSL", "\\", "|"),
    ] as [(String, Character, Character)])
  func `positions have the characters of the United States layout`(
    position: String, plain: Character, shifted: Character
  ) {
    let found = USKeyboardLayout.characters(position)
    #expect(found?.0 == plain && found?.1 == shifted)
  }

  @Test func `other positions have no character`() {
    for name in ["", "AE", "AE13", "AE00", "SPCE", "FK01", "AB99999999999999999999"] {
      #expect(USKeyboardLayout.characters(name) == nil)
    }
  }
}
