/// A writer of D-Bus values in little-endian order, with alignment counted from the first byte.
struct BusWriter {
  private(set) var bytes: [UInt8] = []

  mutating func align(_ size: Int) {
    while bytes.count % size != 0 { bytes.append(0) }
  }

  mutating func add(_ values: [BusValue]) {
    for value in values { add(value) }
  }

  mutating func add(_ value: BusValue) {
    switch value {
    case .byte(let number): bytes.append(number)
    case .flag(let flag): add(UInt32(flag ? 1 : 0))
    case .int16(let number): add(UInt16(bitPattern: number))
    case .int(let number): add(UInt32(bitPattern: number))
    case .uint(let number): add(number)
    case .long(let number): add(UInt64(bitPattern: number))
    case .ulong(let number): add(number)
    case .double(let number): add(number.bitPattern)
    case .text(let text), .path(let text): add(text)
    case .signature(let text):
      bytes.append(UInt8(truncatingIfNeeded: text.utf8.count))
      bytes += Array(text.utf8) + [0]
    case .array(let element, let values): add(values, of: element)
    case .tuple(let members):
      align(8)
      add(members)
    case .dictEntry(let key, let value):
      align(8)
      add(key)
      add(value)
    case .variant(let value):
      add(.signature(value.signature))
      add(value)
    }
  }

  private mutating func add<Number: FixedWidthInteger>(_ number: Number) {
    align(Number.bitWidth / 8)
    withUnsafeBytes(of: number.littleEndian) { bytes += $0 }
  }

  /// Writes a string with its length, without NULs: for a NUL inside a string, the bus would close
  /// the connection.
  private mutating func add(_ text: String) {
    let text = text.utf8.filter { $0 != 0 }
    add(UInt32(truncatingIfNeeded: text.count))
    bytes += text
    bytes.append(0)
  }

  private mutating func add(_ values: [BusValue], of element: String) {
    align(4)
    let position = bytes.count
    add(UInt32(0))
    align(BusType.alignment(of: element.utf8.first ?? 0))
    let start = bytes.count
    add(values)
    let length = UInt32(truncatingIfNeeded: bytes.count - start)
    withUnsafeBytes(of: length.littleEndian) {
      bytes.replaceSubrange(position..<position + 4, with: $0)
    }
  }
}
