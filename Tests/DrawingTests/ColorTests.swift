import Drawing
import Testing

@Suite struct ColorTests {
  @Test(arguments: [
    ("#102030", UInt32(0xFF10_2030)), ("#10203080", 0x8008_1018), ("#fff", 0xFFFF_FFFF),
    ("#FA0", 0xFFFF_AA00), ("#0008", 0x8800_0000), ("black", 0xFF00_0000),
    ("White", 0xFFFF_FFFF), ("red", 0xFFFF_0000), ("transparent", 0), ("navy", 0xFF00_0080),
  ])
  func `hexadecimal and named colours are parsed`(text: String, pixel: UInt32) {
    #expect(Color(parsing: text)?.premultiplied == pixel)
  }

  @Test(arguments: ["", "#", "#12", "#12345", "#1234567", "#gg0000", "#١٢٣", "reddish", "# 12345"])
  func `invalid colour texts are refused`(text: String) {
    #expect(Color(parsing: text) == nil)
  }

  @Test func `components are clamped to 0 and 1, NaN to 0`() {
    let color = Color(red: 7, green: -1, blue: .nan, alpha: 2)
    #expect(color == Color(red: 1, green: 0, blue: 0, alpha: 1))
  }

  @Test(arguments: [(0.0, 0.6), (0.3, 0.5), (1.0, 0.4), (0.2, 0.0), (0.0, 0.0)])
  func `one blended colour has the effect of two colours`(upper: Double, lower: Double) {
    let (a, b) = (
      Color(red: 1, green: 0.5, blue: 0, alpha: upper), Color(white: 0.2, alpha: lower)
    )
    let ground = Color(red: 0, green: 0.4, blue: 0.8)
    let twice = a.over(b.over(ground, b.alpha), a.alpha)
    let both = a.blended(over: b)
    let once = both.over(ground, both.alpha)
    #expect(abs(twice.red - once.red) < 1e-9)
    #expect(abs(twice.green - once.green) < 1e-9)
    #expect(abs(twice.blue - once.blue) < 1e-9)
  }
}
