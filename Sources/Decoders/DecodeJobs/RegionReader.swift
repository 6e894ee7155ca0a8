package import ColorManagement
package import DecoderWire
package import Pixels

/// A reader of regions of an open picture, in any order. It keeps checkpoints, so that it need not
/// decode the file from the beginning every time.
package protocol RegionReader: AnyObject {
  /// The properties of the picture, for the reply.
  var info: DecodeReply.Info { get }
  /// Size in bytes of the reader's state, without the file itself.
  var heldByteCount: Int { get }

  /// Decodes the region that begins at the pixel (`region.x`, `region.y`) and has the size of
  /// `memory`, in the colours of the file. Areas that are missing in the file become transparent.
  ///
  /// - Parameter cmyk: the conversion of a CMYK picture; when it is nil, ideal inks are assumed.
  ///
  /// - Throws: the failure of the decoder, or `.tooLarge` when the region needs too much memory.
  func read(
    _ region: RegionRequest, into memory: PixelBuffer, cmyk: ColorConversion?
  ) throws(DecodeFailure)
}
