import CLinux
import DecoderWire
import Geometry
import Pixels
import Resampling

/// Scaling on two threads, where the picture is large enough to pay for the second one.
enum ParallelScaling {
  /// Below this many stored pixels one thread is done before the other has started.
  private static let leastPixels = 500_000

  /// The stored pixels `view`, or `region` of them, upright and scaled into all of `buffer`.
  static func scale(
    _ view: PixelView, region: Rect? = nil, orientation: Orientation, to buffer: PixelBuffer
  ) throws(DecodeFailure) {
    let whole = Rect(x: 0, y: 0, width: Double(view.size.width), height: Double(view.size.height))
    let part = region ?? whole
    guard
      let reduction = Resampler.reduction(
        of: view.size, region: part, to: buffer.size, orientation: orientation)
    else {
      run(
        ResamplePlan(
          source: view.size, region: region, to: buffer.size, orientation: orientation),
        view, buffer)
      return
    }
    let stride = reduction.size.width * 4
    let memory = try PrivateMemory(byteCount: stride * reduction.size.height)
    nonisolated(unsafe) let between = PixelBuffer(
      size: reduction.size, stride: stride, bytes: memory.bytes)
    inBands(rows: reduction.size.height, pixels: view.size.area ?? 0) { band in
      reduction.run(view, into: between, band: band)
    }
    run(
      ResamplePlan(
        source: reduction.size, region: reduction.reduced(part), to: buffer.size,
        orientation: orientation),
      PixelView(size: reduction.size, stride: stride, bytes: memory.bytes), buffer)
  }

  private static func run(_ plan: ResamplePlan, _ view: PixelView, _ buffer: PixelBuffer) {
    // Bands write different rows, which is what makes sharing the buffer right.
    nonisolated(unsafe) let buffer = buffer
    inBands(rows: plan.rowCount, pixels: max(view.size.area ?? 0, buffer.size.area ?? 0)) { band in
      plan.run(view, into: buffer, band: band)
    }
  }

  /// Divides `rows` between this thread and a second one.
  static func inBands(
    rows: Int, pixels: Int, _ work: @escaping @Sendable (Range<Int>) -> Void
  ) {
    // Whole cache lines of columns to each band: turned rows are written sixteen at a time.
    let middle = rows / 2 & ~15
    guard pixels >= leastPixels, middle > 0 else {
      work(0..<rows)
      return
    }
    let lower = Unmanaged.passRetained(Band { work(middle..<rows) })
    var thread = pthread_t()
    let status = pthread_create(&thread, nil, runBand, lower.toOpaque())
    work(0..<middle)
    if status == 0 {
      pthread_join(thread, nil)
    } else {
      lower.release()
      work(middle..<rows)
    }
  }

  private final class Band: Sendable {
    let work: @Sendable () -> Void
    init(_ work: @escaping @Sendable () -> Void) { self.work = work }
  }

  private static let runBand:
    @convention(c) (UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? =
      { pointer in
        guard let pointer else { return nil }
        Unmanaged<Band>.fromOpaque(pointer).takeRetainedValue().work()
        return nil
      }
}
