import Geometry
import Pixels
import TestSupport
import Testing

@testable import Drawing

@Suite struct TextTests {
  private let style = TextStyle(size: 14)

  private func ink(_ layout: TextLayout, width: Int = 300, height: Int = 120) -> Int {
    let picture = Bitmap.drawn(width, height) { canvas in
      canvas.draw(layout, at: Point(x: 10, y: 10), .white)
    }
    var count = 0
    for y in 0..<height {
      for x in 0..<width where picture.pixel(x: x, y: y) != 0 { count += 1 }
    }
    return count
  }

  @Test func `text has a plausible size and draws pixels`() {
    let layout = TextLayout("Holiday.jpg", style: style)
    #expect(layout.size.width > 30 && layout.size.width < 200)
    #expect(layout.size.height >= 14 && layout.size.height < 30)
    #expect(layout.lineCount == 1)
    #expect(layout.baseline > 5 && layout.baseline < layout.size.height)
    #expect(ink(layout) > 50)
  }

  @Test func `text of twice the size is about twice as wide`() {
    let small = TextLayout("Holiday.jpg", style: style)
    let large = TextLayout("Holiday.jpg", style: TextStyle(size: 28))
    #expect(abs(large.size.width / small.size.width - 2) < 0.15)
  }

  @Test func `an ellipsis keeps text within its width`() {
    let name = String(repeating: "holiday ", count: 20) + ".jpg"
    for flow in [TextFlow.ellipsisAtEnd, .ellipsisInMiddle] {
      let layout = TextLayout(name, style: style, maxWidth: 120, flow: flow)
      #expect(layout.isEllipsized)
      #expect(layout.size.width <= 120)
      #expect(layout.lineCount == 1)
    }
  }

  @Test func `wrapped text ends with an ellipsis at its maximum of lines`() {
    let text = String(repeating: "The picture cannot be shown. ", count: 10)
    let layout = TextLayout(text, style: style, maxWidth: 150, flow: .wrapped(maxLines: 3))
    #expect(layout.lineCount == 3)
    #expect(layout.isEllipsized)
    #expect(layout.size.width <= 150)
    let unbroken = TextLayout(
      String(repeating: "x", count: 200), style: style, maxWidth: 150,
      flow: .wrapped(maxLines: 4))
    #expect(unbroken.size.width <= 150)
  }

  @Test func `the maximum of lines counts those after line feeds too`() {
    let layout = TextLayout(
      "One\nTwo\nThree\nFour", style: style, maxWidth: 150, flow: .wrapped(maxLines: 2))
    #expect(layout.lineCount == 2)
    let long = TextLayout(
      "One\nTwo\n" + String(repeating: "Three ", count: 30), style: style, maxWidth: 150,
      flow: .wrapped(maxLines: 2))
    #expect(long.lineCount == 2)
    #expect(long.isEllipsized)
    let whole = TextLayout("One\nTwo", style: style, maxWidth: 150, flow: .wrapped(maxLines: 2))
    #expect(whole.lineCount == 2)
    #expect(!whole.isEllipsized)
  }

  @Test(arguments: [
    "The server’s description of the picture is too large",
    "وصف الصورة الذي أرسله الخادم كبير جدا ولا يمكن عرضه", "サーバーが送った画像の説明が大きすぎます。",
  ])
  func `a centered text has no single word on the second line`(text: String) {
    let whole = TextLayout(text, style: style).size.width
    var balanced = 0
    for width in stride(from: whole * 0.6, to: whole, by: 5) {
      func layout(_ alignment: TextAlignment) -> TextLayout {
        TextLayout(
          text, style: style, maxWidth: width, flow: .wrapped(maxLines: 6), alignment: alignment)
      }
      let (centered, leading) = (layout(.center), layout(.leading))
      #expect(centered.lineCount == leading.lineCount && !centered.isEllipsized)
      #expect(centered.size.width <= leading.size.width)
      guard leading.lineCount == 2 else { continue }
      // The first line and a quarter of the text below it.
      #expect(centered.size.width <= whole * 0.78, "\(width) of \(whole)")
      if centered.size.width < leading.size.width { balanced += 1 }
    }
    #expect(balanced > 5)
  }

  @Test(arguments: [
    "“Supercalifragilisticexpialidocious.jpg” is", "Donaudampfschifffahrtsgesellschaft\nno",
    String(repeating: "x", count: 30),
  ])
  func `a centered text keeps long words as they are`(text: String) {
    func layout(_ alignment: TextAlignment) -> TextLayout {
      TextLayout(
        text, style: style, maxWidth: 260, flow: .wrapped(maxLines: 3), alignment: alignment)
    }
    let (centered, leading) = (layout(.center), layout(.leading))
    #expect(centered.lineCount == leading.lineCount && !centered.isEllipsized)
    #expect(abs(centered.size.width - leading.size.width) <= 1)
  }

  @Test func `text is drawn inside its layout box at the given point`() {
    let layout = TextLayout("Hgj", style: style)
    let picture = Bitmap.drawn(80, 60) { canvas in
      canvas.draw(layout, at: Point(x: 20, y: 20), .white)
    }
    for y in 0..<60 {
      for x in 0..<80 where picture.pixel(x: x, y: y) != 0 {
        #expect((18..<20 + Int(layout.size.width) + 2).contains(x))
        #expect((20..<20 + Int(layout.size.height)).contains(y))
      }
    }
  }

  @Test func `control characters are replaced by visible symbols`() {
    let visible = DisplayText.visible("a\nb\t\u{0}\u{7F}\u{85}\u{2028}z")
    #expect(visible == "a\u{240A}b\u{2409}\u{2400}\u{2421}\u{FFFD}\u{2424}z")
    #expect(DisplayText.visible("a\nb", keepsLines: true) == "a\nb")
    let layout = TextLayout("one\ntwo", style: style)
    #expect(layout.lineCount == 1)
  }

  @Test func `a name cannot change the direction of the text around it`() {
    #expect(DisplayText.visible("a\u{200E}b\u{200F}c\u{61C}d") == "a\u{FFFD}b\u{FFFD}c\u{FFFD}d")
    let name = DisplayText.name("photo\u{202E}gpj.exe\u{2069}")
    #expect(name == "\u{2068}photo\u{FFFD}gpj.exe\u{FFFD}\u{2069}")
    #expect(DisplayText.visible("See \(name).") == "See \(name).")
    let numbers = "\u{2066}\u{200E}3 / 20\u{2069}"
    #expect(DisplayText.visible(numbers) == numbers)
    #expect(!DisplayText.name(numbers).unicodeScalars.contains("\u{200E}"))
  }

  @Test(arguments: [
    ("\u{2068}N\u{2069} مفتاح الأمر", true), ("“\u{2068}שלום.jpg\u{2069}” was renamed", false),
    ("\u{2068}N\u{2069} \u{2068}م\u{2069}", false), ("\u{2067}N\u{2069} م \u{2069}x", true),
    ("مفتاح \u{2068}N\u{2069}", true), ("a \u{2068}م\u{2069}", false),
  ])
  func `a name at the beginning has no influence on the direction of a sentence`(
    text: String, isRightToLeft: Bool
  ) {
    #expect(TextLayout(text, style: style).isRightToLeft == isRightToLeft)
  }

  @Test func `the lines of a sentence with a name of another direction begin at the right`() {
    let text = "\u{2068}N\u{2069} مفتاح الأمر اضغطه مرة أخرى"
    let layout = TextLayout(
      text, style: style, maxWidth: 120, flow: .wrapped(maxLines: 9))
    let picture = Bitmap.drawn(Int(layout.size.width.rounded(.up)), 300) { canvas in
      canvas.draw(layout, at: .zero, .white)
    }
    #expect(layout.lineCount > 1)
    let lineHeight = layout.size.height / Double(layout.lineCount)
    for line in 0..<layout.lineCount {
      let rows = Int(lineHeight * Double(line))..<Int(lineHeight * Double(line + 1))
      let columns = (0..<Int(layout.size.width)).filter { x in
        rows.contains { picture.pixel(x: x, y: $0) != 0 }
      }
      #expect((columns.last ?? 0) > Int(layout.size.width) - 8, "line \(line)")
    }
  }

  @Test func `invalid UTF-8 bytes in a name become replacement characters`() {
    let name = DisplayText.name([0x61, 0xFF, 0xC3, 0x28] as [UInt8])
    #expect(name == "\u{2068}a\u{FFFD}\u{FFFD}(\u{2069}")
  }

  @Test func `scripts, combining marks and very long names stay within the width`() {
    for text in [
      "", "日本語.jpg", "عربى.png", "e\u{301}\u{301}\u{301}", "👩‍👩‍👧‍👦", "\u{200F}x",
      String(repeating: "a\u{300}", count: 3000), String(repeating: "界", count: 9000),
    ] {
      let layout = TextLayout(
        DisplayText.name(text), style: style, maxWidth: 200, flow: .ellipsisInMiddle)
      #expect(layout.size.width <= 201)
      #expect(layout.size.height > 0)
    }
    #expect(DisplayText.visible(String(repeating: "x", count: 9999)).count == 4001)
  }

  @Test func `invalid text sizes are clamped`() {
    #expect(TextStyle(size: .nan).size == 1)
    #expect(TextStyle(size: -3).size == 1)
    #expect(TextStyle(size: 1e9).size == 512)
  }

  @Test func `without Pango text is empty and draws nothing`() {
    #expect((try? PangoLibrary("libpangocairo-0.so.0")) == nil)
    #expect(
      (try? PangoLibrary("libc.so.6")) == nil, "a library without the Pango functions is refused")
    let shaped = ShapedText(
      "Holiday.jpg", style: style, maxWidth: nil, flow: .line, alignment: .center, with: nil)
    let layout = TextLayout("", shaped)
    #expect(layout.size == .zero && layout.inkBounds == .zero && layout.baseline == 0)
    #expect(layout.lineCount == 0 && !layout.isEllipsized && !layout.isRightToLeft)
    #expect(layout.caretX(beforeByte: 3) == 0 && layout.byteOffset(at: 20) == 0)
    #expect(ink(layout) == 0)
  }
}
