package import Geometry
package import Pixels

extension Orientation {
  /// The samples of a picture in upright order, made from those of a picture of size `stored` that
  /// is stored in this orientation. `pixel` is the number of samples of each pixel.
  package func upright(_ samples: [UInt8], of stored: PixelSize, pixel: Int) -> [UInt8] {
    let size = swapsAxes ? stored.transposed : stored
    precondition(samples.count == size.width * size.height * pixel, "\(samples.count) of \(size)")
    return [UInt8](unsafeUninitializedCapacity: samples.count) { out, count in
      count = samples.count
      samples.withUnsafeBufferPointer { samples in
        guard let target = out.baseAddress, let source = samples.baseAddress else { return }
        for y in 0..<size.height {
          for x in 0..<size.width {
            let origin = storedPixel(x: x, y: y, width: stored.width, height: stored.height)
            (target + (y * size.width + x) * pixel).initialize(
              from: source + (origin.y * stored.width + origin.x) * pixel, count: pixel)
          }
        }
      }
    }
  }
}
