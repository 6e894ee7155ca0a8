/// Conversions of the pixels of an image from an X server. This module has them because it is
/// optimised in debug builds, too: tests take screenshots many times a second.
public enum ScreenPixels {
  /// The colours 0xRRGGBB of `count` pixels of 32 bits, whose highest byte has no meaning.
  public static func colors(_ words: UnsafePointer<UInt32>, count: Int) -> [UInt32] {
    [UInt32](unsafeUninitializedCapacity: count) { colors, initialized in
      for index in 0..<count { colors[index] = words[index] & 0xFF_FFFF }
      initialized = count
    }
  }

  /// Whether two lists of colours are equal.
  public static func areEqual(_ a: [UInt32], _ b: [UInt32]) -> Bool { a == b }
}
