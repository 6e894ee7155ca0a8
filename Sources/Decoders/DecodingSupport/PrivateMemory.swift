import CLinux
package import DecoderWire
import Pixels

/// Temporary memory for pixels, released with this value.
///
/// The memory is mapped directly, so that it consists of huge pages: the first access to memory in
/// small pages costs as much time as decoding. It is not kept for the next picture, so that an idle
/// helper is small.
package struct PrivateMemory: ~Copyable {
  package let bytes: UnsafeMutableRawPointer
  package let count: Int

  /// Maps `byteCount` bytes, at least one, which are zero at first.
  ///
  /// - Throws: `.tooLarge` when memory cannot be allocated.
  package init(byteCount: Int) throws(DecodeFailure) {
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
