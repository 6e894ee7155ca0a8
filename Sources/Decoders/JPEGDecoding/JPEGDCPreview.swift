import DecoderWire
import DecodingSupport
import Pixels

/// A preview of a sequential JPEG at 1/8 scale, decoded from the DC coefficients only, which
/// parsing the entropy-coded data yields anyway. Luma is exactly that of libjpeg; subsampled chroma
/// is not interpolated. 24 megapixels take 25 ms, and 60 ms with libjpeg at 1/8 scale.
struct JPEGDCPreview {
  private struct Component {
    /// Index of the component's first block in an MCU.
    let firstBlock: Int
    /// Horizontal sampling factor.
    let blocksAcrossMCU: Int
    /// Binary logarithm of the horizontal subsampling, relative to the component with the most
    /// samples.
    let horizontalShift: Int
    /// Binary logarithm of the vertical subsampling, relative to the component with the most
    /// samples.
    let verticalShift: Int
    let quantizer: Int32
  }

  private let scan: JPEGScan
  private let bytes: PictureBytes
  private let components: [Component]

  /// Parses the headers of a JPEG; no coefficient is decoded yet.
  ///
  /// - Parameter bytes: the file; it must outlive this value.
  /// - Returns: nil when the file is not a sequential grayscale or YCbCr JPEG, or its subsampling
  ///   is not a power of two up to 4.
  init?(_ bytes: PictureBytes) {
    guard let scan = JPEGScan(bytes), [1, 3].contains(scan.components.count), !scan.isRGB else {
      return nil
    }
    let (across, down) = (scan.mcuSize.width / 8, scan.mcuSize.height / 8)
    var components: [Component] = []
    var firstBlock = 0
    for component in scan.components {
      guard let horizontalShift = Self.subsamplingShift(across, component.horizontalSampling),
        let verticalShift = Self.subsamplingShift(down, component.verticalSampling),
        let quantizer = scan.quantizationTables[component.quantizationTableIndex]
      else { return nil }
      let dcValue =
        quantizer[0] >> 4 == 0
        ? Int32(quantizer[1]) : Int32(quantizer[1]) << 8 | Int32(quantizer[2])
      components.append(
        Component(
          firstBlock: firstBlock, blocksAcrossMCU: component.horizontalSampling,
          horizontalShift: horizontalShift,
          verticalShift: verticalShift, quantizer: dcValue))
      firstBlock += component.horizontalSampling * component.verticalSampling
    }
    self.scan = scan
    self.bytes = bytes
    self.components = components
  }

  /// The size of the preview: that of the picture divided by eight, rounded up.
  var size: PixelSize { JPEGScale.scaled(scan.size, JPEGScale.dcDenominator) }

  /// The minimum number of samples of a component across and down, that of chroma if it is
  /// subsampled.
  var minComponentSize: PixelSize {
    let across = components.map(\.horizontalShift).max() ?? 0
    let down = components.map(\.verticalShift).max() ?? 0
    return PixelSize(width: size.width >> across, height: size.height >> down)
  }

  /// Writes the preview as opaque BGRA, in stored orientation, into `buffer`, which has the size of
  /// the preview.
  ///
  /// - Returns: false when the data end early.
  func write(into buffer: PixelBuffer) -> Bool {
    let parser = JPEGScanParser(scan, bytes)
    var checkpoint = JPEGCheckpoint(scan)
    let grid = scan.sizeInMCUs
    let count = scan.blockCount
    return withUnsafeTemporaryAllocation(of: Int16.self, capacity: grid.width * count) { row in
      guard let base = row.baseAddress else { return false }
      for mcuRow in 0..<grid.height {
        parser.readDCCoefficients(grid.width, &checkpoint, into: base)
        guard !checkpoint.bits.isPastEnd else { return false }
        let height = scan.mcuSize.height / 8
        for y in 0..<min(height, buffer.size.height - mcuRow * height) {
          let out = buffer.bytes + (mcuRow * height + y) * buffer.stride
          write(base, y, into: out.assumingMemoryBound(to: UInt32.self))
        }
      }
      return true
    }
  }

  /// Writes one row of pixels of the preview from the coefficients of an MCU row: `y` is the row of
  /// blocks within it.
  private func write(
    _ coefficients: UnsafePointer<Int16>, _ y: Int, into out: UnsafeMutablePointer<UInt32>
  ) {
    let across = scan.mcuSize.width / 8
    let count = scan.blockCount
    for x in 0..<size.width {
      let mcu = coefficients + x / across * count
      let luma = dcSample(0, mcu, x % across, y) &+ 128
      guard components.count == 3 else {
        out[x] = 0xFF00_0000 | YCbCrConversion.clamped(luma) &* 0x01_01_01
        continue
      }
      let (blue, red) = (dcSample(1, mcu, x % across, y), dcSample(2, mcu, x % across, y))
      out[x] = YCbCrConversion.opaquePixel(
        Int32(YCbCrConversion.clamped(luma)), blue: max(-128, min(127, blue)),
        red: max(-128, min(127, red)))
    }
  }

  /// The sample of a component at a pixel (`x`, `y`) of an MCU at 1/8 scale: its dequantised DC
  /// coefficient, centred at zero.
  @inline(__always)
  private func dcSample(_ number: Int, _ mcu: UnsafePointer<Int16>, _ x: Int, _ y: Int) -> Int32 {
    let component = components[number]
    let block =
      component.firstBlock &+ (y &>> component.verticalShift) &* component.blocksAcrossMCU
      &+ x &>> component.horizontalShift
    return (Int32(mcu[block]) &* component.quantizer &+ 4) &>> 3
  }

  private static func subsamplingShift(_ all: Int, _ own: Int) -> Int? {
    own > 0 ? [0, 1, 2].first { own << $0 == all } : nil
  }
}

extension JPEGScan {
  /// Whether the components are R, G and B, not YCbCr, by the rules of libjpeg (JFIF marker, Adobe
  /// transform, component identifiers).
  var isRGB: Bool {
    guard components.count == 3, !hasJFIF else { return false }
    if let adobeSegment { return adobeSegment[11] == 0 }
    return components.map(\.id) == Array("RGB".utf8)
  }
}
