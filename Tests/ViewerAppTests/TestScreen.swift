import BrowserHost
import DecoderWire
import Desktop
import Geometry
import ImagingTestSupport
import Localization
import PhotoBrowser
import Pixels
import TestSupport
import Testing
import Views
import Windowing

@testable import PhotoGrid
@testable import ViewerApp

/// A screen: its name, and its views on a stage.
struct TestScreen: CustomTestStringConvertible, Sendable {
  let testDescription: String
  let open: @MainActor @Sendable (StageRig) -> Void

  init(_ name: String, _ open: @escaping @MainActor @Sendable (StageRig) -> Void) {
    testDescription = name
    self.open = open
  }

  /// A screen with a sheet.
  static func sheet(
    _ name: String, _ make: @escaping @MainActor @Sendable () -> BottomSheet
  ) -> TestScreen {
    TestScreen(name) { rig in
      let sheet = make()
      sheet.reducesMotion = true
      sheet.open(on: rig.stage)
    }
  }

  private nonisolated static let photos = ["a.jpg", "b.jpg", "c.jpg"].map { FilePath("/p/\($0)") }

  /// Every screen.
  nonisolated static let all = sheetsAndBars + overlays

  /// Sheets, menus, bars, cards and panels.
  private nonisolated static let sheetsAndBars: [TestScreen] = [
    .sheet("preferences") { PreferencesSheet(Preferences()) },
    .sheet("slideshow") {
      PreferencesSheet(
        Preferences(), title: tr("Slideshow"), keys: PreferenceTable.slideshowKeys)
    },
    .sheet("conflict") {
      ConflictSheet("a.jpg", in: "~/b", .init(Self.plan), others: 4) { _, _ in
      } cancel: {
      }
    },
    .sheet("failures") {
      var failures = FileFailures()
      for (photo, reason) in zip(photos, ["disk full", "read-only", "read-only"]) {
        failures.add(photo, .unwritable(file: photo.display, reason: reason))
      }
      return FailureSheet(
        trPhotos(
          photos, "“{name}” could not be moved: {reason}",
          "{count} pictures could not be moved: {reason}", ["reason": failures.commonReason]),
        failures, choices: [.init(title: tr("Undo")) {}])
    },
    .sheet("transfer") {
      TransferSheet(Transfer.Kind.copy.runningMessage(photos), control: TransferControl())
    },
    .sheet("transfer of a window that closes") {
      let sheet = TransferSheet(
        Transfer.Kind.copy.runningMessage(photos), control: TransferControl())
      sheet.announceClosing()
      return sheet
    },
    .sheet("new folder") { NewFolderSheet(for: photos, in: FilePath("/p")) },
    TestScreen("rename") { rig in
      let area = rig.stage.bounds
      let frames = NameAnchor.Frames(name: Rect(center: area.center, size: .zero), clipArea: area)
      RenameField(
        Renaming.Photo(shown: photos[0], files: photos), at: NameAnchor(frames: { frames })
      ).open(on: rig.stage)
    },
    .sheet("rename many") {
      RenameManySheet(
        photos.map { Renaming.Photo(shown: $0, files: [$0]) },
        facts: photos.map { _ in RenamePattern.Facts(name: "a") }, pattern: "{name}")
    },
    .sheet("save a copy") { SaveCopySheet(photos[0], files: [photos[0]]) },
    .sheet("open with") {
      OpenWithSheet(
        tr("Open {count} Pictures With", ["count": 3]),
        DesktopApplication.Candidates(
          recommended: [DesktopApplication(id: "a.desktop", name: "Gimp")], hasDefault: true,
          others: [DesktopApplication(id: "b.desktop", name: "Eog")]))
    },
    .sheet("undo history") {
      UndoHistorySheet(
        (0..<8).map { _ in (name: tr("Move to Trash"), photos: "“a.jpg”") }, choose: { _ in })
    },
    .sheet("question") {
      ActionSheet(
        trPhotos(photos, "Permanently delete “{name}”?", "Permanently delete {count} pictures?"),
        message: tr("This cannot be undone."),
        entries: [MenuItem(tr("Delete Permanently"), isDestructive: true) {}])
    },
    .sheet("choose a folder") {
      FolderChooser(in: FilePath("/p"), takesPhotos: true)
    },
    .sheet("keys of a photo") {
      ShortcutsSheet(
        ShortcutSection.all(
          of: .standard,
          gestures: ShortcutSection.photoGestures(
            axis: .horizontal, wheel: .page, clickCloses: false, hasGrid: true)))
    },
    TestScreen("menu") { rig in
      let commands: [Command] = [
        .open, .copyTo, .moveTo, .rename, .export, .toggleActual, .setWallpaper, .delete,
        .deletePermanently, .toggleCulling, .promotePane, .developRaw, .quit,
      ]
      MenuView(
        commands.map {
          MenuItem($0.title, shortcut: CommandKeys.standard.caps(for: $0).joined(separator: "+")) {}
        }, at: Point(x: 20, y: 20)
      ).open(on: rig.stage)
    },
    TestScreen("selection bar") { rig in
      let bar = SelectionBar()
      rig.stage.root.add(bar)
      bar.content = SelectionBar.Content(photoCount: 12_345, byteCount: 48_000_000, commonStars: 2)
      bar.layout(in: rig.stage.root.bounds)
    },
    TestScreen("title bar") { rig in
      let bar = TitleBar()
      bar.title = "a.jpg"
      bar.position = tr("{shown} of {count} pictures", ["shown": 3, "count": 20])
      bar.frame = Rect(
        x: 0, y: 0, width: rig.stage.size.width, height: TitleBar.height(at: rig.stage.scale))
      rig.stage.root.add(bar)
    },
    TestScreen("find") { rig in
      let bar = FindBar()
      rig.stage.root.add(bar)
      bar.counts = .init(shown: 3, all: 20_000, unread: 400)
      bar.frame = FieldCard.frame(
        below: 40, in: rig.stage.root.bounds, scale: rig.stage.scale)
      bar.open("")
    },
    TestScreen("go to a date") { rig in
      let bar = DateBar()
      rig.stage.root.add(bar)
      bar.frame = FieldCard.frame(
        below: 40, in: rig.stage.root.bounds, scale: rig.stage.scale)
      bar.open("")
    },
    TestScreen("information") { rig in
      let panel = InformationPanel()
      panel.show(PhotoInformation(Self.facts, Self.metadata))
      rig.stage.root.add(panel)
      panel.layout(
        in: BrowserOverlays.Room(area: rig.stage.root.bounds, scale: rig.stage.scale))
      panel.setShown(true)
    },
    TestScreen("crop") { rig in
      let bar = CropBar(
        canReplace: true, isJPEG: true, aspects: CropAspects.choices(for: .zero, screen: .zero),
        whole: PixelSize(width: 6000, height: 4000))
      rig.stage.root.add(bar)
      bar.fit(in: rig.stage.size, scale: rig.stage.scale)
    },
    TestScreen("toast") { rig in
      let toast = Toast()
      rig.stage.root.add(toast)
      toast.show(
        trPhotos(photos, "Moved “{name}” to the trash", "Moved {count} pictures to the trash"),
        action: Toast.ToastAction(tr("Undo"), keys: ["Ctrl", "Z"]) {})
    },
    TestScreen("notice") { rig in
      let strip = NoticeStrip(
        tr("This file is damaged or incomplete: only part of the picture could be read")
      ) {
      } onDismiss: {
      }
      rig.stage.root.add(strip)
      strip.frame = Rect(x: 100, y: 60, width: 600 * rig.stage.scale, height: 90 * rig.stage.scale)
    },
    TestScreen("message") { rig in
      let card = MessageCard(
        DecodeFailure(.crashed, format: "JPEG").sentence, hint: "sudo apt install libmpv2"
      ) {}
      card.fillsParent = true
      rig.stage.root.add(card)
    },
  ]

  /// The sheets of export, print and keys, and the overlays of photos and of the grid.
  private nonisolated static let overlays: [TestScreen] = [
    TestScreen("export") { rig in
      guard let loop = try? EventLoop() else { return }
      open(ExportSheet(photos, ExportOptions(folder: FilePath("/p")), loop: loop), on: rig)
    },
    .sheet("print") {
      PrintSheet(
        trPhotos(photos, "Print “{name}”", "Print {count} pictures"), files: photos,
        PrintSettings(),
        Printing.Destinations(printers: ["Laser"]), proposal: FilePath("/p/a.pdf"),
        pipeline: .silent())
    },
    .sheet("keys") {
      ShortcutsSheet(ShortcutSection.changeable(ViewerKeys(.pbview)), command: .customizeKeys)
    },
    .sheet("keys of a command") {
      KeyEditSheet(.moveTo, userCommands: []) { ViewerKeys(.pbview) }
    },
    .sheet("page effects") { Browser().makeEffectChooser() },
    TestScreen("version") { rig in
      let badge = VersionBadge()
      rig.stage.root.add(badge)
      badge.content = .init(names: ["JPEG", tr("Preview"), tr("Developed")], shownIndex: 1)
      layOut(badge, on: rig)
    },
    TestScreen("caption of a compared photo") { rig in
      let caption = PaneCaption()
      caption.content = .init(name: tr("Compare"), marks: PhotoMarks())
      caption.frame = Rect(x: 0, y: 0, width: rig.stage.size.width, height: 30 * rig.stage.scale)
      rig.stage.root.add(caption)
    },
    TestScreen("drop") { rig in
      let hint = DropHint()
      rig.stage.root.add(hint)
      hint.texts = (
        tr("Open {count} Pictures", ["count": 3]), tr("Copy with Ctrl, move with Shift")
      )
      hint.isShown = true
    },
    TestScreen("end of a list") { rig in
      let cell = EndCardCell()
      cell.card = .init(tr("Retry"), message: tr("The folder could not be read")) {}
      cell.fillsParent = true
      rig.stage.root.add(cell)
    },
    TestScreen("empty grid") { rig in
      let view = EmptyGalleryView()
      view.message = tr("No pictures here")
      view.hint = tr("Open another folder, or drop pictures here")
      view.choices = [(tr("Open Folder…"), {}), (tr("Include Subfolders"), {})]
      rig.stage.root.add(view)
      view.isHidden = false
    },
  ]

  /// Opens a sheet without its motion.
  @MainActor private static func open(_ sheet: BottomSheet, on rig: StageRig) {
    sheet.reducesMotion = true
    sheet.open(on: rig.stage)
  }

  /// Lays out an overlay over a photo.
  @MainActor private static func layOut(_ overlay: some BrowserOverlay, on rig: StageRig) {
    overlay.layout(
      in: BrowserOverlays.Room(area: rig.stage.root.bounds, scale: rig.stage.scale))
  }

  private nonisolated static var plan: Transfer.Plan {
    Transfer.Plan(shown: photos[0], files: [])
  }

  private nonisolated static var facts: PhotoFileFacts {
    var facts = PhotoFileFacts(path: photos[0])
    facts.size = .init(width: 4000, height: 3000)
    facts.byteCount = 3_200_000
    facts.formatName = "JPEG"
    facts.modificationSeconds = 1_700_000_000
    return facts
  }

  private nonisolated static var metadata: PhotoMetadata {
    var metadata = PhotoMetadata()
    metadata.make = "Canon"
    metadata.model = "EOS R5"
    metadata.iso = 400
    metadata.aperture = .init(28, 10)
    metadata.exposureTime = .init(1, 250)
    metadata.flash = 0x19
    metadata.meteringMode = 2
    metadata.rating = 3
    metadata.keywords = ["fjord"]
    return metadata
  }
}
