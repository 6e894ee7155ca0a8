import AnimationDecoding
import CJXL
package import ColorManagement
package import DecodeJobs
package import DecoderWire
import DecodingSupport
package import Geometry
package import Pixels
package import Resampling

/// The frame stream of an animated JPEG XL, whose frames libjxl composes.
package final class JXLFrames: FrameStream {
  private let stream: JXLStream
  private let converter: JXLPixelConverter
  private let isGray: Bool
  private let pixelColors: PictureColorSpace
  private let memory: PrivateMemory
  private let buffer: PixelBuffer
  /// The samples of the last picture with 16 bits a component; nil when libjxl writes into
  /// ``buffer``.
  private let samples: JXLSamples?
  /// The number of ticks per second, in which durations are stored, as a fraction.
  private let ticksPerSecond: (numerator: Int, denominator: Int)
  package let size: PixelSize
  package let orientation: Orientation
  let iterationCount: Int
  package private(set) var isTruncated = false
  package private(set) var count: Int
  package private(set) var nextIndex = 0

  /// Opens the animation of a job, and parses its header.
  ///
  /// - Parameter limit: the maximum number of pixels of the canvas.
  /// - Throws: `.missingLoader` without libjxl, `.tooLarge` above the limit, `.damaged` when the
  ///   header is invalid.
  package init(_ job: DecodeJob, limit: Int) throws(DecodeFailure) {
    let format = PictureFormat.jpegXL
    guard let library = JXLLibrary.shared else {
      throw DecodeFailure(.missingLoader, format: format.name, detail: format.debianPackage)
    }
    stream = try JXLStream(job.bytes, library, withPixels: true)
    guard stream.nextEvent() == .header else {
      throw DecodeFailure(.damaged, format: format.name, detail: "its header is invalid")
    }
    let header = stream.info
    size = PixelSize(width: Int(header.width), height: Int(header.height))
    try job.check(size, format: format, limit: limit)
    guard let (stride, total) = CheckedSize.byteCount(size) else {
      throw DecodeFailure(.tooLarge, format: format.name)
    }
    memory = try PrivateMemory(byteCount: total)
    buffer = PixelBuffer(size: size, stride: stride, bytes: memory.bytes)
    converter = JXLPixelConverter(header)
    orientation = Orientation(rawValue: Int(header.orientation)) ?? .up
    iterationCount = Int(header.loops)
    ticksPerSecond = (max(1, Int(header.ticks_numerator)), max(1, Int(header.ticks_denominator)))
    count = header.have_animation == 0 ? 0 : try JXLDecoder.countFrames(job, library)
    isGray = header.color_channels == 1
    guard stream.nextEvent() == .colors else {
      throw DecodeFailure(.damaged, format: format.name, detail: "its header is invalid")
    }
    let colors = stream.chooseColors(isGray: isGray)
    pixelColors = colors
    if JXLDecoder.exceedsEightBits(header, colors) {
      samples = try JXLSamples(size, isOpaque: header.alpha_bits == 0)
    } else {
      samples = nil
    }
  }

  package var colors: PictureColorSpace? { pixelColors }
  package var picture: PixelView { buffer.view }
  package var exceedsEightBits: Bool { samples != nil }

  package func render(by conversion: ColorConversion?) {
    guard let samples else { return }
    if let conversion {
      SixteenBitRendering.write(samples, to: buffer, by: conversion)
    } else {
      SixteenBitRendering.write(samples, to: buffer)
    }
  }

  func seek(toOrBefore target: Int) {
    guard nextIndex > target else { return }
    stream.rewind()
    nextIndex = 0
  }

  func advanceReturningDuration() -> Int? {
    guard nextIndex < count else { return nil }
    var milliseconds = 0
    while true {
      switch stream.nextEvent() {
      case .header, .previewAvailable: continue
      case .colors: _ = stream.chooseColors(isGray: isGray)
      case .frame:
        // The denominator has at most ten bits in a valid file, so an overflow means a damaged
        // file.
        let (time, isTooLong) = (stream.durationInTicks * 1000).multipliedReportingOverflow(
          by: ticksPerSecond.denominator)
        milliseconds = isTooLong ? DecoderWireFormat.maxFrameTime : time / ticksPerSecond.numerator
      case .needsOutputBuffer:
        let isSet =
          samples.map { stream.setOutputBuffer(to: $0) } ?? stream.setOutputBuffer(to: buffer)
        guard isSet else { return truncateAnimation() }
      case .pictureComplete:
        if samples == nil { _ = converter.convertReturningIsOpaque(buffer) }
        nextIndex += 1
        return milliseconds
      case .truncated:
        isTruncated = true
        return truncateAnimation()
      case .end, .invalidData: return truncateAnimation()
      }
    }
  }

  /// Makes the animation end before a frame that cannot be decoded, also when it is played again.
  private func truncateAnimation() -> Int? {
    count = nextIndex
    return nil
  }
}
