import CLCMS
import CLinux
package import DecoderWire

/// A cache of the colour conversions that a helper has made: pictures of a folder often have the
/// same colour space, and all of them are shown on the same display.
package final class ColorConversionCache {
  /// Maximum number of cached conversions. A conversion from a printer's profile, or of samples of
  /// 16 bits, takes one megabyte; a conversion from a colour space that is defined by a table takes
  /// up to five.
  private static let maxConversions = 6
  /// Maximum number of cached display profiles; a helper needs two while a window moves between
  /// displays.
  private static let maxDisplayProfiles = 2
  /// Number of samples of a computed tone curve, between which Little CMS interpolates linearly.
  private static let curvePointCount = 4096

  private struct CachedConversion {
    let source: PictureColorSpace.Source
    let target: ColorTarget
    let isSixteenBit: Bool
    /// The conversion between two colour spaces; nil when none is possible, which is cached too.
    let conversion: ColorConversion?
  }
  private struct DisplayProfile {
    let digest: UInt64
    /// The ICC profile of the display; nil when it is equal to sRGB, or unusable.
    let profile: [UInt8]?
  }
  private var cachedConversions: [CachedConversion] = []
  private var displayProfiles: [DisplayProfile] = []
  /// Number of source and target profiles opened so far.
  package private(set) var openedProfileCount = 0

  package init() {}

  /// The outcome of a look-up of the conversion for a picture.
  package enum LookupResult {
    /// No conversion is needed: the pixels are already in the target colour space, or stay
    /// untouched.
    case notNeeded
    /// The pixels must be converted by this conversion.
    case conversion(ColorConversion)
    /// No conversion is possible: Little CMS is missing, or rejects a profile. The pixels stay as
    /// they are.
    case impossible
  }

  /// The conversion from `source` to `target`, from the cache or a new one.
  ///
  /// - Parameters:
  ///   - descriptor: the descriptor of a file with the display's ICC profile, which is read when
  ///     `target` is a display that is not cached; -1 for none.
  ///   - isSixteenBit: whether RGB samples have 16 bits. Default: false.
  package func lookUp(
    from source: PictureColorSpace.Source, to target: ColorTarget, _ descriptor: Int32,
    isSixteenBit: Bool = false
  ) -> LookupResult {
    let display: [UInt8]?
    var target = target
    switch target {
    case .untouched: return .notNeeded
    case .standard: display = nil
    case .display(let digest):
      display = displayProfileBytes(digest, descriptor)
      if display == nil { target = .standard }
    }
    if target == .standard, source == .sRGB { return .notNeeded }
    if let display, case .profile(display, .rgb) = source { return .notNeeded }
    if let index = cachedConversions.firstIndex(where: {
      $0.target == target && $0.isSixteenBit == isSixteenBit && $0.source == source
    }) {
      let known = cachedConversions.remove(at: index)
      cachedConversions.append(known)
      return known.conversion.map(LookupResult.conversion) ?? .impossible
    }
    let conversion = LCMSLibrary.shared.flatMap {
      makeConversion($0, source, display, isSixteenBit)
    }
    if cachedConversions.count >= Self.maxConversions { cachedConversions.removeFirst() }
    cachedConversions.append(
      CachedConversion(
        source: source, target: target, isSixteenBit: isSixteenBit, conversion: conversion))
    return conversion.map(LookupResult.conversion) ?? .impossible
  }

  private func makeConversion(
    _ library: LCMSLibrary, _ source: PictureColorSpace.Source, _ display: [UInt8]?,
    _ isSixteenBit: Bool
  ) -> ColorConversion? {
    guard let from = openProfile(of: source, library) else { return nil }
    defer { _ = library.closeProfile(from) }
    guard let to = openProfile(of: display.map { .profile($0, .rgb) } ?? .sRGB, library) else {
      return nil
    }
    defer { _ = library.closeProfile(to) }
    var samples = PictureColorSpace.ColorModel.rgb
    if case .profile(_, let profileSamples) = source { samples = profileSamples }
    return ColorConversion(library, from: from, samples, to: to, isSixteenBit: isSixteenBit)
  }

  private func openProfile(
    of source: PictureColorSpace.Source, _ library: LCMSLibrary
  ) -> LCMSLibrary.Object? {
    switch source {
    case .sRGB: return library.makeSRGBProfile()
    case .profile(let bytes, _):
      openedProfileCount += 1
      return library.openProfile(bytes, UInt32(bytes.count))
    case .chromaticities(let light, let curve):
      let values = (0..<Self.curvePointCount).map { step in
        let x = Double(step) / Double(Self.curvePointCount - 1)
        return UInt16((min(1, max(0, curve.light(at: x))) * 65535).rounded())
      }
      guard let made = library.makeCurve(nil, UInt32(values.count), values) else { return nil }
      defer { library.freeCurve(made) }
      var white = LCMSChromaticity(light.white)
      var primaries = LCMSPrimaries(
        red: LCMSChromaticity(light.red), green: LCMSChromaticity(light.green),
        blue: LCMSChromaticity(light.blue))
      return library.makeProfile(&white, &primaries, [made, made, made])
    }
  }

  private func displayProfileBytes(_ digest: UInt64, _ descriptor: Int32) -> [UInt8]? {
    if let known = displayProfiles.first(where: { $0.digest == digest }) { return known.profile }
    let colors = Self.bytes(of: descriptor).flatMap { PictureColorSpace(profile: $0, of: .rgb) }
    var profile: [UInt8]?
    if case .profile(let bytes, _) = colors?.source { profile = bytes }
    if displayProfiles.count >= Self.maxDisplayProfiles { displayProfiles.removeFirst() }
    displayProfiles.append(DisplayProfile(digest: digest, profile: profile))
    return profile
  }

  private static func bytes(of descriptor: Int32) -> [UInt8]? {
    var status = stat()
    guard descriptor >= 0, fstat(descriptor, &status) == 0,
      (1...DecoderWireFormat.maxProfileBytes).contains(Int(status.st_size))
    else { return nil }
    var bytes = [UInt8](repeating: 0, count: Int(status.st_size))
    let count = bytes.withUnsafeMutableBytes { pread(descriptor, $0.baseAddress, $0.count, 0) }
    return count == bytes.count ? bytes : nil
  }
}

extension LCMSChromaticity {
  fileprivate init(_ chromaticity: Chromaticities.Coordinates) {
    self.init(x: chromaticity.x, y: chromaticity.y, luminance: 1)
  }
}
