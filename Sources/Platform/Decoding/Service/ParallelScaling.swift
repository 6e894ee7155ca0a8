import CLinux
import DecoderWire
import Geometry
import Pixels
import Resampling

/// Scaling on several threads, where the picture is large enough to pay for them.
enum ParallelScaling {
  /// With fewer stored pixels each, one thread is done before the other has started.
  private static let leastPixels = 500_000
  /// Memory is as busy with eight as with more.
  private static let mostThreads = 8

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

  /// Divides `rows` between this thread and others, one for each further processor.
  static func inBands(
    rows: Int, pixels: Int, _ work: @escaping @Sendable (Range<Int>) -> Void
  ) {
    let count = min(processors, pixels / leastPixels + 1)
    // Whole cache lines of columns to each band: turned rows are written sixteen at a time.
    let height = ((rows + count - 1) / count + 15) & ~15
    var others: [SecondThread] = []
    for start in stride(from: height, to: rows, by: height) {
      let band = start..<min(rows, start + height)
      if let thread = SecondThread({ work(band) }) { others.append(thread) } else { work(band) }
    }
    work(0..<min(rows, height))
    for thread in others { thread.join() }
  }

  /// Processors this process may use, as far as more of them pay. Asked of the scheduler: the files
  /// where `sysconf` looks are out of reach here.
  static let processors: Int = {
    var mask = [UInt8](repeating: 0, count: 128)
    let length = mask.withUnsafeMutableBytes {
      helper_syscall(Int(SYS_sched_getaffinity), 0, $0.count, Int(bitPattern: $0.baseAddress), 0)
    }
    guard length > 0 else { return 2 }
    return max(2, min(mostThreads, mask.reduce(0) { $0 + $1.nonzeroBitCount }))
  }()
}
