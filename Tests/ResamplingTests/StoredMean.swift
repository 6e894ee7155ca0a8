/// The mean of premultiplied ARGB pixels, computed as a reference.
func storedMean(of pixels: [UInt32]) -> UInt32 {
  [0, 8, 16, 24].reduce(0) { mean, shift in
    let sum = pixels.reduce(0.0) { $0 + Double($1 >> UInt32(shift) & 0xFF) }
    return mean | UInt32((sum / Double(max(1, pixels.count))).rounded()) << UInt32(shift)
  }
}
