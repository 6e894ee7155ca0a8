import DecoderWire
import Pixels

/// A client of a ``SessionHelper``, which makes many requests for the same file.
@MainActor
protocol SessionClient: AnyObject {
  /// The next request, without a buffer for the helper to borrow; nil when nothing is wanted.
  func nextRequest(id: UInt64, limits: DecodeLimits) -> SessionRequest?
  /// Whether an answer to `request` is still useful.
  func wants(_ request: DecodeRequest) -> Bool
  /// Receives an answer.
  func take(_ answer: SessionAnswer, of info: DecodeReply.Info, for request: DecodeRequest)
  /// Receives metadata.
  func take(_ metadata: PhotoMetadata)
  /// Receives the edits of a file.
  func take(_ edits: [FileEdit])
  /// Receives an encoded file.
  func take(_ file: EncodedFile)
  /// Receives the completed share of the request in percent.
  func take(percent: Int)
  /// Called when later answers are in another colour space than earlier ones.
  func colorDidChange()
  /// Receives a failure of the request.
  func fail(_ failure: DecodeFailure)
  /// Called when the helper crashed during a request of this client.
  func countCrash(_ failure: DecodeFailure)
}

extension SessionClient {
  /// Ignores metadata, which a client of frames or regions does not request.
  func take(_ metadata: PhotoMetadata) {}
  /// Ignores edits, which only a ``FileEditTask`` requests.
  func take(_ edits: [FileEdit]) {}
  /// Ignores an encoded file, which only an ``EncodeTask`` requests.
  func take(_ file: EncodedFile) {}
  /// Ignores the completed share, which only an ``EncodeTask`` shows.
  func take(percent: Int) {}
}

/// A request of a ``SessionClient`` to the helper, with its file, expected size and time limit.
struct SessionRequest {
  /// The request to the helper.
  var request: DecodeRequest
  /// The file to read.
  var file: OwnedDescriptor
  /// The expected size of the answer in bytes; 0 when it is unknown.
  var bytes: Int
  /// The time limit in seconds; nil for the usual one.
  var deadline: Double?
}

/// Validated pixels.
enum SessionAnswer {
  /// Frames of an animation, with its number of iterations.
  case frames(FrameAdoption.Result, iterationCount: Int)
  /// A region of a picture.
  case part(PixelAdoption.Result)
  /// The properties in the header of a picture, without pixels.
  case header
}
