import CLinux
import DecoderWire
import Pixels

/// Fresh memory for pixels on the way, given back when this goes.
///
/// Mapped by hand for huge pages: touching fresh memory in small ones costs as much as decoding.
/// It is not kept for the next picture, so that a resting helper is small.
struct PrivateMemory: ~Copyable {
  let bytes: UnsafeMutableRawPointer
  let count: Int

  /// - Throws: `.tooLarge` when there is no such memory.
  init(byteCount: Int) throws(DecodeFailure) {
    count = max(1, byteCount)
    guard
      let address = helper_map(
        count, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1)
    else { throw DecodeFailure(.tooLarge, detail: "no memory for it") }
    madvise(address, count, MADV_HUGEPAGE)
    bytes = address
  }

  deinit { munmap(bytes, count) }
}
