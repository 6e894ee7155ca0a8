import CLinux
package import DecoderWire
package import Geometry
package import Pixels
package import Resampling
import Threads

/// Scaling on several threads, for pictures large enough to benefit.
package enum ParallelScaling {
  /// Minimum number of stored pixels per thread: with fewer, one thread is done before another has
  /// started.
  private static let minPixels = 500_000
  /// Maximum number of threads; eight use up the bandwidth of the memory.
  private static let maxThreads = 8

  /// Scales the stored pixels of `view`, or of its `region` in stored pixels, to the size of
  /// `buffer`, and turns them upright by `orientation`.
  ///
  /// - Throws: `.tooLarge` when memory cannot be allocated.
  package static func scale(
    _ view: PixelView, region: Rect? = nil, orientation: Orientation, to buffer: PixelBuffer
  ) throws(DecodeFailure) {
    let whole = Rect(x: 0, y: 0, width: Double(view.size.width), height: Double(view.size.height))
    let part = region ?? whole
    guard
      let reduction = Resampler.reduction(
        of: view.size, region: part, to: buffer.size, orientation: orientation)
    else {
      runInBands(
        ResamplePlan(
          source: view.size, region: region, to: buffer.size, orientation: orientation),
        view, buffer)
      return
    }
    let stride = reduction.size.width * 4
    let memory = try PrivateMemory(byteCount: stride * reduction.size.height)
    nonisolated(unsafe) let between = PixelBuffer(
      size: reduction.size, stride: stride, bytes: memory.bytes)
    performInBands(rows: reduction.size.height, pixels: view.size.area ?? 0) { band in
      reduction.run(view, into: between, band: band)
    }
    runInBands(
      ResamplePlan(
        source: reduction.size, region: reduction.reduced(part), to: buffer.size,
        orientation: orientation),
      PixelView(size: reduction.size, stride: stride, bytes: memory.bytes), buffer)
  }

  private static func runInBands(_ plan: ResamplePlan, _ view: PixelView, _ buffer: PixelBuffer) {
    // Bands write disjoint rows, so sharing the buffer is safe.
    nonisolated(unsafe) let buffer = buffer
    performInBands(rows: plan.rowCount, pixels: max(view.size.area ?? 0, buffer.size.area ?? 0)) {
      band in
      plan.run(view, into: buffer, band: band)
    }
  }

  /// Calls `work` for consecutive bands that together are `0..<rows`, one on this thread and the
  /// others in parallel on further threads, and returns when all are done. `pixels` is the size of
  /// the work, by which the number of threads is chosen.
  package static func performInBands(
    rows: Int, pixels: Int, _ work: @escaping @Sendable (Range<Int>) -> Void
  ) {
    let count = min(processorCount, pixels / minPixels + 1)
    // Bands are multiples of 16 rows: when orientation swaps the axes, 16 pixels fill a cache line.
    let height = ((rows + count - 1) / count + 15) & ~15
    var others: [PosixThread] = []
    for start in stride(from: height, to: rows, by: height) {
      let band = start..<min(rows, start + height)
      if let thread = PosixThread({ work(band) }) { others.append(thread) } else { work(band) }
    }
    work(0..<min(rows, height))
    for thread in others { thread.join() }
  }

  /// Number of processors on which this process may run, clamped to 2...8. The scheduler tells it,
  /// because the confined process cannot open the files that `sysconf` reads.
  package static let processorCount: Int = {
    var mask = [UInt8](repeating: 0, count: 128)
    let length = mask.withUnsafeMutableBytes {
      helper_syscall(Int(SYS_sched_getaffinity), 0, $0.count, Int(bitPattern: $0.baseAddress), 0)
    }
    guard length > 0 else { return 2 }
    return max(2, min(maxThreads, mask.reduce(0) { $0 + $1.nonzeroBitCount }))
  }()
}
