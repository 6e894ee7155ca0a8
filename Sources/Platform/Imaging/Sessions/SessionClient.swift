import DecoderWire
import Pixels

/// The sender of requests for one file to a ``SessionHelper``, and the receiver of the answers.
@MainActor
protocol SessionClient: AnyObject {
  /// Makes the next request, with the identifier `id`; nil when nothing is wanted.
  func nextRequest(id: UInt64, limits: DecodeLimits) -> SessionRequest?
  /// Whether the answer to `request` is still useful; otherwise it is dropped.
  func wants(_ request: DecodeRequest) -> Bool
  /// Receives decoded pixels or the header of a picture.
  func receive(_ answer: SessionAnswer, of info: DecodeReply.Info, for request: DecodeRequest)
  /// Receives the metadata that were read from the file.
  func receive(_ metadata: PhotoMetadata)
  /// Receives the byte edits that were computed for the file.
  func receive(_ edits: [FileEdit])
  /// Receives the encoded picture file.
  func receive(_ file: EncodedFile)
  /// Receives the completed share of the running request in percent, 0…100.
  func receive(percent: Int)
  /// Called when the colour space of later answers differs from that of earlier ones.
  func colorDidChange()
  /// Receives the failure of a request; the helper continues with the next one.
  func fail(_ failure: DecodeFailure)
  /// Called when the helper has crashed during a request of this client. The request is repeated
  /// unless the client ends.
  func countCrash(_ failure: DecodeFailure)
}

extension SessionClient {
  /// Ignores metadata, which only a ``MetadataTask`` requests.
  func receive(_ metadata: PhotoMetadata) {}
  /// Ignores edits, which only a ``FileEditTask`` requests.
  func receive(_ edits: [FileEdit]) {}
  /// Ignores an encoded file, which only an ``EncodeTask`` requests.
  func receive(_ file: EncodedFile) {}
  /// Ignores the completed share, which only an ``EncodeTask`` reports.
  func receive(percent: Int) {}
}

/// A request to a helper, with the file to read, the expected size of the answer and the time
/// limit.
struct SessionRequest {
  /// The message to the helper.
  var request: DecodeRequest
  /// The file to be read, sent along with the message.
  var file: OwnedDescriptor
  /// The expected size of the decoded pixels in bytes; 0 when there are none, or it is unknown.
  var expectedPixelBytes: Int
  /// The time limit in seconds; nil for ``ImagingConfiguration/deadline``.
  var timeLimit: Double?
}

/// A validated answer about a picture.
enum SessionAnswer {
  /// Decoded frames of an animation, and the number of times that it is played, 0 for endless.
  case frames(FrameAdoption.AdoptedFrames, iterationCount: Int)
  /// A decoded region of a picture.
  case region(PixelAdoption.AdoptedPixels)
  /// The header of a picture was read; its properties are passed separately.
  case header
}
