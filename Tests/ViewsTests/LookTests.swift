import Drawing
import Geometry
import Input
import Motion
import Pixels
import TestSupport
import Testing
import Views

/// Recorded pictures of widgets. Widgets with text are not compared, because fonts differ between
/// machines; with `PBVIEW_LOOK=1` their pictures are saved beside the test program for inspection.
@MainActor @Suite(.tags(.recordedPictures)) struct LookTests {
  private func photo(_ fixture: StageFixture) {
    let photo = PhotoBackground()
    photo.fillsParent = true
    fixture.stage.root.add(photo)
  }

  @Test(arguments: [1.0, 2])
  func `icons match the recorded pictures`(scale: Double) throws {
    let side = 36 * scale
    let fixture = StageFixture(Int(side) * Icon.allCases.count, Int(side) * 4, scale: scale)
    fixture.stage.background = Color(white: 0.15)
    for (column, icon) in Icon.allCases.enumerated() {
      for row in 0..<4 {
        let button = IconButton(icon, label: "")
        button.frame = Rect(
          x: Double(column) * side, y: Double(row) * side, width: side, height: side)
        button.isEnabled = row != 3
        fixture.stage.root.add(button)
      }
    }
    fixture.frame()
    // One button of the second row is hovered for a second; then one of the third row is pressed.
    fixture.pointer(.moved, side * 1.5, side * 1.5)
    fixture.frame()
    fixture.frame(after: 1)
    fixture.pointer(.moved, side * 2.5, side * 2.5)
    fixture.pointer(.pressed(.primary), side * 2.5, side * 2.5)
    fixture.key(.tab)
    fixture.frame()
    fixture.frame(after: 1)
    try Snapshot.check(fixture.picture, named: "icons-\(Int(scale))")
  }

  @Test(arguments: [1.0, 2])
  func `progress rings match the recorded pictures`(scale: Double) throws {
    let side = 60 * scale
    let steps: [Double?] = [0, 0.1, 0.37, 0.75, 1, nil]
    let fixture = StageFixture(Int(side) * steps.count, Int(side), scale: scale)
    fixture.stage.background = Color(white: 0.1)
    for (column, progress) in steps.enumerated() {
      let ring = ProgressRing(progress: progress)
      ring.frame = Rect(
        center: Point(x: (Double(column) + 0.5) * side, y: side / 2),
        size: ProgressRing.naturalSize(at: scale))
      fixture.stage.root.add(ring)
    }
    fixture.frame(after: 0.15)
    try Snapshot.check(fixture.picture, named: "rings-\(Int(scale))")
  }

  @Test(
    .enabled(if: TemporaryFolder.environment("PBVIEW_LOOK") == "1", "PBVIEW_LOOK=1 shows sheets"),
    arguments: [1.0, 2])
  func `sheets are saved for inspection`(scale: Double) throws {
    var film: [Bitmap] = []
    for width in [560, 320] {
      for number in 0..<3 {
        let fixture = StageFixture(Int(Double(width) * scale), Int(440 * scale), scale: scale)
        photo(fixture)
        let sheet: BottomSheet
        switch number {
        case 0:
          sheet = ActionSheet(
            "IMG_2034 – sunset over the fjord.jpg",
            message: "It goes to the trash, from where it can be brought back.",
            entries: [
              MenuItem("Save Copy As…") {},
              MenuItem("Move to Trash", isDestructive: true) {},
            ])
        case 1:
          let words = FormText("“IMG_2034 copy.jpg” exists. Replace it?")
          words.isWarning = true
          let bar = FormProgress()
          bar.completedShare = 0.4
          let field = TextField("/home/anna/Pictures/Norway/IMG_2034 copy.jpg", label: "Where")
          field.select(27..<40)
          let cancel = PillButton("Cancel")
          cancel.isSecondary = true
          sheet = BottomSheet(
            "Save Copy As",
            items: [field, words, bar, FormButtons([cancel, PillButton("Replace")])])
        default:
          sheet = BottomSheet(
            "Preferences",
            items: [
              SettingRow("Opening", choices: ["Smooth Zoom"], index: 0),
              SettingRow("Page Turn", choices: ["Slide"], index: 0),
              SettingRow("Direction", choices: ["Left to Right"], index: 0),
              SettingRow("Loop", isOn: true), SettingRow("Reduce Motion", isOn: false),
            ])
        }
        sheet.reducesMotion = true
        sheet.open(on: fixture.stage)
        fixture.frame()
        film.append(fixture.picture)
      }
    }
    try Snapshot.save(Filmstrip.picture(of: film, columns: 3), "sheets-\(Int(scale))")
  }

  @Test(
    .enabled(if: TemporaryFolder.environment("PBVIEW_LOOK") == "1", "PBVIEW_LOOK=1 shows widgets"),
    arguments: [1.0, 2])
  func `a window full of widgets is saved for inspection`(scale: Double) throws {
    let fixture = StageFixture(Int(760 * scale), Int(480 * scale), scale: scale)
    photo(fixture)
    let card = MessageCard(
      "“Holiday in Norway.heif” cannot be shown: nothing on this machine reads HEIF pictures.",
      hint: "Installing heif-gdk-pixbuf would help."
    ) {}
    card.frame = Rect(x: 0, y: 60 * scale, width: 460 * scale, height: 360 * scale)
    fixture.stage.root.add(card)
    let bar = TitleBar()
    bar.frame = Rect(x: 0, y: 0, width: 760 * scale, height: TitleBar.height(at: scale))
    bar.title = "IMG_2034 – sunset over the fjord.jpg"
    bar.position = "3 / 20"
    fixture.stage.root.add(bar)
    let toast = Toast()
    fixture.stage.root.add(toast)
    toast.show("This is the last picture")
    let menu = MenuView(
      [
        MenuItem("Fullscreen", shortcut: "F11") {},
        MenuItem("Slideshow", shortcut: "F5") {},
        .separator,
        MenuItem("Loop", isChecked: true) {},
        MenuItem("Copy picture", shortcut: "Ctrl+C") {},
        MenuItem("Set as background", isEnabled: false) {},
        .separator,
        MenuItem("Move to trash", shortcut: "Delete") {},
      ], at: Point(x: 752 * scale, y: 54 * scale), corner: .topRight)
    menu.open(on: fixture.stage)
    fixture.frame()
    fixture.key(.down)
    fixture.key(.down)
    fixture.frame(after: 0.5)
    let path = try Snapshot.save(fixture.picture, "look-\(Int(scale))")
    #expect(!path.isEmpty)
  }
}

/// A colourful picture as the background.
@MainActor private final class PhotoBackground: View {
  override func draw(in canvas: Canvas, damage: Rect) {
    canvas.draw(SyntheticPhoto.gradient(64, 48, blue: 160), in: bounds)
  }
}
