/// The completed share of developing a camera RAW file, computed from the stages of libraw; it
/// never decreases.
final class DevelopingProgress {
  private let report: ((UInt8) -> Void)?
  private var lastPercent: UInt8?

  /// Makes a progress of 0 percent.
  ///
  /// - Parameter report: receives percentages from 0 to 100; nil for no reports.
  init(_ report: ((UInt8) -> Void)?) { self.report = report }

  /// Registers this object for the stages of `handle`, which must end before this object does.
  func register(at handle: LibRawLibrary.Handle, _ library: LibRawLibrary) {
    library.setProgressHandler(
      handle,
      { context, stage, step, steps in
        guard let context else { return 0 }
        Unmanaged<DevelopingProgress>.fromOpaque(context).takeUnretainedValue()
          .reportStage(stage, Int(step), of: Int(steps))
        return 0
      }, Unmanaged.passUnretained(self).toOpaque())
  }

  /// The percentages at which the long stages of libraw begin and end, measured with files of 24
  /// megapixels.
  private static let percentRanges: [Int32: ClosedRange<Double>] = [
    LibRawLibrary.Stage.loading: 0...25, LibRawLibrary.Stage.scaling: 25...35,
    LibRawLibrary.Stage.interpolation: 35...85, LibRawLibrary.Stage.conversion: 85...100,
  ]

  /// Reports the percentage for step `step` of a stage with `steps` steps, if it is larger than the
  /// last one.
  func reportStage(_ stage: Int32, _ step: Int, of steps: Int) {
    guard let share = Self.percentRanges[stage] else { return }
    let part = steps > 0 ? min(1, max(0, Double(step) / Double(steps))) : 0
    let percent = UInt8(share.lowerBound + part * (share.upperBound - share.lowerBound))
    guard lastPercent.map({ percent > $0 }) ?? true else { return }
    lastPercent = percent
    report?(percent)
  }
}
