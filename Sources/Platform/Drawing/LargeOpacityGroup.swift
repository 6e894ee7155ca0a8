import CCairo
import Geometry
import Glibc
import Pixels
import Synchronization

/// An open group with opacity that covers a large area. Its pixels are in memory that is used again
/// in the next frame, and it is drawn and blended in parallel bands. A group of Cairo would be
/// drawn by one thread, and its memory, new in each frame, would cause page faults that cost as
/// much as the drawing.
///
/// The group has the size and the coordinates of the canvas's buffer; only its clipped area is
/// touched.
struct LargeOpacityGroup {
  /// The number of pixels of the clip from which a group is large.
  private static let minLargePixels = 1_000_000.0

  private let canvas: Canvas
  /// The buffer, surface and context of the canvas outside the group.
  private let outerSurfaces: CanvasSurfaces
  /// The clip of the canvas, in whole buffer pixels.
  private let areas: [Rect]
  private let memory: OpacityGroupMemory.MemoryBlock

  /// Opens a group in a canvas; nil when the clip is small or not of whole pixels, or inside
  /// another group.
  init?(in canvas: Canvas) {
    guard canvas.groupDepth == 0, let areas = canvas.wholePixelClip(within: canvas.bounds),
      areas.reduce(0, { $0 + $1.width * $1.height }) >= Self.minLargePixels,
      let memory = OpacityGroupMemory.shared.take(like: canvas.buffer)
    else { return nil }
    self.canvas = canvas
    self.areas = areas
    self.memory = memory
    outerSurfaces = canvas.surfaces
    let group = CanvasSurfaces(memory.buffer)
    canvas.surfaces = group
    canvas.drawDirectly(in: areas, minParallelPixels: Self.minLargePixels) {
      [memory] columns, rows in
      memory.clear(columns, rows)
    }
    canvas.clip(to: areas)
    var matrix = cairo_matrix_t()
    cairo_get_matrix(outerSurfaces.context, &matrix)
    cairo_set_matrix(group.context, &matrix)
  }

  /// Closes the group and blends it into the canvas with an opacity between 0 and 1.
  func end(alpha: Double) {
    canvas.surfaces.close()
    canvas.surfaces = outerSurfaces
    let buffer = memory.buffer
    canvas.paintInBands(within: areas) { band in
      let group = CanvasSurfaces(buffer)
      cairo_set_source_surface(band.context, group.surface, 0, 0)
      cairo_paint_with_alpha(band.context, alpha)
      cairo_set_source_rgb(band.context, 0, 0, 0)
      group.close()
    }
    OpacityGroupMemory.shared.recycle(memory)
  }
}

/// The memory of one large group at a time. It is kept until ``trim()``.
final class OpacityGroupMemory: Sendable {
  static let shared = OpacityGroupMemory()

  /// A buffer for a group. Sendable because only the group that uses the buffer writes it, and each
  /// band of rows is written by one thread.
  struct MemoryBlock: @unchecked Sendable {
    let buffer: PixelBuffer

    /// Makes the pixels in `columns` of `rows` transparent.
    func clear(_ columns: Range<Int>, _ rows: Range<Int>) {
      for row in rows {
        memset(
          buffer.bytes + row * buffer.stride + columns.lowerBound * 4, 0, columns.count * 4)
      }
    }

    fileprivate func free() { buffer.bytes.deallocate() }
  }

  /// The memory block that is kept for the next group, nil for none, and whether a group uses a
  /// block now.
  private let state = Mutex<(kept: MemoryBlock?, isUsed: Bool)>((nil, false))

  /// Hands out a block of the size and stride of `buffer` until ``recycle(_:)``; nil while another
  /// group has one.
  func take(like buffer: PixelBuffer) -> MemoryBlock? {
    let (isFree, kept) = state.withLock { state in
      defer { state = (nil, true) }
      return (!state.isUsed, state.kept)
    }
    guard isFree else { return nil }
    if let kept, kept.buffer.size == buffer.size, kept.buffer.stride == buffer.stride {
      return kept
    }
    kept?.free()
    let bytes = PictureMemory.allocate(byteCount: max(4, buffer.stride * buffer.size.height))
    return MemoryBlock(buffer: PixelBuffer(size: buffer.size, stride: buffer.stride, bytes: bytes))
  }

  /// Takes a block back and keeps it for the next group.
  func recycle(_ block: MemoryBlock) { state.withLock { $0 = (block, false) } }

  /// Frees the memory block that is kept for the next group.
  func trim() {
    let kept = state.withLock { state in
      defer { state.kept = nil }
      return state.kept
    }
    kept?.free()
  }
}

extension Canvas {
  /// Frees the memory that large groups keep from one frame to the next. Call it while nothing
  /// moves.
  package static func trimMemory() { OpacityGroupMemory.shared.trim() }
}
