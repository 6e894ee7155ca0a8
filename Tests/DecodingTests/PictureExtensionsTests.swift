import DecoderWire
import DecodingSupport
import Testing

@testable import Decoding

@Suite struct PictureExtensionsTests {
  @Test func `a folder lists exactly the extensions of the formats with a decoder`() {
    #expect(
      PictureExtensions.all.union(PictureExtensions.documents)
        == Set(PictureFormat.allCases.flatMap(\.extensions)))
  }
}
