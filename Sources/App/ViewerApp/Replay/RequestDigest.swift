import BrowserHost
import CLinux
import DecoderWire
import Glibc
import Hashing
import HelperProcesses

/// The check of shared memory before it is mapped: an access beyond the end of the memory would end
/// the program.
nonisolated enum MappableMemory {
  /// Whether the memory of a descriptor has at least `count` bytes and is sealed against shrinking.
  static func canMap(_ count: Int, in descriptor: Int32) -> Bool {
    var info = stat()
    let seals = linux_seals(descriptor)
    return seals >= 0 && seals & F_SEAL_SHRINK != 0 && fstat(descriptor, &info) == 0
      && info.st_size >= count
  }
}

/// The hash of pixels in shared memory, by which a recording identifies them.
nonisolated enum PixelDigest {
  /// The hash of a part of shared memory, in whole words of 8 bytes; 0 when it cannot be read.
  ///
  /// - Parameters:
  ///   - descriptor: the descriptor of the memory.
  ///   - offset: the beginning of the part in bytes, a multiple of 8. Default: 0.
  ///   - count: the size of the part in bytes.
  static func of(_ descriptor: Int32, at offset: Int = 0, bytes count: Int) -> UInt64 {
    let (end, isHuge) = offset.addingReportingOverflow(count)
    guard offset >= 0, count >= 8, !isHuge, MappableMemory.canMap(end, in: descriptor),
      let address = MappedMemory.map(descriptor, bytes: end)
    else { return 0 }
    defer { MappedMemory.unmap(address, bytes: end) }
    let words = UnsafeRawBufferPointer(start: address + offset, count: count / 8 * 8)
      .bindMemory(to: UInt64.self)
    var hash = FNV1a()
    hash.add(words: words)
    return hash.value
  }
}

nonisolated extension FilePath {
  /// The absolute path of an open file; nil for shared memory, and when the path cannot be
  /// determined.
  init?(descriptor: Int32) {
    var buffer = [UInt8](repeating: 0, count: 4096)
    let count = buffer.withUnsafeMutableBytes { bytes -> Int in
      guard let start = bytes.baseAddress else { return 0 }
      return readlink(
        "/proc/self/fd/\(descriptor)", start.assumingMemoryBound(to: CChar.self), bytes.count)
    }
    guard count > 0, count < buffer.count else { return nil }
    let path = FilePath(Array(buffer[..<count]))
    guard path.bytes.first == UInt8(ascii: "/"), !path.bytes.starts(with: Array("/memfd:".utf8))
    else { return nil }
    self = path
  }
}

nonisolated extension DecodeRequest {
  /// A hash that identifies the request in a recording, from its fields without ID, memory, limits
  /// and languages.
  ///
  /// - Parameter path: the recorded path of the file; nil when it is unknown.
  func digest(path: [UInt8]?) -> UInt64 {
    var hash = FNV1a()
    var words = [
      Int(kind.rawValue), target.width, target.height, minEmbeddedPreviewSide,
      wantsPartials ? 1 : 0,
      developsRaw ? 1 : 0, leaf, Int(turn?.rawValue ?? 0), sidecarChanges.count,
    ]
    // An exposure of 0 adds nothing, so that older recordings stay valid.
    if exposure != 0 { words.append(exposure) }
    if let frames { words += [frames.firstIndex, frames.count] }
    if let region { words += [region.whole.width, region.whole.height, region.x, region.y] }
    for word in words { hash.add(word: UInt64(truncatingIfNeeded: word)) }
    hash.add(path ?? Array("?".utf8))
    return hash.value
  }
}

nonisolated extension DecodeReply {
  /// Whether this is the last reply to its request.
  var isFinal: Bool {
    switch result {
    case .partial, .progress: false
    default: true
    }
  }

  private var layout: PixelLayout? {
    switch result {
    case .pixels(_, let layout), .partial(_, let layout), .thumbnail(_, let layout): layout
    case .frames(_, let batch): batch.layout
    default: nil
    }
  }

  /// Whether the pixels are in the memory that was sent with the request.
  var usesRequestMemory: Bool { layout?.usesRequestMemory ?? false }

  /// The size of the pixels of the reply in bytes; 0 for a reply without pixels.
  var pixelByteCount: Int {
    guard let layout else { return 0 }
    var count = 1
    if case .frames(_, let batch) = result { count = batch.durationsMilliseconds.count }
    let (total, isHuge) = layout.byteCount.multipliedReportingOverflow(by: count)
    return isHuge ? 0 : total
  }

  /// The size of the encoded picture of the reply in bytes; 0 for a reply without one.
  var encodedByteCount: Int {
    if case .encoded(let picture) = result { picture.byteCount } else { 0 }
  }

  /// The reply as it is recorded: of metadata, only the date taken, the marks, the size and the
  /// orientation.
  var recordedForm: DecodeReply {
    guard case .metadata(let all) = result else { return self }
    var kept = PhotoMetadata()
    kept.completeness = all.completeness
    kept.taken = all.taken
    kept.rating = all.rating
    kept.label = all.label
    kept.pickLabel = all.pickLabel
    kept.colorLabel = all.colorLabel
    kept.pixelSize = all.pixelSize
    kept.orientation = all.orientation
    return DecodeReply(id: id, result: .metadata(kept))
  }
}
