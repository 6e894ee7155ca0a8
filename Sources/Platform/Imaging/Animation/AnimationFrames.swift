public import DecoderWire
public import Pixels

/// The frames of one animation, decoded ahead of the shown frame.
///
/// A frame is available or not; nothing blocks. The owner cancels the object when its page loses
/// its cell.
@MainActor
public final class AnimationFrames {
  /// Called when frames have arrived or decoding has failed.
  public var onChange: (() -> Void)?
  /// The number of iterations of the animation, 0 for endless; nil until the first frames are there.
  public private(set) var iterationCount: Int?
  /// The natural size of the picture in pixels.
  public private(set) var naturalSize: PixelSize
  /// The reason why no more frames will come; nil without a failure.
  public private(set) var failure: DecodeFailure?
  /// The box in device pixels that frames are fitted into. A change drops and refetches all frames.
  public var target: PixelSize {
    didSet { if target != oldValue { targetDidChange() } }
  }
  /// The index of the shown frame. The frames after it are prefetched.
  public var head: Int {
    get { cache.head }
    set {
      guard newValue != cache.head else { return }
      cache.head = newValue
      helper?.wake()
    }
  }

  /// The maximum number of tolerated crashes of the helper: a single crash may be accidental.
  private static let maxCrashes = 1

  private var cache: FrameCache
  private weak var helper: SessionHelper?
  /// The animation's file; nil until it is open.
  private var file: OwnedDescriptor?
  private let name: String
  private let animation: UInt64
  private var crashes = 0
  private(set) var isCancelled = false

  init(
    _ animation: UInt64, name: String, naturalSize: PixelSize, target: PixelSize, budget: Int,
    helper: SessionHelper
  ) {
    self.animation = animation
    self.name = name
    self.naturalSize = naturalSize
    self.target = target
    self.helper = helper
    cache = FrameCache(budget: budget)
  }

  /// The number of frames; nil until the first frames are there.
  public var count: Int? { cache.count }
  /// The bytes of cached frames.
  public var cachedBytes: Int { cache.bytes }
  /// The number of cached frames.
  public var cachedFrames: Int { cache.frameCount }

  /// The frame at `index` with its duration from the file, in milliseconds; nil when it is not
  /// cached.
  public func frame(_ index: Int) -> (bitmap: Bitmap, milliseconds: Int)? {
    cache.frame(index).map { ($0.bitmap, $0.milliseconds) }
  }

  /// Stops decoding and frees all frames.
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
  /// Drops the frames, which are in the old colour space.
  func colorDidChange() { cache.removeAll() }

  /// Stores the opened file or the failure to open it.
  func open(_ opened: Result<OpenedFile, DecodeFailure>) {
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
    guard let wanted = cache.nextWanted(frameBytes: bytes) else { return nil }
    request.frames = FrameRequest(
      animation: animation, first: wanted.lowerBound, count: wanted.count)
    return SessionRequest(request: request, file: file, bytes: bytes * wanted.count)
  }

  func wants(_ request: DecodeRequest) -> Bool { !isCancelled && request.target == target }

  func take(_ answer: SessionAnswer, of info: DecodeReply.Info, for request: DecodeRequest) {
    guard case .frames(let adopted, let iterationCount) = answer else { return }
    naturalSize = info.naturalSize
    self.iterationCount = iterationCount
    cache.insert(adopted.frames, at: adopted.first, count: info.frames, cost: adopted.cost)
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
