import PhotoBrowser
import TestSupport
import Testing

/// A clip player that records its calls and shows the frames that the test gives.
@MainActor final class FakeClip: ClipCell.Player {
  var onEvent: ((ClipCell.Event) -> Void)?
  private(set) var log: [String] = []
  private(set) var size = PixelSize.zero

  func open(muted: Bool, loops: Bool) { log.append("open") }
  func play() { log.append("play") }
  func pause() { log.append("pause") }
  func seek(to seconds: Double, isExact: Bool) {
    log.append("seek \((seconds * 100).rounded() / 100)\(isExact ? "" : " near")")
  }
  func setMuted(_ isMuted: Bool) { log.append(isMuted ? "mute" : "unmute") }
  func setLooping(_ loops: Bool) { log.append(loops ? "loop" : "once") }
  func fit(_ size: PixelSize) { self.size = size }
  func close() { log.append("close") }

  /// Clears the recorded calls.
  func forget() { log = [] }

  /// Reports that the clip is open.
  func open(_ width: Int, _ height: Int, seconds: Double? = 60, hasSound: Bool = true) {
    let size = PixelSize(width: width, height: height)
    onEvent?(.opened(ClipCell.Details(size: size, duration: seconds, hasSound: hasSound)))
  }

  /// Delivers a frame at the requested size.
  func show(_ picture: (Int, Int) -> Bitmap, at seconds: Double) {
    onEvent?(.frame(picture(size.width, size.height)))
    onEvent?(.position(seconds: seconds))
  }
}

/// A data source of photos and clips.
@MainActor final class ClipSource: BrowserDataSource {
  let clips: [Int: FakeClip]
  let count: Int
  private(set) var retries: [Int] = []

  init(count: Int, clips: Set<Int>) {
    self.count = count
    self.clips = Dictionary(uniqueKeysWithValues: clips.map { ($0, FakeClip()) })
  }

  func numberOfItems(in browser: Browser) -> Int { count }

  func browser(_ browser: Browser, kindOfCellFor index: Int) -> String {
    clips[index] == nil ? "" : "clip"
  }

  func browser(_ browser: Browser, makeCellFor index: Int) -> any BrowserCell {
    clips[index] == nil ? PhotoCell() : ClipCell()
  }

  func browser(_ browser: Browser, reload cell: any BrowserCell, at index: Int) {
    if let clip = clips[index], let cell = cell as? ClipCell { return cell.show(clip) }
    (cell as? PhotoCell)?.content = .photo(SyntheticPhoto.quadrants(480, 320))
  }

  func browser(_ browser: Browser, retry index: Int) {
    retries.append(index)
    (browser.cell(at: index) as? ClipCell)?.restart()
  }
}

/// A browser on a stage whose page 0 is a clip.
@MainActor final class ClipRig: StageRig {
  let browser = Browser()
  let source: ClipSource
  let listener = Listener()

  init(count: Int = 2, _ width: Int = 480, _ height: Int = 320, scale: Double = 1) {
    source = ClipSource(count: count, clips: [0])
    super.init(width, height, scale: scale)
    browser.fillsParent = true
    stage.root.add(browser)
    browser.delegate = listener
    browser.dataSource = source
    wait(0.05)
  }

  /// The clip of page 0.
  var clip: FakeClip { source.clips[0] ?? FakeClip() }
  var cell: ClipCell { browser.cell(at: 0) as? ClipCell ?? ClipCell() }

  /// Opens the clip with a cover, and lets its page appear.
  func begin(hasSound: Bool = true) {
    clip.open(960, 540, hasSound: hasSound)
    frame()
    clip.show(Self.scene(0), at: 0)
    frame()
    if !cell.state.isCurrent { cell.didAppear() }
    frame()
  }

  /// A frame of the clip: sky, ground, and a disc that moves.
  static func scene(_ step: Int) -> (Int, Int) -> Bitmap {
    { width, height in
      Bitmap.computed(width, height) { x, y in
        let (u, v) = (Double(x) / Double(width), Double(y) / Double(height))
        let dx = (u - 0.2 - Double(step) * 0.15) * 16 / 9
        if dx * dx + (v - 0.35) * (v - 0.35) < 0.015 { return 0xFFF2_C14E }
        return v < 0.7 ? 0xFF2A_5D8F : 0xFF3C_6E47
      }
    }
  }
}

extension ClipRig {
  /// Moves the pointer without a pressed button.
  func move(to x: Double, _ y: Double) { pointer(.moved, x, y) }

  /// Presses and releases a key.
  ///
  /// - Returns: whether a view of the stage handled the key.
  func key(_ name: KeyEvent.Name) -> Bool {
    let isTaken = stage.receive(.key(KeyEvent(name, time: now)))
    _ = stage.receive(.key(KeyEvent(name, isPress: false, time: now)))
    return isTaken
  }
}
