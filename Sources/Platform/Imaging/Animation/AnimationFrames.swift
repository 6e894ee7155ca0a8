public import DecoderWire
public import Pixels

/// The decoded frames of one animation, fetched from a helper ahead of the shown frame.
///
/// A frame is returned when it is cached, else nil: no call blocks. The owner calls ``cancel()``
/// when the page of the animation leaves the browser's window of live pages.
@MainActor
public final class AnimationFrames {
  /// Called when frames have arrived or ``failure`` was set; read ``frame(_:)`` again. Default:
  /// nil.
  public var onChange: (() -> Void)?
  /// The number of times that the animation is played, as stored in the file: 0 for endless; nil
  /// until the first frames have arrived.
  public private(set) var iterationCount: Int?
  /// The size of the whole picture in its own pixels, first as given by the caller, later as read
  /// from the file.
  public private(set) var naturalSize: PixelSize
  /// The reason why no more frames will arrive; nil while decoding may continue.
  public private(set) var failure: DecodeFailure?
  /// The box in device pixels that frames are fitted into without enlarging them. A change drops
  /// all cached frames and requests them again.
  public var target: PixelSize {
    didSet { if target != oldValue { targetDidChange() } }
  }
  /// The index of the frame that is shown now, from 0. The frames after it are fetched in advance.
  /// Default: 0.
  public var head: Int {
    get { cache.head }
    set {
      guard newValue != cache.head else { return }
      cache.head = newValue
      helper?.wake()
    }
  }

  /// The maximum number of crashes of the helper after which decoding is tried again: a single
  /// crash may have another cause than this file.
  private static let maxCrashes = 1

  private var cache: FrameCache
  private weak var helper: SessionHelper?
  /// The open file of the animation; nil before it is opened and after ``cancel()``.
  private var file: OwnedDescriptor?
  private let name: String
  private let sessionID: UInt64
  private var crashes = 0
  private(set) var isCancelled = false

  init(
    _ sessionID: UInt64, name: String, naturalSize: PixelSize, target: PixelSize, budget: Int,
    helper: SessionHelper
  ) {
    self.sessionID = sessionID
    self.name = name
    self.naturalSize = naturalSize
    self.target = target
    self.helper = helper
    cache = FrameCache(budget: budget)
  }

  /// The number of frames of the animation; nil until the first frames have arrived.
  public var count: Int? { cache.animationFrameCount }
  /// The memory of the cached frames in bytes.
  public var cachedBytes: Int { cache.bytes }
  public var cachedFrames: Int { cache.cachedFrameCount }

  /// The frame at `index` and its duration in milliseconds as stored in the file; nil when the
  /// frame is not cached.
  public func frame(_ index: Int) -> (bitmap: Bitmap, milliseconds: Int)? {
    cache.frame(index).map { ($0.bitmap, $0.durationMilliseconds) }
  }

  /// Stops decoding and frees all frames; ``onChange`` is not called any more.
  public func cancel() {
    guard !isCancelled else { return }
    isCancelled = true
    onChange = nil
    file = nil
    cache.removeAll()
    helper?.remove(self)
  }

  private func targetDidChange() {
    cache.removeAll()
    helper?.wake()
  }
}

extension AnimationFrames: SessionClient {
  /// Drops the cached frames, which have the colours of the previous display; they are fetched
  /// again.
  func colorDidChange() { cache.removeAll() }

  /// Receives the opened file of the animation, or the failure to open it.
  func receiveFile(_ opened: Result<OpenedFile, DecodeFailure>) {
    guard !isCancelled else { return }
    switch opened {
    case .success(let opened): file = opened.descriptor
    case .failure(let failure): fail(failure)
    }
  }

  func nextRequest(id: UInt64, limits: DecodeLimits) -> SessionRequest? {
    guard !isCancelled, failure == nil, let file else { return nil }
    var request = DecodeRequest(
      id: id, kind: .frames, target: target, limits: limits, nameHint: name)
    let size = request.fittedSize(of: naturalSize)
    let bytes = CheckedSize.byteCount(size)?.total ?? 0
    guard let wanted = cache.reserveNextRange(frameBytes: bytes) else { return nil }
    request.frames = FrameRequest(
      animationID: sessionID, firstIndex: wanted.lowerBound, count: wanted.count)
    return SessionRequest(request: request, file: file, expectedPixelBytes: bytes * wanted.count)
  }

  func wants(_ request: DecodeRequest) -> Bool { !isCancelled && request.target == target }

  func receive(_ answer: SessionAnswer, of info: DecodeReply.Info, for request: DecodeRequest) {
    guard case .frames(let adopted, let iterationCount) = answer else { return }
    naturalSize = info.naturalSize
    self.iterationCount = iterationCount
    cache.insert(adopted.frames, at: adopted.firstIndex, count: info.frames, cost: adopted.cost)
    onChange?()
  }

  func fail(_ failure: DecodeFailure) {
    self.failure = failure
    onChange?()
  }

  func countCrash(_ failure: DecodeFailure) {
    crashes += 1
    if crashes > Self.maxCrashes { fail(failure) }
  }
}
