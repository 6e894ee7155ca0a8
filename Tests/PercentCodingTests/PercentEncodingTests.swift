import PercentCoding
import TestSupport
import Testing

@Suite(.tags(.seeded)) struct PercentEncodingTests {
  @Test(arguments: 0..<20 as Range<UInt64>)
  func `decoding restores any bytes`(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    let bytes = (0..<40).map { _ in UInt8.random(in: 0...255, using: &random) }
    let text = PercentEncoding.encoded(bytes, keeping: PercentEncoding.isUnreserved)
    #expect(text.utf8.allSatisfy { PercentEncoding.isUnreserved($0) || $0 == UInt8(ascii: "%") })
    #expect(PercentEncoding.decoded(Array(text.utf8)) == bytes)
    #expect(PercentEncoding.strictlyDecoded(text.utf8) == bytes)
  }

  @Test func `escapes have digits in upper case, and are read in either case`() {
    #expect(PercentEncoding.encoded([0xAF], keeping: { _ in false }) == "%AF")
    #expect(PercentEncoding.strictlyDecoded("%af%Af".utf8) == [0xAF, 0xAF])
  }

  @Test(arguments: ["%", "a%2", "%zz", "%+f", "%f ", "%%41"])
  func `an incomplete escape stays as it is, or is an error`(text: String) {
    #expect(PercentEncoding.strictlyDecoded(text.utf8) == nil)
    let rest = text == "%%41" ? "%A" : text
    #expect(PercentEncoding.decoded(Array(text.utf8)) == Array(rest.utf8))
  }
}
