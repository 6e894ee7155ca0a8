import CLinux
import CX11
import Geometry
import Motion
import Pixels

/// The pixel memory of a window, in one or two slots: one slot is drawn while the server reads the
/// other.
///
/// A slot records the damage drawn into the other slot since its own last frame, so each frame
/// repaints only the new damage and the damage that this slot has missed. The second slot is made
/// when the server still reads the first, which is rare on the same machine.
final class FrameBuffer {
  private final class Slot {
    let memory: PixelMemory
    var missedDamage: DamageRegion
    var pendingReads = 0
    /// Whether a whole frame was sent from this slot. Until then, the server has page faults when
    /// it reads the memory.
    var wasSentWhole = false

    init(memory: PixelMemory, missedDamage: DamageRegion) {
      self.memory = memory
      self.missedDamage = missedDamage
    }
  }

  private static let slotLimit = 2
  /// The time in seconds without large changes after which areas that were sent at lower resolution
  /// are sent exactly.
  private static let refinementDelay = 0.12
  /// The time like ``refinementDelay``, but after a motion. It is longer, so that a picture of 24
  /// megapixels, which takes half a second to decode, is there before the exact pixels are sent.
  private static let refinementDelayAfterMotion = 0.5
  /// The number of frames at lower resolution, since areas were last sent exactly, from which on
  /// they count as a motion.
  private static let minMotionFrames = 3
  /// The alignment of rows in bytes, for vector instructions.
  private static let rowAlignment = 64
  /// The size in bytes of the small memory in which the first frame is drawn in bands of rows. It
  /// stays in the cache of the processor.
  private static let bandBytes = 1 << 19

  private let server: XServer
  private let target: CX11.Window
  private let visual: WindowVisual
  private let graphicsContext: GC?
  private(set) var size: PixelSize
  private var slots: [Slot] = []
  private var frontSlot: Slot?
  private var canShareMemory = true
  /// The last frame as the server keeps it; nil with shared memory, and when the server cannot keep
  /// a frame.
  private var serverFrame: ServerFrame?
  /// The frames that were sent without shared memory and that the server has not yet processed.
  private var flowControl = FrameFlowControl()
  private let timers: TimerQueue
  /// Whether a further frame is already requested, as in a motion. Default: always false.
  var isMoving: () -> Bool = { false }
  /// The scheduled time at which areas that were sent at lower resolution are sent exactly.
  private var refinementTimer: LoopTimer?
  private var isRefining = false
  /// The number of frames at lower resolution since areas were last sent exactly.
  private var coarseFrameCount = 0
  private var needsWholeFrame = true

  init(
    of target: CX11.Window, on server: XServer, visual: WindowVisual, size: PixelSize,
    timers: TimerQueue
  ) {
    self.server = server
    self.timers = timers
    self.target = target
    self.visual = visual
    self.size = size
    var values = XGCValues()
    values.graphics_exposures = 0
    graphicsContext = XCreateGC(server.xDisplay, target, UInt(GCGraphicsExposures), &values)
  }

  isolated deinit {
    if !server.isLost, let graphicsContext { XFreeGC(server.xDisplay, graphicsContext) }
  }

  /// Whether a frame can be drawn without waiting for the server.
  var isReady: Bool {
    flowControl.allowsFrame
      && (slots.count < Self.slotLimit || slots.contains { $0.pendingReads == 0 })
  }

  /// Handles the event by which the server reports that it has processed a frame that was sent
  /// without shared memory.
  func serverDidProcessFrame() {
    flowControl.recordAnswer(at: .now)
    refine()
  }

  /// Cancels the scheduled exact transfer of areas that were sent at lower resolution; called
  /// before the window is closed.
  func stop() {
    refinementTimer = nil
    isRefining = false
  }

  /// Whether frames are sent without shared memory. In this case the server reports by an event
  /// when it has processed a frame.
  var lacksSharedMemory: Bool { !canShareMemory }

  /// Makes the first slot before it is needed.
  ///
  /// Sharing memory with the server takes a round trip, which can be slow after the window is
  /// mapped: window managers grab the server while they decorate a window.
  func makeFirstSlot() {
    if slots.isEmpty { _ = makeSlot() }
  }

  private var bounds: Rect { Rect(origin: .zero, size: size.size) }

  /// Makes the second slot and touches its memory, so that the first frame of a motion does not
  /// wait for page faults: for the 33 MB of a 4K frame they take most of a frame's time.
  func prepareForMotion() {
    guard slots.count < Self.slotLimit, !size.isEmpty else { return }
    let memory = makeSlot().memory
    memset(memory.bytes, 0, stride * size.height)
  }

  /// The distance between the beginnings of two rows in bytes.
  private var stride: Int { Self.stride(size.width) }

  private static func stride(_ width: Int) -> Int {
    (width * 4 + rowAlignment - 1) & ~(rowAlignment - 1)
  }

  /// Changes the size of the frames and marks all slots as outdated. Memory that is large enough is
  /// reused.
  func resize(to newSize: PixelSize) {
    guard newSize != size else { return }
    size = newSize
    invalidate()
    let needed = stride * size.height
    slots.removeAll { $0.memory.capacity < needed }
    for slot in slots { slot.wasSentWhole = false }
  }

  /// Marks the contents of all slots as outdated, so that the next frame is drawn in full.
  private func invalidate() {
    needsWholeFrame = true
    frontSlot = nil
    for slot in slots { slot.missedDamage = DamageRegion(bounds) }
  }

  /// Draws the damaged area into a free slot and sends it to the server. Outdated memory is drawn
  /// in full.
  ///
  /// - Parameter draw: draws the given rectangles, in device pixels, into the buffer.
  func present(damage: DamageRegion, draw: (PixelBuffer, [Rect]) -> Void) {
    guard !size.isEmpty else { return }
    let changed = needsWholeFrame ? DamageRegion(bounds) : damage
    guard !changed.isEmpty else { return }
    let slot = freeSlot()
    var repaint = changed
    repaint.add(slot.missedDamage, within: bounds)
    let pixels = PixelBuffer(size: size, stride: stride, bytes: slot.memory.bytes)
    draw(pixels, repaint.rects)
    slot.missedDamage = DamageRegion()
    for other in slots where other !== slot { other.missedDamage.add(changed, within: bounds) }
    frontSlot = slot
    needsWholeFrame = false
    // The first frame that fills the slot is sent whole. Otherwise the page faults of the server,
    // 4 ms at 1920×1080, would delay the next page.
    let fillsSlotFirst =
      !slot.wasSentWhole && slot.memory.segment != nil && repaint.rects == [bounds]
    send(fillsSlotFirst ? [bounds] : changed.rects, from: slot)
    if fillsSlotFirst { slot.wasSentWhole = true }
  }

  /// Draws the first frame and sends the rows that differ from those that the server already shows.
  ///
  /// The frame is drawn in bands of rows in a small memory: drawing a whole frame into untouched
  /// shared memory takes 8 ms at 1920×1080, most of it for page faults, and sending it 5 ms. The
  /// rest of the slot is drawn with the next frame.
  ///
  /// - Parameters:
  ///   - contents: the pixels that the server shows now.
  ///   - draw: draws the given rectangles, in device pixels, into the buffer. It is called for each
  ///     band.
  func presentFirst(differingFrom contents: InitialContents, draw: (PixelBuffer, [Rect]) -> Void) {
    guard !size.isEmpty else { return }
    let slot = freeSlot()
    guard slot.memory.segment != nil else {
      return present(damage: DamageRegion(bounds), draw: draw)
    }
    let height = min(size.height, max(1, Self.bandBytes / stride))
    let band = UnsafeMutableRawPointer.allocate(
      byteCount: height * stride, alignment: Self.rowAlignment)
    defer { band.deallocate() }
    var sent: [Rect] = []
    for top in Swift.stride(from: 0, to: size.height, by: height) {
      let rows = top..<min(size.height, top + height)
      // The pixel buffer has the size of a whole frame, but only the rows of this band are drawn
      // and read.
      let frame = PixelBuffer(size: size, stride: stride, bytes: band - top * stride)
      draw(frame, [area(of: rows)])
      for run in contents.differingRows(of: frame, in: rows) {
        let offset = run.lowerBound * stride
        memcpy(slot.memory.bytes + offset, frame.bytes + offset, run.count * stride)
        sent.append(area(of: run))
      }
    }
    slot.missedDamage = DamageRegion(bounds)
    frontSlot = slot
    needsWholeFrame = false
    if !sent.isEmpty { send(sent, from: slot) }
  }

  /// The area of complete rows, in device pixels.
  private func area(of rows: Range<Int>) -> Rect {
    Rect(
      x: 0, y: Double(rows.lowerBound), width: Double(size.width), height: Double(rows.count))
  }

  /// Sends an exposed area of the window again from the last frame.
  ///
  /// - Returns: false when no valid and complete frame is kept.
  func restore(_ exposed: DamageRegion) -> Bool {
    guard let frontSlot, !needsWholeFrame, frontSlot.missedDamage.isEmpty else { return false }
    if let serverFrame, serverFrame.isFilled {
      serverFrame.restore(exposed.rects)
      server.flush()
    } else {
      send(exposed.rects, from: frontSlot)
    }
    return true
  }

  /// Sends a region of another shared-memory image to the window. No completion event is requested.
  ///
  /// - Parameters:
  ///   - source: the top left corner of the region in the image, in pixels.
  ///   - corner: the top left corner in the window, in device pixels.
  func sendImage(
    _ image: inout XImage, from source: (x: Int32, y: Int32), to corner: (x: Int32, y: Int32),
    _ width: UInt32, _ height: UInt32
  ) {
    XShmPutImage(
      server.xDisplay, target, graphicsContext, &image, source.x, source.y, corner.x, corner.y,
      width,
      height, 0)
  }

  /// Handles a `ShmCompletion` event: the server has read the shared memory of a slot.
  func serverDidRead(_ event: XShmCompletionEvent) {
    for slot in slots where slot.memory.segment?.pointee.shmseg == event.shmseg {
      slot.pendingReads = max(0, slot.pendingReads - 1)
    }
  }

  /// Waits until the server no longer reads the memory of any slot.
  func waitForReads() {
    XSync(server.xDisplay, 0)
    // The completion events of these reads have arrived already and are removed: if they were
    // handled later, they would be taken for the end of later reads.
    if let type = server.extensions.shmCompletionEvent {
      var event = XEvent()
      while XCheckTypedWindowEvent(server.xDisplay, target, type, &event) != 0 {}
    }
    for slot in slots { slot.pendingReads = 0 }
  }

  private func freeSlot() -> Slot {
    // The slot of the last frame has usually missed no damage, so it is preferred.
    if let frontSlot, frontSlot.pendingReads == 0 { return frontSlot }
    if let free = slots.first(where: { $0.pendingReads == 0 }) { return free }
    if slots.count < Self.slotLimit { return makeSlot() }
    waitForReads()
    return slots[0]
  }

  private func makeSlot() -> Slot {
    // A slot has the size of the screen from the start. Untouched memory costs nothing, and after a
    // switch to fullscreen only the pages that were unused before cause page faults.
    let needed = stride * size.height
    let screen = Self.stride(Int(server.screenSize.width)) * Int(server.screenSize.height)
    var memory: PixelMemory?
    if canShareMemory, !server.isRemote {
      memory = PixelMemory(sharing: max(needed, screen), with: server)
    }
    canShareMemory = memory != nil
    let slot = Slot(
      memory: memory ?? PixelMemory(private: needed, server: server),
      missedDamage: DamageRegion(bounds))
    slots.append(slot)
    return slot
  }

  /// Sends areas of a frame through the connection, and asks the server to report when it has
  /// processed them.
  private func sendUnshared(_ rects: [Rect], _ image: inout XImage) {
    let begun = Timestamp.now
    let sent = sendChanges(rects, &image)
    requestProcessedReport(sent.bytes, begun)
    guard sent.isCoarse else { return }
    isRefining = false
    coarseFrameCount += 1
    scheduleRefinement()
  }

  private func scheduleRefinement() {
    let time =
      coarseFrameCount < Self.minMotionFrames
      ? Self.refinementDelay : Self.refinementDelayAfterMotion
    refinementTimer = timers.schedule(at: .now + time) { [weak self] in
      guard let self else { return }
      refinementTimer = nil
      // While a motion goes on, nothing is sent exactly; its next frame schedules this call again.
      guard !isMoving() else { return }
      isRefining = true
      coarseFrameCount = 0
      refine()
    }
  }

  /// Called when the drawing of a frame has ended, whether the frame was sent or not. Schedules the
  /// exact transfer of areas that the server has only at lower resolution.
  func frameDidEnd() {
    guard let serverFrame, serverFrame.isCoarse, refinementTimer == nil, !isRefining else { return }
    scheduleRefinement()
  }

  private func requestProcessedReport(_ size: Int, _ begun: Timestamp) {
    server.set(server.atoms[.frameSent], of: target, type: XA_CARDINAL, longs: [UInt(size)])
    flowControl.recordFrame(size, at: begun)
  }

  /// Sends areas exactly that were sent at lower resolution, as many as the connection allows now.
  /// Frames of a motion are sent in between.
  private func refine() {
    guard isRefining, let serverFrame, !server.isLost else { return }
    while serverFrame.isCoarse, flowControl.allowsBand {
      let begun = Timestamp.now
      requestProcessedReport(serverFrame.refine(maxBytes: FrameFlowControl.bandBytes), begun)
      server.flush()
    }
    isRefining = serverFrame.isCoarse
  }

  /// Sends the differences from the frame that the server keeps, or all of the areas when the
  /// server cannot keep a frame.
  private func sendChanges(_ rects: [Rect], _ image: inout XImage) -> ServerFrame.SendResult {
    guard let graphicsContext, let data = image.data else { return ServerFrame.SendResult() }
    if serverFrame?.fits(size, stride: stride) != true {
      serverFrame = nil
      serverFrame = ServerFrame(
        of: target, on: server, visual: visual, context: graphicsContext, size: size, stride: stride
      )
    }
    if let serverFrame {
      return serverFrame.show(
        serverFrame.isFilled ? rects : [bounds], of: data, maxBytes: flowControl.maxMotionFrameBytes
      )
    }
    let bytesPerPixel = 4
    for rect in rects {
      let (x, y) = (Int32(rect.minX), Int32(rect.minY))
      XPutImage(
        server.xDisplay, target, graphicsContext, &image, x, y, x, y, UInt32(rect.width),
        UInt32(rect.height))
    }
    return ServerFrame.SendResult(
      bytes: rects.reduce(0) { $0 + Int($1.width) * Int($1.height) * bytesPerPixel })
  }

  private func send(_ rects: [Rect], from slot: Slot) {
    var image = visual.image(size: size, stride: stride, bytes: slot.memory.bytes)
    guard slot.memory.segment != nil else {
      sendUnshared(rects, &image)
      return server.flush()
    }
    image.obdata = slot.memory.segment.map {
      UnsafeMutableRawPointer($0).assumingMemoryBound(to: CChar.self)
    }
    for (i, rect) in rects.enumerated() {
      let (x, y) = (Int32(rect.minX), Int32(rect.minY))
      let (width, height) = (UInt32(rect.width), UInt32(rect.height))
      let isLast = i == rects.count - 1
      XShmPutImage(
        server.xDisplay, target, graphicsContext, &image, x, y, x, y, width, height, isLast ? 1 : 0)
      if isLast { slot.pendingReads += 1 }
    }
    server.flush()
  }
}
