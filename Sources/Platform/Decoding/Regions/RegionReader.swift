import DecoderWire
import Pixels

/// A picture that is open for parts of it to be read, in any order, by one who does not begin anew
/// every time: it remembers where things are in the file.
protocol RegionReader: AnyObject {
  /// What is known of the picture.
  var info: DecodeReply.Info { get }
  /// Bytes it remembers, without the file's own.
  var byteCount: Int { get }

  /// Writes the part `region` of `memory`'s size, opaque where the picture is, in the file's colours.
  ///
  /// - Parameter inks: the conversion of the inks of a picture that has them; without it they are
  ///   taken to be perfect ones.
  /// - Throws: what is wrong with the file, or `.tooLarge` when the part needs too much memory.
  func read(
    _ region: RegionRequest, into memory: PixelBuffer, inks: ColorConversion?
  ) throws(DecodeFailure)
}
