import CLinux
import CX11
import Geometry
import Motion
import Pixels

/// The memory a window shows, in one or two slots: while the server reads one, the other is drawn.
///
/// A slot remembers what was drawn into the other one since its turn, so each frame repaints only
/// its damage and what the slot has missed. The second slot is made only when the first is still
/// being read, which a server on the same machine seldom makes necessary.
final class FrameBuffer {
  private final class Slot {
    let memory: PixelMemory
    var missed: DamageRegion
    var reads = 0

    init(memory: PixelMemory, missed: DamageRegion) {
      self.memory = memory
      self.missed = missed
    }
  }

  private static let slotLimit = 2
  /// Rows begin at multiples of so many bytes: what vector units like.
  private static let rowAlignment = 64

  private let display: DisplayConnection
  private let target: CX11.Window
  private let visual: VisualChoice
  private let context: GC?
  private(set) var size: PixelSize
  private var slots: [Slot] = []
  private var front: Slot?
  private var canShare = true
  private var isStale = true

  init(
    display: DisplayConnection, target: CX11.Window, visual: VisualChoice, size: PixelSize
  ) {
    self.display = display
    self.target = target
    self.visual = visual
    self.size = size
    var values = XGCValues()
    values.graphics_exposures = 0
    context = XCreateGC(display.xDisplay, target, UInt(GCGraphicsExposures), &values)
  }

  isolated deinit {
    if !display.isLost, let context { XFreeGC(display.xDisplay, context) }
  }

  /// True when a frame can be drawn without waiting for the server.
  var isReady: Bool {
    slots.count < Self.slotLimit || slots.contains { $0.reads == 0 }
  }

  /// Makes the first slot ahead of its use.
  ///
  /// Sharing memory needs an answer from the server. Once the window is on its way that answer may
  /// take long: window managers hold the server while they dress a window.
  func prepare() {
    if slots.isEmpty { _ = makeSlot() }
  }

  /// Touches the memory of the first frame ahead of its use, all at once: drawing into memory that was
  /// never touched takes twice as long.
  func touch() {
    guard slots.count == 1, isStale else { return }
    // Older kernels do not know how, and take their time later.
    madvise(slots[0].memory.bytes, stride * size.height, MADV_POPULATE_WRITE)
  }

  private var bounds: Rect { Rect(origin: .zero, size: size.size) }

  /// Makes the second slot and touches its memory, so that the first movement does not pay for it:
  /// at 4K that is 33 MB, most of a frame's time.
  func prepareForMotion() {
    guard slots.count < Self.slotLimit, !size.isEmpty else { return }
    let memory = makeSlot().memory
    memset(memory.bytes, 0, stride * size.height)
  }

  /// Bytes from row to row.
  private var stride: Int { Self.stride(size.width) }

  private static func stride(_ width: Int) -> Int {
    (width * 4 + rowAlignment - 1) & ~(rowAlignment - 1)
  }

  /// Another size: everything has to be drawn again. Memory is kept where it is large enough.
  func resize(to newSize: PixelSize) {
    guard newSize != size else { return }
    size = newSize
    invalidate()
    let needed = stride * size.height
    slots.removeAll { $0.memory.capacity < needed }
  }

  /// Nothing drawn so far counts any more.
  private func invalidate() {
    isStale = true
    front = nil
    for slot in slots { slot.missed = DamageRegion(bounds) }
  }

  /// Draws what changed and shows it.
  func present(damage: DamageRegion, draw: (PixelBuffer, [Rect]) -> Void) {
    guard !size.isEmpty else { return }
    let changed = isStale ? DamageRegion(bounds) : damage
    guard !changed.isEmpty else { return }
    let slot = freeSlot()
    var repaint = changed
    repaint.add(slot.missed, within: bounds)
    let pixels = PixelBuffer(size: size, stride: stride, bytes: slot.memory.bytes)
    draw(pixels, repaint.rects)
    slot.missed = DamageRegion()
    for other in slots where other !== slot { other.missed.add(changed, within: bounds) }
    front = slot
    isStale = false
    send(changed, from: slot)
  }

  /// Shows again what is kept of an uncovered part.
  ///
  /// - Returns: False when nothing valid is kept.
  func restore(_ exposed: DamageRegion) -> Bool {
    guard let front, !isStale else { return false }
    send(exposed, from: front)
    return true
  }

  /// Shows a part of an image in shared memory that is none of this buffer's.
  func put(
    _ image: inout XImage, from source: (x: Int32, y: Int32), to place: (x: Int32, y: Int32),
    _ width: UInt32, _ height: UInt32
  ) {
    XShmPutImage(
      display.xDisplay, target, context, &image, source.x, source.y, place.x, place.y, width,
      height, 0)
  }

  /// The server has read a segment.
  func completed(_ event: XShmCompletionEvent) {
    for slot in slots where slot.memory.segment?.pointee.shmseg == event.shmseg {
      slot.reads = max(0, slot.reads - 1)
    }
  }

  /// Waits until the server has read everything: for a frame that cannot wait.
  func settle() {
    XSync(display.xDisplay, 0)
    for slot in slots { slot.reads = 0 }
  }

  private func freeSlot() -> Slot {
    // The one shown last has missed nothing.
    if let front, front.reads == 0 { return front }
    if let free = slots.first(where: { $0.reads == 0 }) { return free }
    if slots.count < Self.slotLimit { return makeSlot() }
    settle()
    return slots[0]
  }

  private func makeSlot() -> Slot {
    // As large as the screen from the start: memory never touched costs nothing, and going
    // fullscreen then costs only the pages that were not used before.
    let needed = stride * size.height
    let screen = Self.stride(Int(display.screenSize.width)) * Int(display.screenSize.height)
    var memory: PixelMemory?
    if canShare { memory = PixelMemory(sharing: max(needed, screen), with: display) }
    canShare = memory != nil
    let slot = Slot(
      memory: memory ?? PixelMemory(private: needed, display: display),
      missed: DamageRegion(bounds))
    slots.append(slot)
    return slot
  }

  private func send(_ region: DamageRegion, from slot: Slot) {
    var image = visual.image(size: size, stride: stride, bytes: slot.memory.bytes)
    image.obdata = slot.memory.segment.map {
      UnsafeMutableRawPointer($0).assumingMemoryBound(to: CChar.self)
    }
    for (i, rect) in region.rects.enumerated() {
      let (x, y) = (Int32(rect.minX), Int32(rect.minY))
      let (width, height) = (UInt32(rect.width), UInt32(rect.height))
      guard slot.memory.segment != nil else {
        XPutImage(display.xDisplay, target, context, &image, x, y, x, y, width, height)
        continue
      }
      let isLast = i == region.rects.count - 1
      XShmPutImage(
        display.xDisplay, target, context, &image, x, y, x, y, width, height, isLast ? 1 : 0)
      if isLast { slot.reads += 1 }
    }
    display.flush()
  }
}
