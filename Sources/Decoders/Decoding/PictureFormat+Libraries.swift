import DecodingSupport
import DocumentDecoding
import FreeImageDecoding
import HEIFDecoding
import JPEG2000Decoding
import JXLDecoding
import OpenEXRDecoding
import RawDecoding
import TIFFDecoding
import VectorDecoding
import WebPDecoding

extension PictureFormat {
  /// Whether the library that decodes the format instead of gdk-pixbuf is installed; false for a
  /// format without such a library.
  var isLibraryInstalled: Bool {
    switch self {
    case .webp: WebPStillLibrary.shared != nil
    case .tiff: TIFFLibrary.shared != nil
    case .jpegXL: JXLLibrary.shared != nil
    case .svg: RsvgLibrary.shared != nil
    case .openEXR: OpenEXRLibrary.shared != nil
    case .jpeg2000: OpenJPEGLibrary.shared != nil
    case .heif, .avif: HEIFLibrary.shared != nil
    case .photoshop, .dds, .pcx, .sgi: FreeImageLibrary.shared != nil
    case .pdf: PopplerLibrary.shared != nil
    case .djvu: DjVuLibrary.shared != nil
    case .cameraRaw: LibRawLibrary.shared != nil
    default: false
    }
  }
}
