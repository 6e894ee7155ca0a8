package import ColorManagement
import DecoderWire

extension DecodeJob {
  /// The colour conversion of pixels of 8 bits a component to the colour space
  /// ``DecodeRequest/color``; nil when none is needed. When the profile in the file is unusable,
  /// the picture counts as sRGB.
  package var conversion: ColorConversion? {
    if areColorsConverted { return nil }
    var source = colors.source(exposedBy: request.exposure)
    if colors.isCMYK {
      // The decoder has already converted CMYK to the target colours by ``cmykConversion``.
      if cmykConversion != nil { return nil }
      source = .sRGB
    }
    switch conversions.lookUp(from: source, to: request.color, displayProfileDescriptor) {
    case .notNeeded: return nil
    case .conversion(let conversion): return conversion
    case .impossible:
      guard
        case .conversion(let plain) = conversions.lookUp(
          from: .sRGB, to: request.color, displayProfileDescriptor)
      else { return nil }
      return plain
    }
  }

  /// The colour conversion of RGB samples of 16 bits to the colour space ``DecodeRequest/color``;
  /// nil when none is needed, or only one of 8 bits exists (``conversion``).
  package var sixteenBitConversion: ColorConversion? {
    switch colors.source {
    case .profile(_, .gray), .profile(_, .cmyk): return nil
    case .sRGB, .chromaticities, .profile(_, .rgb): break
    }
    guard
      case .conversion(let conversion) = conversions.lookUp(
        from: colors.source(exposedBy: request.exposure), to: request.color,
        displayProfileDescriptor,
        isSixteenBit: true)
    else { return nil }
    return conversion
  }

  /// This job without the CMYK profile of the picture, for a library that converts CMYK to RGB by
  /// itself; the same job when the picture is not CMYK.
  package var withoutCMYKProfile: DecodeJob {
    guard colors.isCMYK else { return self }
    var job = self
    job.colors = PictureColorSpace(name: colors.name)
    return job
  }

  /// The colour conversion from the picture's CMYK profile directly to ``DecodeRequest/color``; nil
  /// when the picture is not CMYK, or the profile is unusable, so that ideal inks must be assumed.
  package var cmykConversion: ColorConversion? {
    guard colors.isCMYK,
      case .conversion(let conversion) = conversions.lookUp(
        from: colors.source, to: request.color, displayProfileDescriptor)
    else { return nil }
    return conversion
  }
}
