import CLinux
import DecoderWire
import Decoding
import Pixels

/// An animation that is decoded as in the viewer: in requests for a few frames, of one session.
final class PlayedAnimation {
  struct Frame {
    var pixels: [UInt32]
    var milliseconds: Int
  }
  private let sessions: FrameSessions
  private let file: Int32
  private let animation: UInt64
  private var lastID: UInt64 = 0
  private(set) var info: DecodeReply.Info?
  private(set) var iterationCount: Int?
  private(set) var failure: DecodeFailure?
  /// The index of the first frame of the last answer.
  private(set) var first: Int?

  init(_ bytes: [UInt8], animation: UInt64 = 1, sessions: FrameSessions = FrameSessions()) {
    file = DecodedPicture.memory(holding: bytes)
    self.animation = animation
    self.sessions = sessions
  }

  deinit { close(file) }

  /// Requests frames; empty after a failure, which is in ``failure``.
  func frames(
    from first: Int, count: Int, target: PixelSize = .zero, memory: Int = 1 << 20,
    limits: DecodeLimits = DecodeLimits()
  ) -> [Frame] {
    lastID += 1
    let given = memory > 0 ? memfd_create("given", UInt32(MFD_CLOEXEC)) : -1
    if given >= 0 { ftruncate(given, off_t(memory)) }
    defer { if given >= 0 { close(given) } }
    let request = DecodeRequest(
      id: lastID, kind: .frames, target: target, limits: limits, memoryCapacity: memory,
      frames: FrameRequest(animationID: animation, firstIndex: first, count: count))
    let (reply, descriptor) = sessions.answer(request, file: file, memoryDescriptor: given)
    defer { if let descriptor { close(descriptor) } }
    switch reply.result {
    case .frames(let info, let batch):
      self.info = info
      iterationCount = batch.iterationCount
      self.first = batch.firstIndex
      return Self.read(batch, from: descriptor ?? given)
    case .failed(let failure): self.failure = failure
    default: failure = DecodeFailure(.damaged, detail: "an answer to another question")
    }
    return []
  }

  /// All frames, from the first on.
  func all(step: Int = 3, memory: Int = 1 << 20) -> [Frame] {
    var frames: [Frame] = []
    repeat {
      let new = self.frames(from: frames.count, count: step, memory: memory)
      guard !new.isEmpty, first == frames.count else { break }
      frames += new
    } while frames.count < info?.frames ?? 0
    return frames
  }

  private static func read(_ batch: FrameBatch, from memory: Int32) -> [Frame] {
    let layout = batch.layout
    let total = layout.byteCount * batch.durationsMilliseconds.count
    guard let map = helper_map(total, PROT_READ, MAP_SHARED, memory) else { return [] }
    defer { munmap(map, total) }
    return batch.durationsMilliseconds.enumerated().map { index, time in
      let start = map + index * layout.byteCount
      let pixels = (0..<layout.size.height).flatMap { y in
        (0..<layout.size.width).map { x in
          (start + y * layout.stride + x * 4).load(as: UInt32.self)
        }
      }
      return Frame(pixels: pixels, milliseconds: time)
    }
  }
}
