package import ColorManagement
import DecoderWire

extension DecodeJob {
  /// The conversion for the pixels of the result to the target colour space; nil when they need
  /// none. When the source profile is unusable, the picture counts as sRGB.
  package var conversion: ColorConversion? {
    if areColorsConverted { return nil }
    var source = colors.source(exposedBy: request.exposure)
    if colors.isCMYK {
      // The decoder has already converted CMYK to RGB.
      if cmykConversion != nil { return nil }
      source = .standard
    }
    switch conversions.lookUp(from: source, to: request.color, profile) {
    case .none: return nil
    case .by(let conversion): return conversion
    case .unknown:
      guard case .by(let plain) = conversions.lookUp(from: .standard, to: request.color, profile)
      else { return nil }
      return plain
    }
  }

  /// The conversion of RGB samples of 16 bits to the target colour space; nil when they need none,
  /// or there is only ``conversion`` for them.
  package var wideConversion: ColorConversion? {
    switch colors.source {
    case .profile(_, .gray), .profile(_, .cmyk): return nil
    case .standard, .measured, .profile(_, .rgb): break
    }
    guard
      case .by(let conversion) = conversions.lookUp(
        from: colors.source(exposedBy: request.exposure), to: request.color, profile, isWide: true)
    else { return nil }
    return conversion
  }

  /// The job without its CMYK profile, for a library that converts CMYK to RGB by itself.
  package var withoutCMYKProfile: DecodeJob {
    guard colors.isCMYK else { return self }
    var job = self
    job.colors = PictureColors(name: colors.name)
    return job
  }

  /// The conversion from the CMYK profile directly to the target colour space; nil when only the
  /// plain formula is available.
  package var cmykConversion: ColorConversion? {
    guard colors.isCMYK,
      case .by(let conversion) = conversions.lookUp(from: colors.source, to: request.color, profile)
    else { return nil }
    return conversion
  }
}
