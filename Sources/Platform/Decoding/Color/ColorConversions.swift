import CLCMS
import CLinux
import DecoderWire

/// The conversions a helper has made, kept for the pictures to come: those of a folder often have
/// the same colours, and all are for the same display.
public final class ColorConversions {
  /// Most conversions that are kept: the one of a printer's profile has a megabyte.
  private static let most = 6
  /// Most displays; a helper sees two while a window goes from one to the other.
  private static let mostDisplays = 2
  /// Points of the curves that are computed; in between they are straight.
  private static let curvePoints = 4096

  private struct Made {
    let source: PictureColors.Source
    let target: ColorTarget
    /// Nil when there is no way; that is not found out twice.
    let conversion: ColorConversion?
  }
  private struct Display {
    let digest: UInt64
    /// Nil when it is sRGB, or not to be used.
    let profile: [UInt8]?
  }
  private var made: [Made] = []
  private var displays: [Display] = []
  /// Profiles that were opened so far.
  package private(set) var opened = 0

  /// Knows none.
  public init() {}

  /// What has to be done.
  enum Way {
    /// The colours are right as they are.
    case none
    /// They are converted.
    case by(ColorConversion)
    /// There is no way: the library is not there, or makes no sense of a profile.
    case unknown
  }

  /// The way from `source` to `target`, of which `descriptor` holds the profile.
  func way(
    from source: PictureColors.Source, to target: ColorTarget, _ descriptor: Int32
  ) -> Way {
    let display: [UInt8]?
    var target = target
    switch target {
    case .untouched: return .none
    case .standard: display = nil
    case .display(let digest):
      display = self.display(digest, descriptor)
      if display == nil { target = .standard }
    }
    if target == .standard, source == .standard { return .none }
    if let display, case .profile(display, .rgb) = source { return .none }
    if let index = made.firstIndex(where: { $0.target == target && $0.source == source }) {
      let known = made.remove(at: index)
      made.append(known)
      return known.conversion.map(Way.by) ?? .unknown
    }
    let conversion = LCMSLibrary.shared.flatMap { make($0, source, display) }
    if made.count >= Self.most { made.removeFirst() }
    made.append(Made(source: source, target: target, conversion: conversion))
    return conversion.map(Way.by) ?? .unknown
  }

  private func make(
    _ library: LCMSLibrary, _ source: PictureColors.Source, _ display: [UInt8]?
  ) -> ColorConversion? {
    guard let from = open(source, library) else { return nil }
    defer { _ = library.closeProfile(from) }
    guard let to = open(display.map { .profile($0, .rgb) } ?? .standard, library) else {
      return nil
    }
    defer { _ = library.closeProfile(to) }
    var samples = PictureColors.Samples.rgb
    if case .profile(_, let told) = source { samples = told }
    return ColorConversion(library, from: from, samples, to: to)
  }

  private func open(
    _ source: PictureColors.Source, _ library: LCMSLibrary
  ) -> LCMSLibrary.Object? {
    switch source {
    case .standard: return library.makeStandardProfile()
    case .profile(let bytes, _):
      opened += 1
      return library.openProfile(bytes, UInt32(bytes.count))
    case .measured(let light, let curve):
      let values = (0..<Self.curvePoints).map { step in
        let x = Double(step) / Double(Self.curvePoints - 1)
        return UInt16((min(1, max(0, curve.light(at: x))) * 65535).rounded())
      }
      guard let made = library.makeCurve(nil, UInt32(values.count), values) else { return nil }
      defer { library.dropCurve(made) }
      var white = LCMSChromaticity(light.white)
      var primaries = LCMSPrimaries(
        red: LCMSChromaticity(light.red), green: LCMSChromaticity(light.green),
        blue: LCMSChromaticity(light.blue))
      return library.makeProfile(&white, &primaries, [made, made, made])
    }
  }

  private func display(_ digest: UInt64, _ descriptor: Int32) -> [UInt8]? {
    if let known = displays.first(where: { $0.digest == digest }) { return known.profile }
    let colors = Self.bytes(of: descriptor).flatMap { PictureColors(profile: $0, of: .rgb) }
    var profile: [UInt8]?
    if case .profile(let bytes, _) = colors?.source { profile = bytes }
    if displays.count >= Self.mostDisplays { displays.removeFirst() }
    displays.append(Display(digest: digest, profile: profile))
    return profile
  }

  private static func bytes(of descriptor: Int32) -> [UInt8]? {
    var status = stat()
    guard descriptor >= 0, fstat(descriptor, &status) == 0,
      (1...WireFormat.mostProfileBytes).contains(Int(status.st_size))
    else { return nil }
    var bytes = [UInt8](repeating: 0, count: Int(status.st_size))
    let count = bytes.withUnsafeMutableBytes { pread(descriptor, $0.baseAddress, $0.count, 0) }
    return count == bytes.count ? bytes : nil
  }
}

extension LCMSChromaticity {
  fileprivate init(_ place: Chromaticities.Place) {
    self.init(x: place.x, y: place.y, luminance: 1)
  }
}

extension DecodeJob {
  /// What the pixels of the result go through at last; nil when they are right as they are.
  var conversion: ColorConversion? {
    var source = colors.source
    if colors.areInks {
      // They have become red, green and blue while they were decoded.
      if inks != nil { return nil }
      source = .standard
    }
    switch conversions.way(from: source, to: request.color, profile) {
    case .none: return nil
    case .by(let conversion): return conversion
    case .unknown:
      guard case .by(let plain) = conversions.way(from: .standard, to: request.color, profile)
      else { return nil }
      return plain
    }
  }

  /// The same job where a library makes colours of inks without their profile.
  var withInksMadeColors: DecodeJob {
    guard colors.areInks else { return self }
    var job = self
    job.colors = PictureColors(name: colors.name)
    return job
  }

  /// What the inks of the picture go through, straight to what was asked for; nil when there is
  /// nothing but the plain formula.
  var inks: ColorConversion? {
    guard colors.areInks,
      case .by(let conversion) = conversions.way(from: colors.source, to: request.color, profile)
    else { return nil }
    return conversion
  }
}
