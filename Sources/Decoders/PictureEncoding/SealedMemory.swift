import CLinux
package import DecoderWire

/// The bytes of a file in a memfd that is sealed against every change.
package enum SealedMemory {
  /// Copies bytes into a new memfd and adds all seals.
  ///
  /// - Returns: a descriptor that the caller owns.
  /// - Throws: `.tooLarge` when memory cannot be allocated.
  package static func make(_ bytes: [UInt8]) throws(DecodeFailure) -> Int32 {
    let descriptor = linux_open_memory("pbview-file", true)
    guard descriptor >= 0 else { throw noMemory }
    // The bytes are written, not mapped: a writable mapping would prevent the seal.
    let seals = F_SEAL_SHRINK | F_SEAL_GROW | F_SEAL_WRITE | F_SEAL_SEAL
    guard linux_write_all(descriptor, bytes, bytes.count) == 0,
      linux_add_seals(descriptor, seals) == 0
    else {
      close(descriptor)
      throw noMemory
    }
    return descriptor
  }

  private static let noMemory = DecodeFailure(.tooLarge, detail: "no memory for the file")
}
