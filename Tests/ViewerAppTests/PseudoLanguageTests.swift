import BrowserHost
import DecoderWire
import Desktop
import Drawing
import Geometry
import Input
import Localization
import PhotoBrowser
import Synchronization
import TestSupport
import Testing
import Views

@testable import ViewerApp

/// The screens in an invented language whose texts are accented and longer by 40 %, and mirrored.
@MainActor @Suite struct PseudoLanguageTests {
  /// A screen: its name, and its views on a stage.
  struct Screen: CustomTestStringConvertible, Sendable {
    let testDescription: String
    let open: @MainActor @Sendable (StageRig) -> Void

    init(_ name: String, _ open: @escaping @MainActor @Sendable (StageRig) -> Void) {
      testDescription = name
      self.open = open
    }

    /// A screen with a sheet.
    static func sheet(
      _ name: String, _ make: @escaping @MainActor @Sendable () -> BottomSheet
    ) -> Screen {
      Screen(name) { rig in
        let sheet = make()
        sheet.reducesMotion = true
        sheet.open(on: rig.stage)
      }
    }
  }

  private nonisolated static let photos = ["a.jpg", "b.jpg", "c.jpg"].map { FilePath("/p/\($0)") }

  nonisolated static let screens: [Screen] = [
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
    .sheet("transfer") {
      TransferSheet(Transfer.Kind.copy.running(photos), control: TransferControl())
    },
    .sheet("new folder") { NewFolderSheet(for: photos, in: FilePath("/p")) },
    .sheet("rename") {
      RenameSheet(Renaming.Photo(shown: photos[0], files: photos))
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
        DesktopApplication.Offer(
          recommended: [DesktopApplication(id: "a.desktop", name: "Gimp")], hasDefault: true,
          others: [DesktopApplication(id: "b.desktop", name: "Eog")]))
    },
    .sheet("undo history") {
      UndoHistorySheet.make(
        (0..<12).map { _ in (name: tr("Move to Trash"), photos: "“a.jpg”") }, choose: { _ in })
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
    Screen("menu") { rig in
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
    Screen("selection bar") { rig in
      let bar = SelectionBar()
      rig.stage.root.add(bar)
      bar.content = SelectionBar.Content(count: 12_345, bytes: 48_000_000, stars: 2)
      bar.place(in: rig.stage.root.bounds)
    },
    Screen("title bar") { rig in
      let bar = TitleBar()
      bar.title = "a.jpg"
      bar.position = tr("{shown} of {count} pictures", ["shown": 3, "count": 20])
      bar.frame = Rect(
        x: 0, y: 0, width: rig.stage.size.width, height: TitleBar.height(at: rig.stage.scale))
      rig.stage.root.add(bar)
    },
    Screen("find") { rig in
      let bar = FindBar()
      rig.stage.root.add(bar)
      bar.counts = .init(shown: 3, all: 20_000, unread: 400)
      bar.frame = FieldCard.frame(
        below: 40, in: rig.stage.root.bounds, scale: rig.stage.scale)
      bar.open("")
    },
    Screen("go to a date") { rig in
      let bar = DateBar()
      rig.stage.root.add(bar)
      bar.frame = FieldCard.frame(
        below: 40, in: rig.stage.root.bounds, scale: rig.stage.scale)
      bar.open("")
    },
    Screen("information") { rig in
      let panel = InformationPanel()
      panel.show(PhotoInformation(Self.facts, Self.metadata))
      rig.stage.root.add(panel)
      panel.place(
        in: BrowserOverlays.Room(area: rig.stage.root.bounds, scale: rig.stage.scale))
      panel.setShown(true)
    },
    Screen("crop") { rig in
      let bar = CropBar(canReplace: true, isJPEG: true)
      rig.stage.root.add(bar)
      bar.fit(in: rig.stage.size, scale: rig.stage.scale)
    },
    Screen("toast") { rig in
      let toast = Toast()
      rig.stage.root.add(toast)
      toast.show(
        trPhotos(photos, "Moved “{name}” to the trash", "Moved {count} pictures to the trash"),
        action: Toast.Action(tr("Undo"), keys: ["Ctrl", "Z"]) {})
    },
    Screen("notice") { rig in
      let strip = NoticeStrip(
        tr("This file is damaged or incomplete: only part of the picture could be read")
      ) {
      } onDismiss: {
      }
      rig.stage.root.add(strip)
      strip.frame = Rect(x: 100, y: 60, width: 600 * rig.stage.scale, height: 90 * rig.stage.scale)
    },
    Screen("message") { rig in
      let card = MessageCard(
        DecodeFailure(.crashed, format: "JPEG").sentence, hint: "sudo apt install libmpv2"
      ) {}
      card.fillsParent = true
      rig.stage.root.add(card)
    },
  ]

  private nonisolated static var plan: Transfer.Plan {
    Transfer.Plan(shown: photos[0], files: [])
  }

  private nonisolated static var facts: PhotoFacts {
    var facts = PhotoFacts(path: photos[0])
    facts.size = .init(width: 4000, height: 3000)
    facts.byteCount = 3_200_000
    facts.format = "JPEG"
    facts.modified = 1_700_000_000
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
    metadata.metering = 2
    metadata.rating = 3
    metadata.keywords = ["fjord"]
    return metadata
  }

  // MARK: The language

  /// A text in the invented language, which `scripts/translations pseudo` writes in the same way.
  nonisolated static func pseudo(_ text: String) -> String {
    var result = ""
    var isName = false
    var length = 0
    for letter in text {
      if letter == "{" { isName = true }
      result.append(isName ? letter : accents[letter] ?? letter)
      if !isName { length += 1 }
      if letter == "}" { isName = false }
    }
    let extra = max(1, length <= 10 ? length : length * 2 / 5)
    let words = Array("ļöŕéɱ îþšûɱ ðöļöŕ šîţ åɱéţ ")
    let tail = String((0..<extra).map { words[$0 % words.count] })
    return "⟦\(result) \(tail)⟧"
  }

  private nonisolated static let accents: [Character: Character] = Dictionary(
    uniqueKeysWithValues: zip(
      "AaCcDdEeGgHhIiKkLlNnOoRrSsTtUuWwYyZz", "ÅåÇçÐðÉéĜĝĤĥÎîĶķĻļÑñÖöŔŕŠšŢţÛûŴŵÝýŽž"))

  // MARK: The texts of a screen

  /// A text that was drawn.
  struct Drawn: Sendable {
    var text: String
    var isEllipsized: Bool
    /// The place in the pixels of its canvas.
    var place: Rect
    /// The canvas; a cached bitmap has one of its own.
    var canvas: ObjectIdentifier
    var canvasSize: Size
  }

  private final class Record: Sendable {
    let texts = Mutex<[Drawn]>([])
  }

  /// The texts of a screen in a window of a size in points.
  private static func texts(_ screen: Screen, _ width: Int, _ height: Int, scale: Int) -> [Drawn] {
    let rig = StageRig(width * scale, height * scale, scale: Double(scale))
    screen.open(rig)
    rig.wait(0.6)
    let record = Record()
    // Cached bitmaps are drawn again, too.
    rig.stage.root.languageDidChange()
    Canvas.$onText.withValue({ text, place, canvas in
      let drawn = Drawn(
        text: text.text, isEllipsized: text.isEllipsized, place: place,
        canvas: ObjectIdentifier(canvas), canvasSize: canvas.bounds.size)
      record.texts.withLock { $0.append(drawn) }
    }) {
      rig.stage.draw(into: rig.buffer, repaint: [rig.stage.bounds])
    }
    return record.texts.withLock { $0 }
  }

  /// The faults of a screen: texts that are cut, overlap, or lie outside.
  private static func faults(_ texts: [Drawn]) -> [String] {
    var faults: [String] = []
    for (index, one) in texts.enumerated() where one.place.width > 0 {
      if one.isEllipsized { faults.append("cut: \(one.text)") }
      let canvas = Rect(origin: .zero, size: one.canvasSize)
      if let seen = one.place.intersection(canvas), seen.width < one.place.width - 2 {
        faults.append("outside: \(one.text)")
      }
      for other in texts[..<index] where other.canvas == one.canvas {
        if let shared = one.place.intersection(other.place), shared.width > 2, shared.height > 4 {
          faults.append("overlap: \(other.text) and \(one.text)")
        }
      }
    }
    return faults
  }

  private static func withPseudoLanguage(isMirrored: Bool, _ body: () -> Void) {
    let catalogue = TextCatalogue { message in
      message.text.hasPrefix("%") || message.text.hasPrefix("⟦") ? nil : pseudo(message.original)
    }
    TextCatalogue.$ofTest.withValue(catalogue) {
      LayoutDirection.isRightToLeft = isMirrored
      body()
      LayoutDirection.isRightToLeft = false
    }
  }

  @Test(arguments: screens, [1, 2])
  func `nothing is cut, and nothing overlaps`(screen: Screen, scale: Int) {
    for isMirrored in [false, true] {
      Self.withPseudoLanguage(isMirrored: isMirrored) {
        let texts = Self.texts(screen, 1280, 800, scale: scale)
        #expect(!texts.isEmpty)
        #expect(Self.faults(texts) == [], "mirrored \(isMirrored)")
      }
    }
  }

  @Test(arguments: screens)
  func `the texts come from the catalogue`(screen: Screen) {
    Self.withPseudoLanguage(isMirrored: false) {
      let texts = Self.texts(screen, 1280, 800, scale: 1).map(\.text)
      #expect(texts.contains { $0.hasPrefix("⟦") }, "\(texts)")
    }
  }
}
