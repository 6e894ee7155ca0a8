import Cropping
import Geometry
import Pixels
import Testing
import Views

@testable import ViewerApp

/// The ratios in the bar of a crop.
@MainActor @Suite struct CropAspectsTests {
  private let landscape = Size(width: 6000, height: 4000)
  private let screen = Size(width: 1920, height: 1080)

  @Test func `the ratios in the format of the photo come first`() {
    let wide = CropAspects.choices(for: landscape, screen: screen)
    #expect(
      wide.map(\.name) == [
        "Free", "Original", "Square", "4 : 3", "3 : 2", "16 : 9", "3 : 4", "2 : 3", "9 : 16",
        "Screen",
      ])
    #expect(
      wide[4].aspect == .ratio(width: 3, height: 2)
        && wide.last?.aspect == .ratio(width: 1920, height: 1080))
    let tall = CropAspects.choices(for: landscape.transposed, screen: .zero)
    #expect(tall[3].name == "3 : 4" && tall[3].aspect == .ratio(width: 3, height: 4))
    #expect(tall[6].name == "4 : 3" && tall.last?.aspect == .ratio(width: 16, height: 9))
  }

  @Test func `exchanged sides are the ratio of that name, where there is one`() {
    let all = CropAspects.choices(for: landscape, screen: screen)
    #expect(
      CropAspects.indexOfExchanged(3, in: all) == 6 && CropAspects.indexOfExchanged(8, in: all) == 5
    )
    for index in [0, 1, 2, 9, 10] { #expect(CropAspects.indexOfExchanged(index, in: all) == nil) }
  }

  @Test func `the bar shows the ratio that the keys choose`() {
    let bar = CropBar(
      canReplace: true, isJPEG: true, aspects: CropAspects.choices(for: landscape, screen: screen),
      whole: PixelSize(width: 6000, height: 4000))
    var chosen: [CropFrame.Aspect] = []
    bar.onAspect = { chosen.append($0) }
    #expect(!bar.exchangeSides())
    bar.stepAspect(-1)
    bar.stepAspect(-1)
    #expect(bar.exchangeSides())
    #expect(bar.aspectRow.choiceIndex == 5)
    #expect(
      chosen == [
        .ratio(width: 1920, height: 1080), .ratio(width: 9, height: 16),
        .ratio(width: 16, height: 9),
      ])
  }
}
