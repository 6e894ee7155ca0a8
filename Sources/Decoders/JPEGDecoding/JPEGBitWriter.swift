import DecodingSupport

/// A writer of JPEG data into memory: whole bytes, and entropy-coded bits with a zero byte stuffed
/// after every 0xFF (ITU-T T.81, F.1.2.3).
struct JPEGBitWriter: ~Copyable {
  /// The write position of a bit writer as plain values, which a loop can keep in registers. Code
  /// that copies the cursor out of the writer must store it back.
  struct Cursor {
    fileprivate var next: UnsafeMutablePointer<UInt8>
    fileprivate let end: UnsafeMutablePointer<UInt8>
    fileprivate var pendingBits: UInt64 = 0
    fileprivate var pendingBitCount = 0

    fileprivate init(_ memory: UnsafeMutablePointer<UInt8>, at count: Int, of capacity: Int) {
      next = memory + count
      end = memory + capacity
    }

    /// Number of bytes that fit between the cursor and the end of the buffer.
    var room: Int { end - next }

    /// Writes the lowest `size` bits of `value` with byte stuffing; `size` is at most 32. The
    /// caller must have reserved memory in the writer.
    @inline(__always)
    mutating func put(_ value: UInt64, _ size: Int) {
      pendingBits = pendingBits &<< UInt64(truncatingIfNeeded: size) | value
      pendingBitCount &+= size
      guard pendingBitCount >= 32 else { return }
      pendingBitCount &-= 32
      let four = UInt32(
        truncatingIfNeeded: pendingBits &>> UInt64(truncatingIfNeeded: pendingBitCount))
      // The test for a byte 0xFF is that of ``JPEGBitReader``.
      if (~four &- 0x0101_0101) & four & 0x8080_8080 == 0 {
        UnsafeMutableRawPointer(next).storeBytes(of: four.bigEndian, as: UInt32.self)
        next += 4
      } else {
        next = Self.write(four, bytes: 4, at: next)
      }
    }

    /// Pads the last byte with 1-bits, as T.81 F.1.2.3 demands before a marker.
    fileprivate mutating func align() {
      let spare = -pendingBitCount & 7
      let rest = pendingBits &<< UInt64(spare) | (1 &<< UInt64(spare) &- 1)
      let bytes = (pendingBitCount + spare) / 8
      next = Self.write(UInt32(truncatingIfNeeded: rest), bytes: bytes, at: next)
      pendingBits = 0
      pendingBitCount = 0
    }

    @inline(never)
    private static func write(
      _ value: UInt32, bytes: Int, at start: UnsafeMutablePointer<UInt8>
    ) -> UnsafeMutablePointer<UInt8> {
      var next = start
      for i in (0..<bytes).reversed() {
        next.pointee = UInt8(truncatingIfNeeded: value &>> UInt32(8 * i))
        next += 1
        if next[-1] == 0xFF {
          next.pointee = 0
          next += 1
        }
      }
      return next
    }
  }

  /// The position at which the next bits are written.
  var cursor: Cursor
  private var memory: UnsafeMutablePointer<UInt8>
  private var capacity: Int

  /// Maximum number of bytes for the bits in the cursor: eight bytes that are all 0xFF and
  /// therefore stuffed.
  private static let maxPendingBytes = 16

  init(capacity: Int) {
    self.capacity = max(4096, capacity)
    memory = .allocate(capacity: self.capacity)
    cursor = Cursor(memory, at: 0, of: self.capacity)
  }

  deinit { memory.deallocate() }

  /// The bytes written so far; valid until more are written.
  var bytes: PictureBytes {
    PictureBytes(raw: UnsafeRawBufferPointer(start: memory, count: cursor.next - memory))
  }

  /// Discards all written data and keeps the memory.
  mutating func removeAll() { cursor = Cursor(memory, at: 0, of: capacity) }

  /// Reserves memory for `more` bytes behind the cursor, which moves if the memory does.
  mutating func reserve(_ more: Int) {
    guard cursor.room < more + Self.maxPendingBytes else { return }
    let count = cursor.next - memory
    capacity = (count + more + Self.maxPendingBytes) * 2
    let larger = UnsafeMutablePointer<UInt8>.allocate(capacity: capacity)
    larger.update(from: memory, count: count)
    memory.deallocate()
    memory = larger
    cursor = cursor.copied(to: larger, at: count, of: capacity)
  }

  /// Appends whole bytes without byte stuffing; the bits written before must fill whole bytes.
  mutating func append(_ bytes: [UInt8]) {
    bytes.withUnsafeBytes { append($0) }
  }

  /// Appends whole bytes without byte stuffing; the bits written before must fill whole bytes.
  mutating func append(_ bytes: UnsafeRawBufferPointer) {
    precondition(cursor.pendingBitCount == 0, "\(cursor.pendingBitCount) bits are not whole yet")
    reserve(bytes.count)
    guard let base = bytes.baseAddress else { return }
    UnsafeMutableRawPointer(cursor.next).copyMemory(from: base, byteCount: bytes.count)
    cursor.next += bytes.count
  }

  /// Calls `body` with the last `count` written bytes, which it may modify.
  mutating func modifyLastBytes(count: Int, _ body: (UnsafeMutableBufferPointer<UInt8>) -> Void) {
    body(UnsafeMutableBufferPointer(start: cursor.next - count, count: count))
  }

  /// Appends the entropy-coded bits from the position of the reader `start` up to `end`; zero bits
  /// instead of those behind a marker in between.
  mutating func append(
    from start: JPEGBitReader, to end: JPEGBitReader.Location, _ bytes: UnsafeRawBufferPointer
  ) {
    // Byte stuffing may double the size.
    reserve((end.byte - start.nextOffset + 64) * 2)
    var at = start
    var out = cursor
    while at.nextOffset + 8 < end.byte, !at.isPastEnd {
      at.fill(bytes)
      out.put(at.buffer &>> 32, 32)
      at.drop(32)
    }
    var left = at.location(bytes).distance(to: end, bytes)
    while left > 0 {
      at.fill(bytes)
      let size = min(left, 32)
      out.put(at.buffer &>> UInt64(64 - size), size)
      at.drop(size)
      left -= size
    }
    cursor = out
  }

  /// Pads the last byte with 1-bits, as T.81 F.1.2.3 demands before a marker.
  mutating func align() {
    reserve(0)
    cursor.align()
  }
}

extension JPEGBitWriter.Cursor {
  fileprivate func copied(
    to memory: UnsafeMutablePointer<UInt8>, at count: Int, of capacity: Int
  ) -> Self {
    var moved = Self(memory, at: count, of: capacity)
    moved.pendingBits = pendingBits
    moved.pendingBitCount = pendingBitCount
    return moved
  }
}
