public import Geometry
public import Motion
public import Pixels
public import Testing
public import Views

/// A stage without a window, with a pixel buffer, a simulated pointer and a constant frame rate.
///
/// Frames are drawn as in a window: only when the stage needs one or a deadline has passed.
/// Subclasses add views to the stage.
@MainActor open class StageRig {
  /// The root of the views.
  public let stage: Stage
  /// The buffer into which the damage is drawn.
  public let buffer: PixelBuffer
  private let memory: UnsafeMutableRawPointer
  private let start: Timestamp
  /// The frame interval in seconds.
  private let frameTime: Double
  /// The simulated time. It advances only in `wait`, `pause` and functions that call them.
  public private(set) var now: Timestamp
  private var ticks = 0
  /// The number of frames, including those without damage.
  public private(set) var frames = 0
  /// The number of frames with damage.
  public private(set) var drawnFrames = 0
  /// The damage of the last frame.
  public private(set) var damage: [Rect] = []
  /// The frames captured for the filmstrip.
  public private(set) var film: [Bitmap] = []
  /// Called after every frame.
  public var afterFrame: (() -> Void)?
  /// The position of the last pointer or touch event.
  public internal(set) var lastPlace = Point.zero

  /// Creates an empty stage of `width` × `height` device pixels.
  ///
  /// - Parameter rate: The frame rate in frames per second.
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

  /// Advances the time by `seconds` and draws the frames that are due.
  public func wait(_ seconds: Double) {
    let end = now + seconds
    while nextTick <= end {
      now = nextTick
      ticks += 1
      tick()
    }
    now = end
  }

  /// Advances the time without frames, as in a window that gets none.
  public func pause(_ seconds: Double) { now = now + seconds }

  /// Advances the time past the next frame.
  public func frame() { wait(nextTick - now + frameTime / 2) }

  /// Advances the time until the stage needs no frame; records a failure after `seconds`.
  public func settle(
    within seconds: Double = 4, sourceLocation: SourceLocation = #_sourceLocation
  ) {
    let end = now + seconds
    while stage.needsFrame, now < end { frame() }
    #expect(
      !stage.needsFrame, "still moving after \(seconds) s", sourceLocation: sourceLocation)
  }

  /// Updates and draws a frame at the current time.
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

  /// A copy of the buffer, drawn incrementally by damage.
  public var picture: Bitmap { Bitmap(copying: buffer) }

  /// A pixel of the buffer as premultiplied 0xAARRGGBB.
  public func pixel(_ x: Int, _ y: Int) -> UInt32 { buffer.pixel(x: x, y: y) }

  /// A full redraw of the stage, independent of the buffer.
  public var redrawn: Bitmap {
    let size = buffer.size
    return Bitmap(size: size, isOpaque: false) { memory, stride in
      guard let bytes = memory.baseAddress else { return }
      memory.initializeMemory(as: UInt8.self, repeating: 0xA5)
      stage.draw(
        into: PixelBuffer(size: size, stride: stride, bytes: bytes), repaint: [stage.bounds])
    }
  }

  /// The picture of the buffer; records a failure unless it equals a full redraw.
  ///
  /// - Parameter slack: The allowed difference per channel. Cairo rounds faint translucent shapes
  /// differently by 1 when a clip cuts them.
  @discardableResult
  public func seen(
    _ name: String = "", slack: Int = 0, sourceLocation: SourceLocation = #_sourceLocation
  ) -> Bitmap {
    let seen = picture
    let whole = redrawn
    if let point = seen.firstDifference(from: whole) {
      let difference = seen.largestDifference(from: whole)
      #expect(
        difference <= slack, "\(name): damage was missed at \(point.x),\(point.y)",
        sourceLocation: sourceLocation)
    }
    return seen
  }

  /// Appends the picture of the buffer to the filmstrip; records a failure unless it equals a full
  /// redraw.
  open func capture(slack: Int = 0, sourceLocation: SourceLocation = #_sourceLocation) {
    keep(seen("frame \(film.count + 1)", slack: slack, sourceLocation: sourceLocation))
  }

  /// Appends a picture to the filmstrip.
  public func keep(_ picture: Bitmap) { film.append(picture) }

  /// Compares the filmstrip with the snapshot `name`.
  public func check(_ name: String, columns: Int = 4, filePath: String = #filePath) throws {
    try Snapshot.check(
      Filmstrip.picture(of: film, columns: columns), named: name, filePath: filePath)
  }
}
