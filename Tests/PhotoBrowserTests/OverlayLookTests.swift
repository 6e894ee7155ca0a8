import PhotoBrowser
import TestSupport
import Testing

/// Pictures of overlays over a white and a dark page. Pictures with text are not compared, because
/// fonts differ between machines: with `PBVIEW_LOOK=1` they are saved beside the test program for
/// inspection.
@MainActor @Suite(.tags(.recordedPictures)) struct OverlayLookTests {
  private static let white = Bitmap.computed(480, 320) { _, _ in 0xFFFF_FFFF }
  private static let dark = Bitmap.computed(480, 320) { x, y in
    0xFF10_1214 &+ UInt32((x + y) / 40)
  }

  /// A browser of equal pictures.
  private func rig(
    _ picture: Bitmap, _ width: Int = 240, _ height: Int = 160, scale: Double,
    with overlays: [any BrowserOverlay]
  ) -> BrowserRig {
    var options = BrowserOptions()
    options.tuning.reducesMotion = true
    let pages = [PhotoContent](repeating: .photo(picture), count: 3)
    let rig = BrowserRig(
      pages, width: Int(Double(width) * scale), height: Int(Double(height) * scale),
      scale: scale, options: options, start: 1)
    rig.perform(.mode(.fill))
    for overlay in overlays { rig.browser.addOverlay(overlay) }
    rig.wait(0.5)
    return rig
  }

  @Test(arguments: [1.0, 2])
  func `rings, pies, spinners, dots and crosses match the recorded pictures`(
    _ scale: Double
  ) throws {
    var film: [Bitmap] = []
    for picture in [Self.white, Self.dark] {
      let overlays: [[any BrowserOverlay]] = [
        [ProgressOverlay(style: .pieFromTop) { _ in .share(0) }, CloseButton()],
        [
          ProgressOverlay(style: .pieFromTop) { _ in .share(0.37) },
          CloseButton(corner: .topRight),
        ],
        [ProgressOverlay(style: .pieFromBottom) { _ in .share(0.37) }, DotPageIndicator()],
        [ProgressOverlay { _ in .unknown }, DotPageIndicator()],
      ]
      for (number, set) in overlays.enumerated() {
        let rig = rig(picture, scale: scale, with: set)
        let button = set.last as? CloseButton
        if number == 0 { rig.stage.setFocus(button) }
        if number == 1, let button {
          rig.press(button.frame.midX, button.frame.midY)
          rig.wait(0.3)
        }
        rig.wait(0.1)
        film.append(rig.seen("\(number)", slack: 1))
      }
    }
    try Snapshot.check(
      Filmstrip.picture(of: film, columns: 4), named: "overlays-\(Int(scale))")
  }

  @Test(
    .enabled(if: TemporaryFolder.environment("PBVIEW_LOOK") == "1", "PBVIEW_LOOK=1 shows overlays"),
    arguments: [1.0, 2])
  func `text over pictures is saved for inspection`(_ scale: Double) throws {
    let fjord = """
      The boat leaves at half past six, when the light is still low over the water, and comes back \
      before noon. Bring something warm: it is colder out there than one thinks, even in July, and \
      there is no coffee on board.
      """
    let captions = [
      Caption("Evening by the fjord", text: "21 June 2026"), Caption("", text: fjord),
      Caption("شروق الشمس فوق المضيق", text: "صورة من المساء، ٢١ يونيو"),
    ]
    var film: [Bitmap] = []
    for picture in [Self.white, Self.dark] {
      for (number, caption) in captions.enumerated() {
        let strip = CaptionStrip { _ in caption }
        if number == 1 { strip.background = .panel }
        let offer = [
          ViewOriginalButton.Offer.offered(byteCount: 12_300_000), .loading(share: 0.4),
          .loading(share: nil),
        ][number]
        let rig = rig(
          picture, number == 2 ? 320 : 480, 320, scale: scale,
          with: [strip, ViewOriginalButton { _ in offer }, CloseButton()])
        rig.browser.indicator = number == 1 ? NumberPageIndicator() : DotPageIndicator()
        rig.wait(0.5)
        film.append(rig.picture)
      }
      let toast = ToastOverlay()
      toast.show("Saved “IMG_2034 copy.jpg”")
      film.append(rig(picture, 480, 320, scale: scale, with: [toast]).picture)
    }
    try Snapshot.save(Filmstrip.picture(of: film, columns: 4), "words-\(Int(scale))")
  }
}
