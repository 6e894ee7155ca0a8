package import CJXL
import ColorManagement

extension PictureColorSpace {
  /// Makes the colour space of a JPEG XL with an encoded (enumerated) colour profile, named and
  /// mapped like those of PNG and AVIF.
  ///
  /// - Returns: nil for an unsupported combination of values, for which the ICC profile must be
  ///   used.
  /// - Source: ISO/IEC 18181-1, annex E. Its values are those of ITU-T H.273, except that the
  ///   primaries of P3 have one value with either white point.
  package init?(_ encoding: JXLColorEncoding) {
    let primaries: Int? =
      switch (Int(encoding.color_space), Int(encoding.primaries), Int(encoding.white_point)) {
      case (JXL_SPACE_GRAY, _, JXL_WHITE_D65), (JXL_SPACE_RGB, JXL_PRIMARIES_SRGB, JXL_WHITE_D65):
        1
      case (JXL_SPACE_RGB, JXL_PRIMARIES_2100, JXL_WHITE_D65): 9
      case (JXL_SPACE_RGB, JXL_PRIMARIES_P3, JXL_WHITE_DCI): 11
      case (JXL_SPACE_RGB, JXL_PRIMARIES_P3, JXL_WHITE_D65): 12
      default: nil
      }
    let transfer = Int(encoding.transfer_function)
    switch transfer {
    case JXL_TRANSFER_709, JXL_TRANSFER_LINEAR, JXL_TRANSFER_SRGB, JXL_TRANSFER_PQ,
      JXL_TRANSFER_HLG:
      // Unknown primaries are accepted with PQ or HLG, for which the curve matters most.
      guard primaries != nil || Self.hdrTransfers.contains(transfer) else { return nil }
      self.init(primaries: primaries ?? 2, transfer: transfer)
    default: return nil
    }
  }
}
