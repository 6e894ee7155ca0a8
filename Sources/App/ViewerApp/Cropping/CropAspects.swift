import Cropping
import Geometry
import Localization

/// The ratios of width to height that the user can choose for the crop of a photo.
enum CropAspects {
  /// A ratio with its name in the user's language.
  struct Choice: Hashable {
    let name: String
    let aspect: CropFrame.Aspect
  }

  /// The fixed ratios of width to height in landscape format, each given by two sides.
  private static let landscapeRatios: [Size] = [
    Size(width: 4, height: 3), Size(width: 3, height: 2), Size(width: 16, height: 9),
  ]

  /// The ratios for a photo. Of the fixed ratios, those in the photo's own format, landscape or
  /// portrait, come first.
  ///
  /// - Parameters:
  ///   - picture: the size of the upright photo.
  ///   - screen: the size of the monitor; empty when it is unknown, which counts as 16 : 9.
  static func choices(for picture: Size, screen: Size) -> [Choice] {
    let isPortrait = picture.height > picture.width
    let own = isPortrait ? landscapeRatios.map(\.transposed) : landscapeRatios
    let fixed = (own + own.map(\.transposed)).map { size in
      Choice(name: "\(Int(size.width)) : \(Int(size.height))", aspect: ratio(of: size))
    }
    let first = [
      Choice(name: tr("Free", context: "ratio of a crop"), aspect: .free),
      Choice(name: tr("Original", context: "ratio of a crop"), aspect: .original),
      Choice(name: tr("Square", context: "ratio of a crop"), aspect: .ratio(width: 1, height: 1)),
    ]
    let last = Choice(
      name: tr("Screen", context: "ratio of a crop"),
      aspect: screen.isEmpty ? .ratio(width: 16, height: 9) : ratio(of: screen))
    return first + fixed + [last]
  }

  /// The index of the ratio with the width and height of the one at `index` exchanged; nil when
  /// there is none.
  static func indexOfExchanged(_ index: Int, in choices: [Choice]) -> Int? {
    guard choices.indices.contains(index),
      case .ratio(let width, let height) = choices[index].aspect
    else { return nil }
    let other = choices.firstIndex { $0.aspect == .ratio(width: height, height: width) }
    return other == index ? nil : other
  }

  private static func ratio(of size: Size) -> CropFrame.Aspect {
    .ratio(width: size.width, height: size.height)
  }
}
