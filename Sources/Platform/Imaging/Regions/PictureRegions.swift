public import DecoderWire
import Localization
public import Pixels

/// The decoding of regions of one huge picture, by a helper that keeps its position in the file.
/// Regions are not cached here.
///
/// The owner updates ``wanted`` as the picture is scrolled and zoomed, and calls ``cancel()`` when
/// the picture's page leaves the browser's window of live pages.
@MainActor
public final class PictureRegions {
  /// The regions to decode, the most urgent first. Decoded regions are removed from the list; a
  /// region that the owner removes is not decoded, unless its decode has begun. Default: empty.
  public var wanted: [PictureRegion] = [] {
    didSet { if wanted != oldValue, !wanted.isEmpty { helper?.wake() } }
  }
  /// Called with each decoded region and its pixels. Default: nil.
  public var onRegion: ((PictureRegion, Bitmap) -> Void)?
  /// Called when the colour space of later regions differs from that of earlier ones. Default: nil.
  public var onColorChange: (() -> Void)?
  /// Called once when no more regions will be decoded, with the reason. Default: nil.
  public var onFailure: ((DecodeFailure) -> Void)?

  /// The maximum number of crashes of the helper after which decoding is tried again: a single
  /// crash may have another cause than this file.
  private static let maxCrashes = 1

  private weak var helper: SessionHelper?
  private let sessionID: UInt64
  /// The opened picture file; nil before it is opened and after decoding has ended.
  private var file: OwnedDescriptor?
  private let name: String
  private let naturalSize: PixelSize
  /// The choice among the pictures that the file contains; see ``PictureChoice``.
  private let choice: PictureChoice
  private var crashes = 0
  private var hasEnded = false

  init(
    _ sessionID: UInt64, name: String, naturalSize: PixelSize, choice: PictureChoice,
    helper: SessionHelper
  ) {
    self.sessionID = sessionID
    self.name = name
    self.naturalSize = naturalSize
    self.choice = choice
    self.helper = helper
  }

  /// Stops decoding; no closure is called any more.
  public func cancel() {
    guard !hasEnded else { return }
    end()
  }

  private func end() {
    hasEnded = true
    file = nil
    wanted = []
    onRegion = nil
    onColorChange = nil
    onFailure = nil
    helper?.remove(self)
  }
}

extension PictureRegions: SessionClient {
  /// Receives the opened picture file, or the failure to open it.
  func receiveFile(_ opened: Result<OpenedFile, DecodeFailure>) {
    guard !hasEnded else { return }
    switch opened {
    case .success(let opened): file = opened.descriptor
    case .failure(let failure): fail(failure)
    }
  }

  /// Reports the change of the display's colours, so that the owner requests its regions again.
  func colorDidChange() { onColorChange?() }

  func nextRequest(id: UInt64, limits: DecodeLimits) -> SessionRequest? {
    guard !hasEnded, let file, let part = wanted.first else { return nil }
    var request = DecodeRequest(
      id: id, kind: .region, target: part.size, limits: limits, nameHint: name)
    request.region = RegionRequest(pictureID: sessionID, whole: part.whole, x: part.x, y: part.y)
    request.choice = choice
    return SessionRequest(
      request: request, file: file, expectedPixelBytes: CheckedSize.byteCount(part.size)?.total ?? 0
    )
  }

  /// Whether a decoded region is delivered: true until decoding has ended, because a region that
  /// has left the view may come back.
  func wants(_ request: DecodeRequest) -> Bool { !hasEnded }

  func receive(_ answer: SessionAnswer, of info: DecodeReply.Info, for request: DecodeRequest) {
    guard case .region(let adopted) = answer, let region = request.region else { return }
    guard info.naturalSize == naturalSize else {
      return fail(DecodeFailure(.damaged, format: info.format, detail: tr("it has changed")))
    }
    let part = PictureRegion(whole: region.whole, x: region.x, y: region.y, size: request.target)
    wanted.removeAll { $0 == part }
    onRegion?(part, adopted.bitmap)
  }

  func fail(_ failure: DecodeFailure) {
    let report = onFailure
    end()
    report?(failure)
  }

  func countCrash(_ failure: DecodeFailure) {
    crashes += 1
    if crashes > Self.maxCrashes { fail(failure) }
  }
}
