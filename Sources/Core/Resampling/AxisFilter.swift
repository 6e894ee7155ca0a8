/// The resampling filter along one axis: the source pixels of every output pixel, and their
/// weights.
///
/// The kernel is the one that Pillow calls "Hamming": one lobe of a sinc with a Hamming window. The
/// kernel is never negative, so that edges do not ring, and the result is much sharper than with a
/// triangle of the same width.
///
/// - Source: Pillow 3.4, `Resample.c`, `hamming_filter`.
struct AxisFilter: Sendable {
  /// The number of source pixels that contribute to each output pixel, the same for all; unused
  /// ones have weight 0.
  let taps: Int
  /// The index of the first source pixel of each output pixel; that index plus `taps` is never past
  /// the end of the source.
  let starts: [Int]
  /// The weights of the source pixels, `taps` for each output pixel in turn, with a sum of 1.
  let weights: [Float]

  /// The range of all source pixels that contribute to an output pixel.
  var sourceRange: Range<Int> { (starts.min() ?? 0)..<(starts.max() ?? 0) + taps }

  /// Makes the filter for `count` output pixels that cover `length` source pixels, from the
  /// position `origin`, of a picture that has `extent` pixels along this axis.
  init(extent: Int, origin: Double, length: Double, count: Int) {
    let scale = length / Double(count)
    let support = max(1, scale)
    // An open interval of the length 2 × `support` contains at most this number of pixel centres.
    let taps = min(extent, max(1, Int((2 * support).rounded(.up))))
    var starts = [Int](repeating: 0, count: count)
    var weights = [Float](repeating: 0, count: count * taps)
    for i in 0..<count {
      let center = origin + (Double(i) + 0.5) * scale
      let first = Int((center - support - 0.5).rounded(.down)) + 1
      let start = max(0, min(extent - taps, first))
      starts[i] = start
      var sum = 0.0
      for t in 0..<taps {
        let weight = Self.kernel((Double(start + t) + 0.5 - center) / support)
        weights[i * taps + t] = Float(weight)
        sum += weight
      }
      if sum > 0 {
        for t in 0..<taps { weights[i * taps + t] /= Float(sum) }
      } else {
        weights[i * taps] = 1
      }
    }
    self.taps = taps
    self.starts = starts
    self.weights = weights
  }

  /// The weights in 65536ths, with a sum of exactly 65536 for each output pixel, so that a uniform
  /// area keeps its value. Only a single weight of 1 becomes 65535.
  var weightsIn65536ths: [UInt16] {
    let one = 1 << 16
    var out = [UInt16](repeating: 0, count: weights.count)
    for first in stride(from: 0, to: weights.count, by: taps) {
      var rest = one
      var largest = first
      for i in first..<first + taps {
        let whole = min(one - 1, Int(weights[i] * Float(one) + 0.5))
        out[i] = UInt16(whole)
        rest -= whole
        if weights[i] > weights[largest] { largest = i }
      }
      out[largest] = UInt16(min(one - 1, max(0, Int(out[largest]) + rest)))
    }
    return out
  }

  private static func kernel(_ x: Double) -> Double {
    guard abs(x) < 1 else { return 0 }
    let t = (x * .pi) * (x * .pi)
    return taylorSeries(t, first: 2) * (0.54 + 0.46 * taylorSeries(t, first: 1))
  }

  // The Taylor series of sin(√t)/√t (`first` 2) and of cos(√t) (`first` 1). Below √t = π, eight
  // terms leave an error of less than 1e-6; Core targets do not import the C library.
  private static func taylorSeries(_ t: Double, first: Double) -> Double {
    var term = 1.0
    var sum = 1.0
    var k = first
    for _ in 0..<8 {
      term *= -t / (k * (k + 1))
      sum += term
      k += 2
    }
    return sum
  }
}
