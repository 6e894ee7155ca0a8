import Glibc
import HelperProcesses
import Video

/// The commands that a player of clips was sent in a recording or in a replay.
nonisolated struct SentClipCommands: Sendable {
  /// The shared memory for the frames of the surface that was sent last; nil before the first
  /// surface, and while the last one has no memory that can be used.
  private(set) var frameMemory: ClipFrameMemory?
  private var commandCount = 0

  /// Adds a command.
  ///
  /// - Returns: the number of the command, from 1; nil for one that releases a frame. Such commands
  ///   are not counted, because threads send them in any order.
  mutating func add(_ command: ClipCommand, _ descriptors: [Int32]) -> Int? {
    if case .release = command { return nil }
    commandCount += 1
    if case .surface(let surface) = command { frameMemory = ClipFrameMemory(surface, descriptors) }
    return commandCount
  }

  /// Makes the pixels of a frame grey, once for each slot of the surface that was sent last.
  mutating func fillGrey(_ frame: ClipFrame) { frameMemory?.fillGrey(frame) }
}

/// The shared memory for the frames of a clip.
nonisolated struct ClipFrameMemory: Sendable {
  /// The size of a frame in bytes.
  let frameByteCount: Int
  private let surface: ClipSurface
  private let memory: OwnedDescriptor
  /// The slots whose pixels have been made grey.
  private var greySlots: Set<Int> = []

  /// Keeps a duplicate of the first descriptor, which is the memory of the surface; nil without a
  /// descriptor, if it cannot be duplicated, or for a surface with an invalid or too large size.
  init?(_ surface: ClipSurface, _ descriptors: [Int32]) {
    guard let descriptor = descriptors.first, let layout = surface.layout,
      surface.byteCount != nil
    else { return nil }
    let copy = dup(descriptor)
    guard copy >= 0 else { return nil }
    frameByteCount = layout.slotBytes
    self.surface = surface
    memory = OwnedDescriptor(copy)
  }

  /// The offset of a frame in bytes; nil for a frame outside of this memory.
  private func offset(of frame: ClipFrame) -> Int? {
    guard frame.surfaceID == surface.id, (0..<surface.slotCount).contains(frame.slot) else {
      return nil
    }
    return frame.slot * frameByteCount
  }

  /// The digest of a frame's pixels; nil for a frame outside of this memory.
  func digest(of frame: ClipFrame) -> UInt64? {
    offset(of: frame).map { PixelDigest.of(memory.number, at: $0, bytes: frameByteCount) }
  }

  /// Fills the pixels of a frame with grey, once for each slot; does nothing for a frame outside of
  /// this memory.
  mutating func fillGrey(_ frame: ClipFrame) {
    guard let offset = offset(of: frame), greySlots.insert(frame.slot).inserted else { return }
    GreyPixels.fill(memory.number, at: offset, bytes: frameByteCount)
  }
}
