import DecoderWire
import Pixels

/// Who asks a ``SessionHelper`` for one thing after the other of the same file.
@MainActor
protocol SessionClient: AnyObject {
  /// The next request, its memory apart; nil when nothing is wanted.
  func nextRequest(id: UInt64, limits: DecodeLimits) -> SessionRequest?
  /// True when an answer to `request` is still of use.
  func wants(_ request: DecodeRequest) -> Bool
  /// Takes what came.
  func take(_ answer: SessionAnswer, of info: DecodeReply.Info, for request: DecodeRequest)
  /// What came so far is in other colours than what comes from now on.
  func colorDidChange()
  /// There is no answer.
  func fail(_ failure: DecodeFailure)
  /// The helper ended while it was decoding this.
  func countCrash(_ failure: DecodeFailure)
}

/// What a client wants next.
struct SessionRequest {
  /// What the helper is asked.
  var request: DecodeRequest
  /// The file it reads.
  var file: OwnedDescriptor
  /// Bytes the answer takes, 0 when that is not known.
  var bytes: Int
}

/// Pixels that have been checked.
enum SessionAnswer {
  /// Some frames of an animation, which plays so often.
  case frames(FrameAdoption.Result, plays: Int)
  /// A part of a picture.
  case part(PixelAdoption.Result)
}
