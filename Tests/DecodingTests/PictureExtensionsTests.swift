import DecoderWire
import DecodingSupport
import Testing

@testable import Decoding

@Suite struct PictureExtensionsTests {
  @Test func `a folder lists exactly the extensions that a decoder supports`() {
    let shown = PictureFormat.allCases.filter {
      $0.hasBuiltInDecoder || !$0.loaders.isEmpty || !$0.debianPackage.isEmpty
    }
    #expect(
      PictureExtensions.all.union(PictureExtensions.documents) == Set(shown.flatMap(\.extensions)))
  }
}
