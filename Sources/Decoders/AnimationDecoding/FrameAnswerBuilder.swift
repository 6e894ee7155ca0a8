import ColorManagement
package import DecodeJobs
package import DecoderWire
package import DecodingSupport
import Geometry
import Pixels
import Resampling

/// A builder of the answer to a request for frames of an animation: as many of the requested frames
/// as can be decoded within a time slice, scaled, and one below the other in one buffer.
package struct FrameAnswerBuilder {
  /// Time in nanoseconds after which no further frame is decoded for one answer. The slice and the
  /// time of one frame are the maximum latency of the first frame, and of a request that arrives in
  /// between.
  private static let timeSliceNanoseconds: Int64 = 12_000_000

  private let job: DecodeJob
  private let stream: any FrameStream
  private let format: PictureFormat

  package init(_ job: DecodeJob, _ stream: any FrameStream, _ format: PictureFormat) {
    self.job = job
    self.stream = stream
    self.format = format
  }

  package func make() throws(DecodeFailure) -> DecodeAnswer {
    guard let wanted = job.request.frames, stream.count > 0 else { throw noAnimation }
    // An animation may turn out to be shorter than its header states; then it starts over.
    if wanted.firstIndex < stream.count,
      let answer = try answerWithFrames(from: wanted.firstIndex, wanted.count)
    {
      return answer
    }
    guard stream.count > 0, let answer = try answerWithFrames(from: 0, wanted.count) else {
      throw noAnimation
    }
    return answer
  }

  private var noAnimation: DecodeFailure {
    DecodeFailure(.damaged, format: format.name, detail: "there is no animation in it")
  }

  private func answerWithFrames(from first: Int, _ count: Int) throws(DecodeFailure)
    -> DecodeAnswer?
  {
    var job = job
    let size = job.request.fittedSize(of: naturalSize)
    let conversion = stream.exceedsEightBits ? job.sixteenBitConversion : nil
    if conversion != nil { job.areColorsConverted = true }
    let memory = try job.memory(
      for: PixelSize(
        width: size.width, height: size.height * frameCount(of: size, from: first, count)))
    let whole = memory.buffer
    let start = Clock.nowNanoseconds
    var durations: [Int] = []
    var isOpaque = true
    stream.seek(toOrBefore: first)
    while stream.nextIndex < first {
      guard stream.advanceReturningDuration() != nil else { return nil }
    }
    while (durations.count + 1) * size.height <= whole.size.height,
      let time = stream.advanceReturningDuration()
    {
      let target = PixelBuffer(
        size: size, stride: whole.stride,
        bytes: whole.bytes + durations.count * size.height * whole.stride)
      if stream.exceedsEightBits { stream.render(by: conversion) }
      try writePicture(to: target)
      let targetIsOpaque = target.isOpaque
      memory.conversion?.convert(target, isOpaque: targetIsOpaque)
      isOpaque = isOpaque && targetIsOpaque
      durations.append(min(time, DecoderWireFormat.maxFrameTime))
      if Clock.nowNanoseconds - start > Self.timeSliceNanoseconds { break }
    }
    guard !durations.isEmpty else { return nil }
    return answer(first, durations, size, isOpaque, memory)
  }

  /// The number of frames of `size` for one answer: at most `count`, at most as many as the
  /// animation has from frame `first` on, and at most as many as fit into the memory of the
  /// request; but at least one, which gets new memory when it does not fit.
  private func frameCount(of size: PixelSize, from first: Int, _ count: Int) -> Int {
    let bytes = CheckedSize.byteCount(size)?.total ?? .max
    let fitting = max(1, job.request.memoryCapacity / max(1, bytes))
    return min(count, fitting, stream.count - first)
  }

  private var naturalSize: PixelSize {
    stream.orientation.swapsAxes ? stream.size.transposed : stream.size
  }

  private func writePicture(to target: PixelBuffer) throws(DecodeFailure) {
    let picture = stream.picture
    guard stream.orientation == .up, target.size == picture.size else {
      return try ParallelScaling.scale(picture, orientation: stream.orientation, to: target)
    }
    for y in 0..<target.size.height {
      (target.bytes + y * target.stride).copyMemory(
        from: picture.bytes + y * picture.stride, byteCount: target.size.width * 4)
    }
  }

  private func answer(
    _ first: Int, _ durations: [Int], _ size: PixelSize, _ isOpaque: Bool,
    _ memory: consuming ResultMemory
  ) -> DecodeAnswer {
    let layout = DecodeReply.PixelLayout(
      size: size, stride: memory.buffer.stride, isOpaque: isOpaque,
      usesRequestMemory: memory.usesRequestMemory)
    let info = DecodeReply.Info(
      naturalSize: naturalSize, format: format.name, orientation: stream.orientation,
      frames: stream.count, isTruncated: stream.isTruncated)
    var answer = DecodeAnswer(
      .frames(
        info,
        FrameBatch(
          firstIndex: first, durationsMilliseconds: durations,
          iterationCount: stream.iterationCount, layout: layout)))
    answer.descriptor = memory.takeDescriptor()
    return answer
  }
}
