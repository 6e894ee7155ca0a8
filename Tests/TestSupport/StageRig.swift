public import Geometry
public import Motion
public import Pixels
public import Testing
public import Views

/// A stage without a window, a buffer it is drawn into, a hand, and frames at an even rate.
///
/// Frames are made as a window makes them: only when the stage needs one, or a deadline has come.
/// A floor's own rig adds what stands on the stage.
@MainActor open class StageRig {
  /// What the views stand on.
  public let stage: Stage
  /// What the damage is drawn into.
  public let buffer: PixelBuffer
  private let memory: UnsafeMutableRawPointer
  private let start: Timestamp
  /// Seconds from a frame to the next.
  private let frameTime: Double
  /// The time, which passes only in `wait` and `pause`.
  public private(set) var now: Timestamp
  private var ticks = 0
  /// How many frames were made.
  public private(set) var frames = 0
  /// In how many of them something was drawn.
  public private(set) var drawnFrames = 0
  /// What the last frame drew.
  public private(set) var damage: [Rect] = []
  /// What was captured for a filmstrip.
  public private(set) var film: [Bitmap] = []
  /// Called after every frame.
  public var afterFrame: (() -> Void)?
  /// Where the hand is.
  public internal(set) var lastPlace = Point.zero

  /// Makes a stage of so many device pixels, with nothing on it.
  ///
  /// - Parameter rate: how many frames there are in a second.
  public init(
    _ width: Int = 240, _ height: Int = 160, scale: Double = 1, rate: Double = 60,
    start: Timestamp = Timestamp(seconds: 10)
  ) {
    let size = PixelSize(width: width, height: height)
    stage = Stage(size: size.size, scale: scale)
    memory = UnsafeMutableRawPointer.allocate(byteCount: width * height * 4, alignment: 64)
    memory.initializeMemory(as: UInt8.self, repeating: 0, count: width * height * 4)
    buffer = PixelBuffer(size: size, stride: width * 4, bytes: memory)
    frameTime = 1 / rate
    self.start = start
    now = start
  }

  isolated deinit { memory.deallocate() }

  // MARK: Time

  private var nextTick: Timestamp { start + Double(ticks) * frameTime }

  /// Lets time pass.
  public func wait(_ seconds: Double) {
    let end = now + seconds
    while nextTick <= end {
      now = nextTick
      ticks += 1
      tick()
    }
    now = end
  }

  /// Lets time pass without a frame, as when the window gets none.
  public func pause(_ seconds: Double) { now = now + seconds }

  /// Lets time pass until the next frame could be made.
  public func frame() { wait(nextTick - now + frameTime / 2) }

  /// Lets time pass until nothing needs a frame.
  public func settle(
    within seconds: Double = 4, sourceLocation: SourceLocation = #_sourceLocation
  ) {
    let end = now + seconds
    while stage.needsFrame, now < end { frame() }
    #expect(
      !stage.needsFrame, "still moving after \(seconds) s", sourceLocation: sourceLocation)
  }

  /// Makes a frame of this very instant, without letting time pass.
  public func draw() {
    frames += 1
    stage.update(at: FrameTime(presentation: now))
    damage = stage.damage
    guard !damage.isEmpty else { return }
    drawnFrames += 1
    stage.draw(into: buffer, repaint: damage)
  }

  private func tick() {
    guard stage.needsFrame || stage.nextDeadline.map({ $0 <= now }) ?? false else { return }
    draw()
    afterFrame?()
  }

  // MARK: Pictures

  /// What has been drawn, piece by piece.
  public var picture: Bitmap { Bitmap(copying: buffer) }

  /// A drawn pixel, as premultiplied 0xAARRGGBB.
  public func pixel(_ x: Int, _ y: Int) -> UInt32 { buffer.pixel(x: x, y: y) }

  /// What drawing everything gives; the buffer holds only what damage had drawn.
  public var redrawn: Bitmap {
    let size = buffer.size
    return Bitmap(size: size, isOpaque: false) { memory, stride in
      guard let bytes = memory.baseAddress else { return }
      memory.initializeMemory(as: UInt8.self, repeating: 0xA5)
      stage.draw(
        into: PixelBuffer(size: size, stride: stride, bytes: bytes), repaint: [stage.bounds])
    }
  }

  /// What is seen; what was drawn piece by piece must be whole.
  ///
  /// - Parameter slack: how much a channel may differ. Cairo rounds faint translucent shapes in
  ///   another way when a clip cuts them, by 1.
  @discardableResult
  public func seen(
    _ name: String = "", slack: Int = 0, sourceLocation: SourceLocation = #_sourceLocation
  ) -> Bitmap {
    let seen = picture
    let whole = redrawn
    if let place = seen.firstDifference(from: whole) {
      let difference = seen.largestDifference(from: whole)
      #expect(
        difference <= slack, "\(name): damage was missed at \(place.x),\(place.y)",
        sourceLocation: sourceLocation)
    }
    return seen
  }

  /// Keeps what is seen for the filmstrip; what was drawn piece by piece must be whole.
  open func capture(slack: Int = 0, sourceLocation: SourceLocation = #_sourceLocation) {
    keep(seen("frame \(film.count + 1)", slack: slack, sourceLocation: sourceLocation))
  }

  /// Puts a picture at the end of the filmstrip.
  public func keep(_ picture: Bitmap) { film.append(picture) }

  /// Compares what was captured with the filmstrip looked at before.
  public func check(_ name: String, columns: Int = 4, filePath: String = #filePath) throws {
    try Snapshot.check(
      Filmstrip.picture(of: film, columns: columns), named: name, filePath: filePath)
  }
}
