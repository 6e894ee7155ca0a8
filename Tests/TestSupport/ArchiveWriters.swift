/// An encoder of zip archives with stored entries.
///
/// - Source: PKWARE APPNOTE 6.3.10.
public struct ZipWriter {
  /// One file of the archive.
  public struct Entry {
    public var name: [UInt8]
    public var contents: [UInt8]
    /// The general purpose bit flag: bit 0 encrypted, bit 11 UTF-8 names.
    public var flags: UInt16 = 0
    /// The size that the headers state; nil for the true one.
    public var statedSize: UInt32?

    public init(
      _ name: [UInt8], _ contents: [UInt8], flags: UInt16 = 0, statedSize: UInt32? = nil
    ) {
      self.name = name
      self.contents = contents
      self.flags = flags
      self.statedSize = statedSize
    }

    public init(_ name: String, _ contents: [UInt8] = [1]) {
      self.init(Array(name.utf8), contents, flags: 1 << 11)
    }
  }

  /// The bytes of an archive.
  public static func archive(_ entries: [Entry]) -> [UInt8] {
    var out: [UInt8] = []
    var directory: [UInt8] = []
    for entry in entries {
      let offset = UInt32(out.count)
      let size = entry.statedSize ?? UInt32(entry.contents.count)
      // Version, flags, method, 2020-01-01 00:00, checksum, sizes and the length of the name.
      let common =
        bytes(UInt16(20)) + bytes(entry.flags) + bytes(UInt16(0)) + bytes(UInt16(0))
        + bytes(UInt16(40 << 9 | 1 << 5 | 1)) + bytes(Checksum.crc32(entry.contents))
        + bytes(size) + bytes(size) + bytes(UInt16(entry.name.count)) + bytes(UInt16(0))
      out += bytes(UInt32(0x0403_4B50)) + common + entry.name + entry.contents
      directory += bytes(UInt32(0x0201_4B50)) + bytes(UInt16(0x0314)) + common
      directory += bytes(UInt16(0)) + bytes(UInt16(0)) + bytes(UInt16(0))
      directory += bytes(UInt32(0o100644 << 16)) + bytes(offset) + entry.name
    }
    let start = UInt32(out.count)
    let count = bytes(UInt16(entries.count))
    out += directory + bytes(UInt32(0x0605_4B50)) + bytes(UInt32(0)) + count + count
    out += bytes(UInt32(directory.count)) + bytes(start) + bytes(UInt16(0))
    return out
  }
}

/// An encoder of tape archives.
///
/// - Source: POSIX.1-2017 `pax`, ustar interchange format.
public enum TarWriter {
  /// The bytes of an archive of files.
  public static func archive(_ entries: [(name: String, contents: [UInt8])]) -> [UInt8] {
    entries.flatMap { header($0.name, size: $0.contents.count) + padded($0.contents) }
      + [UInt8](repeating: 0, count: 1024)
  }

  /// The header of one entry.
  ///
  /// - Parameter type: the type flag; by default that of a regular file.
  public static func header(_ name: String, size: Int, type: String = "0") -> [UInt8] {
    header(Array(name.utf8), size: size, type: type)
  }

  /// The header of one entry whose name has any bytes, up to 100.
  ///
  /// - Parameter type: the type flag; by default that of a regular file.
  public static func header(_ name: [UInt8], size: Int, type: String = "0") -> [UInt8] {
    var block = [UInt8](repeating: 0, count: 512)
    func put(_ text: String, at offset: Int) {
      for (index, byte) in text.utf8.enumerated() { block[offset + index] = byte }
    }
    func octal(_ value: Int, digits: Int) -> String {
      let text = String(value, radix: 8)
      return String(repeating: "0", count: digits - text.count) + text
    }
    for (index, byte) in name.enumerated() { block[index] = byte }
    put(octal(0o644, digits: 7), at: 100)
    put(octal(size, digits: 11), at: 124)
    put(octal(1_577_836_800, digits: 11), at: 136)
    put("        ", at: 148)
    put(type, at: 156)
    put("ustar", at: 257)
    put("00", at: 263)
    let sum = block.reduce(0) { $0 + Int($1) }
    put(octal(sum, digits: 6) + "\0 ", at: 148)
    return block
  }

  private static func padded(_ contents: [UInt8]) -> [UInt8] {
    contents + [UInt8](repeating: 0, count: (512 - contents.count % 512) % 512)
  }
}

/// An encoder of gzip members.
///
/// - Source: RFC 1951 and RFC 1952.
public enum GzipWriter {
  /// A member with stored blocks.
  public static func stored(_ contents: [UInt8]) -> [UInt8] {
    var out = header
    var rest = contents[...]
    repeat {
      let block = rest.prefix(0xFFFF)
      rest = rest.dropFirst(block.count)
      let length = UInt16(block.count)
      out += [rest.isEmpty ? 1 : 0] + bytes(length) + bytes(~length) + block
    } while !rest.isEmpty
    return out + bytes(Checksum.crc32(contents)) + bytes(UInt32(contents.count))
  }

  /// A member of 1033 bytes that unpacks to a mebibyte of zeros.
  public static let zeros: [UInt8] = {
    let start: [UInt8] = [
      0xED, 0xC1, 0x31, 0x01, 0, 0, 0, 0xC2, 0xA0, 0xF5, 0x4F, 0x6D, 0x08, 0x5F, 0xA0,
    ]
    let data = start + [UInt8](repeating: 0, count: 1016) + [0x3E, 0x03]
    return header + data + bytes(UInt32(0xA738_EA1C)) + bytes(UInt32(1 << 20))
  }()

  private static let header: [UInt8] = [0x1F, 0x8B, 8, 0, 0, 0, 0, 0, 0, 3]
}

/// The checksum of zip and gzip: CRC-32 with the reversed polynomial 0xEDB88320.
private enum Checksum {
  private static let table: [UInt32] = (0..<256).map { number in
    (0..<8).reduce(UInt32(number)) { sum, _ in
      sum & 1 == 0 ? sum >> 1 : sum >> 1 ^ 0xEDB8_8320
    }
  }

  static func crc32(_ bytes: [UInt8]) -> UInt32 {
    ~bytes.reduce(~UInt32(0)) { $0 >> 8 ^ table[Int(UInt8(truncatingIfNeeded: $0) ^ $1)] }
  }
}

/// The bytes of an integer, the least significant one first.
private func bytes<Value: FixedWidthInteger>(_ value: Value) -> [UInt8] {
  withUnsafeBytes(of: value.littleEndian) { Array($0) }
}
