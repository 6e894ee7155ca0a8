package import DecoderWire
import DecodingSupport
package import Geometry
package import Pixels
package import Resampling

/// The composer of the stored frames of an animation into complete pictures on one canvas. Each
/// picture is made from the one before it, so that a thousand frames need no more memory than one:
/// the canvas, and the area that a frame with disposal ``StoredFrame/Disposal/restorePrevious``
/// covers.
///
/// The canvas is transparent at first and where it is cleared, whatever background colour the file
/// states, as in all browsers.
/// - Source: GIF89a, 23; PNG specification, third edition, 11.3.5 (fcTL).
package final class FrameComposer: FrameStream {
  private let source: any FrameSource
  private let canvas: PrivateMemory
  private let canvasBuffer: PixelBuffer
  /// The pixels that were below the last frame with disposal `restorePrevious`, row by row; empty
  /// without one.
  private var savedPixels: [UInt8] = []
  package private(set) var nextIndex = 0

  /// Allocates a transparent canvas for the frames of `source`, none of which is painted yet.
  ///
  /// - Throws: `.tooLarge` when there is no memory for the canvas.
  package init(_ source: any FrameSource) throws(DecodeFailure) {
    self.source = source
    let size = source.size
    canvas = try PrivateMemory(byteCount: size.width * 4 * size.height)
    canvasBuffer = PixelBuffer(size: size, stride: size.width * 4, bytes: canvas.bytes)
  }

  package var size: PixelSize { source.size }
  package var orientation: Orientation { source.orientation }
  package var count: Int { source.frames.count }
  package var iterationCount: Int { source.iterationCount }
  package var isTruncated: Bool { source.isTruncated }
  package var picture: PixelView {
    PixelView(size: size, stride: canvasBuffer.stride, bytes: UnsafeRawPointer(canvasBuffer.bytes))
  }

  package func seek(toOrBefore target: Int) {
    // Composing starts at the last frame before the target whose picture does not depend on the
    // canvas, unless fewer frames are left from the present one.
    var start = min(target, count - 1)
    while start > 0, !isIndependentOfCanvas(start) { start -= 1 }
    guard nextIndex > target || start > nextIndex else { return }
    nextIndex = max(0, start)
    savedPixels = []
    canvasBuffer.clear(columns: 0..<size.width, rows: 0..<size.height)
  }

  /// Whether the picture after frame `index` does not depend on what was on the canvas before.
  private func isIndependentOfCanvas(_ index: Int) -> Bool {
    let frame = source.frames[index]
    return frame.replacesAllPixels && frame.disposal != .restorePrevious && frame.covers(size)
  }

  package func advanceReturningDuration() -> Int? {
    guard nextIndex < count else { return nil }
    if nextIndex > 0 { dispose(of: source.frames[nextIndex - 1]) }
    let frame = source.frames[nextIndex]
    if frame.disposal == .restorePrevious { savePixels(below: frame) }
    source.paint(nextIndex, on: canvasBuffer)
    nextIndex += 1
    return frame.durationInMilliseconds
  }

  private func dispose(of frame: StoredFrame) {
    let columns = frame.columns(on: size)
    let rows = frame.rows(on: size)
    switch frame.disposal {
    case .keep: break
    case .clear: canvasBuffer.clear(columns: columns, rows: rows)
    case .restorePrevious:
      // No pixels were saved if composing started after this frame: the canvas was transparent
      // then, and becomes so again.
      guard savedPixels.count == columns.count * 4 * rows.count else {
        return canvasBuffer.clear(columns: columns, rows: rows)
      }
      savedPixels.withUnsafeBytes { saved in
        for (i, y) in rows.enumerated() {
          let row = UnsafeMutableRawBufferPointer(
            start: canvasBuffer.bytes + y * canvasBuffer.stride + columns.lowerBound * 4,
            count: columns.count * 4)
          row.copyMemory(
            from: UnsafeRawBufferPointer(rebasing: saved[(i * row.count)..<((i + 1) * row.count)]))
        }
      }
    }
  }

  private func savePixels(below frame: StoredFrame) {
    let columns = frame.columns(on: size)
    savedPixels.removeAll(keepingCapacity: true)
    for y in frame.rows(on: size) {
      savedPixels += UnsafeRawBufferPointer(
        start: canvasBuffer.bytes + y * canvasBuffer.stride + columns.lowerBound * 4,
        count: columns.count * 4)
    }
  }
}

extension PixelBuffer {
  /// Makes the pixels of a rectangle transparent.
  fileprivate func clear(columns: Range<Int>, rows: Range<Int>) {
    for y in rows {
      (bytes + y * stride + columns.lowerBound * 4).initializeMemory(
        as: UInt8.self, repeating: 0, count: columns.count * 4)
    }
  }
}
