import Glibc

/// The pixels of the pictures in a replay, which are opaque and grey.
nonisolated enum GreyPixels {
  /// Writes grey pixels into shared memory that is large enough; does nothing to other memory.
  ///
  /// - Parameters:
  ///   - descriptor: the descriptor of the memory.
  ///   - offset: the place of the first pixel in bytes, a multiple of 4. Default: 0.
  ///   - count: the size of the pixels in bytes.
  static func fill(_ descriptor: Int32, at offset: Int = 0, bytes count: Int) {
    let (end, isHuge) = offset.addingReportingOverflow(count)
    guard offset >= 0, count > 0, !isHuge, MappableMemory.canMap(end, in: descriptor) else {
      return
    }
    let memory = mmap(nil, end, PROT_READ | PROT_WRITE, MAP_SHARED, descriptor, 0)
    guard let memory, memory != UnsafeMutableRawPointer(bitPattern: -1) else { return }
    defer { munmap(memory, end) }
    let address = memory + offset
    // Each pixel is a 32-bit word in which all bytes but the alpha byte are equal, so one row of
    // words is written and then copied.
    let row = min(count, 4096)
    let pixels = address.bindMemory(to: UInt32.self, capacity: row / 4)
    for index in 0..<row / 4 { pixels[index] = 0xFF80_8080 }
    var filled = row
    while filled < count {
      let part = min(filled, count - filled)
      memcpy(address + filled, address, part)
      filled += part
    }
  }
}
