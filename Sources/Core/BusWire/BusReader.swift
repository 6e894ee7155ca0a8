/// A reader of D-Bus values in received bytes that checks every length.
struct BusReader {
  private let bytes: ArraySlice<UInt8>
  private let isBigEndian: Bool
  private var position: Int

  /// Makes a reader at the first byte of `bytes`, from which alignment counts.
  init(_ bytes: ArraySlice<UInt8>, isBigEndian: Bool) {
    self.bytes = bytes
    self.isBigEndian = isBigEndian
    position = bytes.startIndex
  }

  /// The number of bytes read so far.
  var readByteCount: Int { position - bytes.startIndex }

  /// The next values, whose D-Bus types are in `signature`; nil when the bytes do not contain such
  /// values.
  mutating func values(of signature: String) -> [BusValue]? {
    guard let types = BusType.completeTypes(in: Array(signature.utf8)) else { return nil }
    var values: [BusValue] = []
    for type in types {
      guard let value = value(of: type, depth: 0) else { return nil }
      values.append(value)
    }
    return values
  }

  mutating func align(_ size: Int) -> Bool {
    let rest = readByteCount % size
    guard rest != 0 else { return true }
    guard bytes.endIndex - position >= size - rest else { return false }
    position += size - rest
    return true
  }

  private mutating func number<Number: FixedWidthInteger & UnsignedInteger>(
    _ type: Number.Type
  ) -> Number? {
    let size = Number.bitWidth / 8
    guard align(size), bytes.endIndex - position >= size else { return nil }
    var number = Number.zero
    for (index, byte) in bytes[position..<position + size].enumerated() {
      number |= Number(byte) << Number(8 * (isBigEndian ? size - 1 - index : index))
    }
    position += size
    return number
  }

  private mutating func text(length: Int) -> String? {
    // The length excludes the terminating NUL, which must be the only NUL.
    guard length < bytes.endIndex - position,
      bytes[position...(position + length)].firstIndex(of: 0) == position + length
    else { return nil }
    defer { position += length + 1 }
    return String(validating: bytes[position..<position + length], as: UTF8.self)
  }

  private mutating func value(of type: [UInt8], depth: Int) -> BusValue? {
    guard depth < BusType.maxDepth, let letter = type.first else { return nil }
    switch letter {
    case UInt8(ascii: "y"): return number(UInt8.self).map(BusValue.byte)
    case UInt8(ascii: "b"): return number(UInt32.self).map { .flag($0 != 0) }
    case UInt8(ascii: "n"), UInt8(ascii: "q"):
      return number(UInt16.self).map { .int16(Int16(bitPattern: $0)) }
    case UInt8(ascii: "i"): return number(UInt32.self).map { .int(Int32(bitPattern: $0)) }
    case UInt8(ascii: "u"), UInt8(ascii: "h"): return number(UInt32.self).map(BusValue.uint)
    case UInt8(ascii: "x"): return number(UInt64.self).map { .long(Int64(bitPattern: $0)) }
    case UInt8(ascii: "t"): return number(UInt64.self).map(BusValue.ulong)
    case UInt8(ascii: "d"):
      return number(UInt64.self).map { .double(Double(bitPattern: $0)) }
    case UInt8(ascii: "s"):
      return number(UInt32.self).flatMap { text(length: Int($0)) }.map(BusValue.text)
    case UInt8(ascii: "o"):
      return number(UInt32.self).flatMap { text(length: Int($0)) }.map(BusValue.path)
    case UInt8(ascii: "g"):
      return number(UInt8.self).flatMap { text(length: Int($0)) }.map(BusValue.signature)
    case UInt8(ascii: "v"):
      guard let length = number(UInt8.self), let signature = text(length: Int(length)),
        let types = BusType.completeTypes(in: Array(signature.utf8)), types.count == 1
      else { return nil }
      return value(of: types[0], depth: depth + 1).map(BusValue.variant)
    case UInt8(ascii: "a"): return array(of: Array(type.dropFirst()), depth: depth + 1)
    case UInt8(ascii: "("), UInt8(ascii: "{"):
      guard align(8), let types = BusType.completeTypes(in: Array(type.dropFirst().dropLast()))
      else {
        return nil
      }
      var members: [BusValue] = []
      for type in types {
        guard let member = value(of: type, depth: depth + 1) else { return nil }
        members.append(member)
      }
      guard letter == UInt8(ascii: "{") else { return .tuple(members) }
      return members.count == 2 ? .dictEntry(key: members[0], value: members[1]) : nil
    default: return nil
    }
  }

  private mutating func array(of element: [UInt8], depth: Int) -> BusValue? {
    guard let first = element.first, let length = number(UInt32.self),
      align(BusType.alignment(of: first)), Int(length) <= bytes.endIndex - position
    else { return nil }
    let end = position + Int(length)
    var values: [BusValue] = []
    while position < end {
      guard let value = value(of: element, depth: depth) else { return nil }
      values.append(value)
    }
    guard position == end else { return nil }
    return .array(of: String(decoding: element, as: UTF8.self), values)
  }
}
