public import DecoderWire
public import Pixels

/// Parts of one huge picture, decoded one after the other by a helper that remembers where in the
/// file it is. Nothing of them is kept here.
///
/// Its owner says what is wanted, over and over, and cancels it when its page leaves.
@MainActor
public final class PictureParts {
  /// What is to be decoded, the most urgent first. What is not in it any more is not begun.
  public var wanted: [PictureRegion] = [] {
    didSet { if wanted != oldValue, !wanted.isEmpty { helper?.wake() } }
  }
  /// Called when a part is there.
  public var onPart: ((PictureRegion, Bitmap) -> Void)?
  /// Called when parts that come from now on are in other colours than those that came.
  public var onColorChange: (() -> Void)?
  /// Called when there will be no more parts.
  public var onFailure: ((DecodeFailure) -> Void)?

  /// How often the helper may end in the middle: once can be bad luck.
  private static let mostCrashes = 1

  private weak var helper: SessionHelper?
  private let picture: UInt64
  /// Nil until it is open.
  private var file: OwnedDescriptor?
  private let name: String
  private let naturalSize: PixelSize
  private var crashes = 0
  private var isOver = false

  init(
    _ picture: UInt64, name: String, naturalSize: PixelSize, helper: SessionHelper
  ) {
    self.picture = picture
    self.name = name
    self.naturalSize = naturalSize
    self.helper = helper
  }

  /// Ends it: nothing is decoded any more.
  public func cancel() {
    guard !isOver else { return }
    end()
    helper?.remove(self)
  }

  private func end() {
    isOver = true
    wanted = []
    onPart = nil
    onColorChange = nil
    onFailure = nil
  }
}

extension PictureParts: SessionClient {
  /// Takes the file the parts are in, or the reason why there are none.
  func open(_ opened: Result<OpenedFile, DecodeFailure>) {
    guard !isOver else { return }
    switch opened {
    case .success(let opened): file = opened.descriptor
    case .failure(let failure): fail(failure)
    }
  }

  /// Whoever keeps parts asks for them again.
  func colorDidChange() { onColorChange?() }

  func nextRequest(id: UInt64, limits: DecodeLimits) -> SessionRequest? {
    guard !isOver, let file, let part = wanted.first else { return nil }
    var request = DecodeRequest(
      id: id, purpose: .region, target: part.size, limits: limits, nameHint: name)
    request.region = RegionRequest(picture: picture, whole: part.whole, x: part.x, y: part.y)
    return SessionRequest(
      request: request, file: file, bytes: CheckedSize.byteCount(part.size)?.total ?? 0)
  }

  /// What has left the view meanwhile may come into it again.
  func wants(_ request: DecodeRequest) -> Bool { !isOver }

  func take(_ answer: SessionAnswer, of info: DecodeReply.Info, for request: DecodeRequest) {
    guard case .part(let adopted) = answer, let region = request.region else { return }
    guard info.naturalSize == naturalSize else {
      return fail(DecodeFailure(.damaged, format: info.format, detail: "it has changed"))
    }
    let part = PictureRegion(whole: region.whole, x: region.x, y: region.y, size: request.target)
    wanted.removeAll { $0 == part }
    onPart?(part, adopted.bitmap)
  }

  func fail(_ failure: DecodeFailure) {
    let tell = onFailure
    end()
    tell?(failure)
  }

  func countCrash(_ failure: DecodeFailure) {
    crashes += 1
    if crashes > Self.mostCrashes { fail(failure) }
  }
}

extension ImagePipeline {
  /// Bytes of the parts of one picture that may be kept: see ``ImagingConfiguration/partBytes``.
  public var partBytes: Int { configuration.partBytes }

  /// The parts of the picture at `path`, which is known to have some.
  ///
  /// - Parameter naturalSize: of the picture that is shown: a file that holds another one by now has
  ///   no part of it.
  public func parts(of path: FilePathBytes, naturalSize: PixelSize) -> PictureParts {
    let parts = PictureParts(
      partHelper.makeName(), name: path.name, naturalSize: naturalSize, helper: partHelper)
    partHelper.add(parts)
    files.ask(waits: false) {
      Result { () throws(DecodeFailure) in try OpenedFile(path) }
    } then: { [weak partHelper, weak parts] in
      parts?.open($0)
      partHelper?.wake()
    }
    return parts
  }
}
