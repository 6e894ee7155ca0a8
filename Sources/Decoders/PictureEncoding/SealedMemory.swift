import CLinux
package import DecoderWire

/// The bytes of a file in a memfd that is sealed against every change.
package enum SealedMemory {
  /// Copies bytes into a new memfd and adds all seals.
  ///
  /// - Returns: a descriptor that the caller owns.
  /// - Throws: `.tooLarge` when memory cannot be allocated.
  package static func make(_ bytes: [UInt8]) throws(DecodeFailure) -> Int32 {
    let descriptor = memfd_create("pbview-file", UInt32(MFD_CLOEXEC) | UInt32(MFD_ALLOW_SEALING))
    guard descriptor >= 0 else { throw noMemory }
    // The bytes are written, not mapped: a writable mapping would prevent the seal.
    var done = 0
    while done < bytes.count {
      let step = bytes.withUnsafeBytes { all in
        write(descriptor, all.baseAddress.map { $0 + done }, all.count - done)
      }
      if step < 0, pbview_errno() == EINTR { continue }
      guard step > 0 else {
        close(descriptor)
        throw noMemory
      }
      done += step
    }
    let seals = F_SEAL_SHRINK | F_SEAL_GROW | F_SEAL_WRITE | F_SEAL_SEAL
    guard linux_add_seals(descriptor, seals) == 0 else {
      close(descriptor)
      throw noMemory
    }
    return descriptor
  }

  private static let noMemory = DecodeFailure(.tooLarge, detail: "no memory for the file")
}
