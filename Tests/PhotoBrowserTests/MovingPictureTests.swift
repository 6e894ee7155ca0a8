import TestSupport
import Testing

@testable import PhotoBrowser

/// Tests of a picture that changes in every frame, as that of a clip or an animation.
@MainActor @Suite struct MovingPictureTests {
  @Test func `the next frame of a clip moves nothing and redraws only the picture`() throws {
    let rig = BrowserRig([.photo(SyntheticPhoto.gradient(160, 160))])
    rig.settle()
    let cell = try #require(rig.browser.visibleCell as? PhotoCell)
    var changeCount = 0
    let wasTold = cell.onContentSizeChange
    cell.onContentSizeChange = {
      changeCount += 1
      wasTold?()
    }
    rig.perform(.zoomTo(1.2, at: nil, animated: false))
    rig.settle()
    let rect = rig.content
    for blue in 0..<5 {
      cell.content = .photo(SyntheticPhoto.gradient(160, 160, blue: UInt8(blue * 50)))
      rig.frame()
      #expect(
        rig.damage.reduce(Rect.zero) { $0.union($1) }
          == rect.roundedOut.inset(by: .all(-1)).intersection(rig.stage.bounds))
      #expect(rig.redrawn.isSame(as: rig.picture))
    }
    #expect(changeCount == 0 && rig.content == rect)
    #expect(rig.pixel(120, 80) & 0xFF == 200)
  }

  @Test func `a clip shows its current frame in a pull-down and in flight`() throws {
    let air = FlightRig(sizes: [(240, 160)])
    air.show(0)
    air.rig.wait(0.1)
    let cell = try #require(air.browser.cell(at: 0) as? PhotoCell)
    cell.content = .photo(SyntheticPhoto.gradient(240, 160, blue: 1))
    air.rig.frame()
    let lead = try #require(air.lead)
    let middle = lead.clip.center
    #expect(air.rig.pixel(Int(middle.x), Int(middle.y)) & 0xFF == 1)
  }
}
