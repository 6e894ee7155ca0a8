public import DecoderWire
public import Pixels

/// The frames of one animation, decoded ahead of the one that is shown.
///
/// Nothing waits for it: a frame is there or it is not. Its owner cancels it when its page leaves.
@MainActor
public final class AnimationFrames {
  /// Called when there are more frames, or will be none any more.
  public var onChange: (() -> Void)?
  /// How often it plays in all, 0 for ever; nil until the first frames are there.
  public private(set) var plays: Int?
  /// Pixels of the whole picture.
  public private(set) var naturalSize: PixelSize
  /// Why there will be no more frames than there are; nil while all is well.
  public private(set) var failure: DecodeFailure?
  /// The box, in device pixels, frames are fitted into. Another one fetches all of them anew.
  public var target: PixelSize {
    didSet { if target != oldValue { targetDidChange() } }
  }
  /// The frame that is shown: those that follow are decoded.
  public var head: Int {
    get { cache.head }
    set {
      guard newValue != cache.head else { return }
      cache.head = newValue
      helper?.wake()
    }
  }

  /// How often the helper may end in the middle: once can be bad luck.
  private static let mostCrashes = 1

  private var cache: FrameCache
  private weak var helper: SessionHelper?
  /// Nil until it is open.
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

  /// Frames there are; nil until the first are there.
  public var count: Int? { cache.count }
  /// Bytes of the frames in memory.
  public var cachedBytes: Int { cache.bytes }
  /// Frames in memory.
  public var cachedFrames: Int { cache.frameCount }

  /// Frame `index` and how long it is seen, in milliseconds as the file says; nil when it is not
  /// there.
  public func frame(_ index: Int) -> (bitmap: Bitmap, milliseconds: Int)? {
    cache.frame(index).map { ($0.bitmap, $0.milliseconds) }
  }

  /// Ends it: nothing is decoded any more, and its memory is given back.
  public func cancel() {
    guard !isCancelled else { return }
    isCancelled = true
    onChange = nil
    cache.removeAll()
    helper?.remove(self)
  }

  private func targetDidChange() {
    cache.removeAll()
    helper?.wake()
  }
}

extension AnimationFrames: SessionClient {
  /// Frames in other colours are of no use any more.
  func colorDidChange() { cache.removeAll() }

  /// Takes the file the frames are in, or the reason why there is none.
  func open(_ opened: Result<OpenedFile, DecodeFailure>) {
    switch opened {
    case .success(let opened): file = opened.descriptor
    case .failure(let failure): fail(failure)
    }
  }

  func nextRequest(id: UInt64, limits: DecodeLimits) -> SessionRequest? {
    guard !isCancelled, failure == nil, let file else { return nil }
    var request = DecodeRequest(
      id: id, purpose: .frames, target: target, limits: limits, nameHint: name)
    let size = request.fittedSize(of: naturalSize)
    let bytes = CheckedSize.byteCount(size)?.total ?? 0
    guard let wanted = cache.nextWanted(frameBytes: bytes) else { return nil }
    request.frames = FrameRequest(
      animation: animation, first: wanted.lowerBound, count: wanted.count)
    return SessionRequest(request: request, file: file, bytes: bytes * wanted.count)
  }

  func wants(_ request: DecodeRequest) -> Bool { !isCancelled && request.target == target }

  func take(_ answer: SessionAnswer, of info: DecodeReply.Info, for request: DecodeRequest) {
    guard case .frames(let adopted, let plays) = answer else { return }
    naturalSize = info.naturalSize
    self.plays = plays
    cache.insert(adopted.frames, at: adopted.first, count: info.frames, cost: adopted.cost)
    onChange?()
  }

  func fail(_ failure: DecodeFailure) {
    self.failure = failure
    onChange?()
  }

  func countCrash(_ failure: DecodeFailure) {
    crashes += 1
    if crashes > Self.mostCrashes { fail(failure) }
  }
}
