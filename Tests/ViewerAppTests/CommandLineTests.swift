import ArgumentParser
import BrowserCore
import BrowserHost
import DecoderWire
import Desktop
import Drawing
import GalleryCore
import Geometry
import Imaging
import Input
import PhotoBrowser
import Pixels
import Testing

@testable import ViewerApp

@MainActor @Suite struct CommandLineTests {
  private func parse(_ arguments: String...) throws -> ViewerOptions {
    let options = try ViewerOptions.parse(arguments)
    try options.check()
    return options
  }

  private func complaint(_ arguments: String...) -> String {
    do {
      let options = try ViewerOptions.parse(arguments)
      try options.check()
      return ""
    } catch { return ViewerOptions.message(for: error) }
  }

  // MARK: Bytes

  @Test(arguments: [[], ["a.jpg"], ["a b", "", "c-d"]])
  func `a command line without options has the values that the parser gives`(
    _ words: [String]
  ) throws {
    func values(_ options: ViewerOptions) -> [String] {
      Mirror(reflecting: options).children.map { "\($0.label ?? "") \($0.value)" }
    }
    let parsed = values(try ViewerOptions.parse(words))
    #expect(values(try ViewerOptions.parsed(words)) == parsed)
    #expect(!parsed.contains { $0.contains("definition") } && !parsed.isEmpty)
  }

  @Test func `names that are not valid UTF-8 pass the parser unchanged`() throws {
    let names: [[UInt8]] = [
      Array("plain.jpg".utf8), [0xFF, 0xFE, 0x2E, 0x6A], Array("new\nline".utf8),
      Array("-dash.png".utf8), [0x2D, 0xC3], Array("ü.png".utf8),
      Array("\u{F8FF}\u{F8FE}0".utf8), Array("\u{F8FF}\u{F8FE}x".utf8), [0xE2, 0x82],
    ]
    var bytes = ArgumentBytes()
    let texts = names.map { bytes.text(for: $0) }
    #expect(Set(texts).count == names.count)
    let options = try ViewerOptions.parse(["--vertical", "--"] + texts)
    #expect(options.paths.map(bytes.bytes(for:)) == names)
    #expect(options.vertical == true)
  }

  @Test func `a name that is not valid UTF-8 is never taken for an option`() throws {
    var bytes = ArgumentBytes()
    let text = bytes.text(for: [0x2D, 0x2D, 0xFF])
    #expect(!text.hasPrefix("-"))
  }

  @Test func `a text that resembles a token is unchanged`() {
    let bytes = ArgumentBytes()
    for text in ["\u{F8FF}\u{F8FE}7", "\u{F8FF}\u{F8FE}", "\u{F8FF}\u{F8FE}-1", ""] {
      #expect(bytes.bytes(for: text) == Array(text.utf8))
    }
  }

  // MARK: Terminals

  @Test func `a file name taken for an option sends no control characters to a terminal`() {
    let line = Log.printable("pbview: " + complaint("--\u{1B}[2J\u{07}.jpg", "a\u{9B}31mb"))
    #expect(line.contains("␛[2J␇"))
    #expect(line.unicodeScalars.allSatisfy { !TerminalControl.contains($0) }, "\(line)")
  }

  @Test func `a list has raw names for programs and displayable names on a terminal`() throws {
    let hostile = FilePath(Array("a\n\u{1B}[31m".utf8) + [0xFF])
    var options = try parse("--print-list")
    #expect(
      ViewerProgram.listText([hostile], options, isTerminal: false) == hostile.bytes + [0x0A])
    #expect(
      ViewerProgram.listText([hostile], options, isTerminal: true)
        == Array("a␊␛[31m\u{FFFD}\n".utf8))
    options = try parse("--print-list", "-0")
    #expect(ViewerProgram.listText([hostile], options, isTerminal: true) == hostile.bytes + [0])
  }

  @Test func `a filter may begin with the opposite of a term`() throws {
    let options = try parse("--filter", "-flag:reject", "--print-list", "/photos")
    let expected = try PhotoFilter.parse("-flag:reject")
    #expect(options.filter == expected && expected != nil)
    #expect(options.printList && options.paths == ["/photos"])
  }

  // MARK: Geometry

  @Test(
    arguments: [
      ("800x600", 800, 600, nil, nil), ("800X600+10-20", 800, 600, 10, -20),
      ("+5+6", nil, nil, 5, 6), ("1x1", 1, 1, nil, nil), ("-0-0", nil, nil, 0, 0),
      ("32767x32767", 32767, 32767, nil, nil),
    ] as [(String, Int?, Int?, Int?, Int?)])
  func `window geometry is parsed`(_ given: (String, Int?, Int?, Int?, Int?)) {
    let geometry = WindowGeometry(argument: given.0)
    #expect(geometry?.width == given.1 && geometry?.height == given.2, "\(given.0)")
    #expect(geometry?.x == given.3 && geometry?.y == given.4, "\(given.0)")
    #expect(geometry != nil)
  }

  @Test func `a negative offset counts from the far edges`() {
    let size = PixelSize(width: 800, height: 600)
    let screen = Size(width: 1920, height: 1080)
    func position(_ text: String) -> Point? {
      WindowGeometry(argument: text)?.origin(of: size, on: screen)
    }
    #expect(position("800x600+10+20") == Point(x: 10, y: 20))
    #expect(position("800x600-10-20") == Point(x: 1110, y: 460))
    #expect(position("-0+0") == Point(x: 1120, y: 0))
    #expect(position("800x600") == nil)
  }

  @Test(arguments: [
    "", "800", "800x", "x600", "0x600", "800x0", "-800x600", "800x600+", "800x600+1", "800x600+1+",
    "800x600+1+2+3", "800x600 ", "99999x1", "1x99999", "+99999+1", "800x600+-1+2", "8e2x600",
    "٣x٤", "800x600+1+²", "99999999999999999999x1", "+", "+1", "++",
  ])
  func `an invalid geometry is refused`(_ text: String) {
    #expect(WindowGeometry(argument: text) == nil)
  }

  // MARK: Meaning

  @Test func `without options the documented defaults apply`() throws {
    let options = try parse()
    let browser = options.browserOptions
    #expect(browser.tuning == BrowserTuning())
    #expect(options.click == nil && options.browserOptions.clickAction == .report)
    #expect(browser.wheelProfile == .page && browser.clickAction == .report)
    #expect(browser.transparency == .checkerboard && browser.background == .black)
    #expect(options.listOrder == PictureLister.Order())
    #expect(options.windowSize(remembered: RememberedWindow()) == nil, "the screen decides")
    #expect(options.log == .error && !options.nul)
  }

  @Test func `options are passed on to the browser`() throws {
    let options = try parse(
      "--vertical", "--rtl", "--loop", "--spacing", "12.5", "--max-scale", "8",
      "--double-tap-scale", "3",
      "--wheel", "zoom", "--click", "close", "--motion", "reduced", "--pull", "4",
      "--transparency", "background", "--background", "#336699")
    let browser = options.browserOptions
    #expect(browser.tuning.axis == .vertical && browser.tuning.isRightToLeft)
    #expect(browser.tuning.isLooping && !BrowserTuning().isLooping)
    #expect(browser.tuning.spacing == 12.5)
    #expect(browser.tuning.maxScale == 8 && browser.tuning.doubleTapScale == 3)
    #expect(!browser.tuning.doubleTapFills)
    #expect(browser.wheelProfile == .zoom && browser.clickAction == .close)
    #expect(browser.tuning.reducesMotion && browser.tuning.dismissProfile == .jxPhotoBrowser4)
    #expect(browser.transparency == .background)
    #expect(browser.background == Color(red: 0.2, green: 0.4, blue: 0.6))
    #expect(browser.background.alpha == 1)
  }

  @Test func `a page effect is a listed name or none`() throws {
    #expect(try parse().browserOptions.pageEffect == nil)
    #expect(try parse("--page-effect", "page-curl").browserOptions.pageEffect is CurlEffect)
    #expect(try parse("--page-effect", "none").browserOptions.pageEffect == nil)
    #expect(try parse().browserOptions.pageEffectDuration == 1)
    #expect(try parse("--page-effect-duration", "0.4").browserOptions.pageEffectDuration == 0.4)
    #expect(complaint("--page-effect", "wipe").contains("cube"))
    for text in ["-1", "nan", "inf"] {
      #expect(complaint("--page-effect-duration=\(text)").contains("--page-effect-duration"))
    }
  }

  @Test(
    arguments: [
      (["--slideshow"], 3.0, []), (["--slideshow", "a.jpg"], 3, ["a.jpg"]),
      (["--slideshow", "2.5", "a.jpg"], 2.5, ["a.jpg"]), (["--slideshow=10", "7"], 10, ["7"]),
      (["--slideshow", "--loop"], 3, []),
    ] as [([String], Double, [String])])
  func `the interval of a slideshow may be omitted`(
    arguments: [String], interval: Double, paths: [String]
  ) throws {
    let options = try ViewerOptions.parse(
      ViewerOptions.insertingDefaultSlideshowInterval(arguments))
    try options.check()
    #expect(options.slideshow == interval && options.paths == paths)
    #expect(options.requestedStart == .browser)
  }

  @Test func `every argument after two hyphens is a name`() throws {
    #expect(
      ViewerOptions.insertingDefaultSlideshowInterval(["--", "--slideshow"]) == [
        "--", "--slideshow",
      ])
    #expect(try parse().slideshow == nil && parse().requestedStart == nil)
    for text in ["0", "0.4", "nan", "1e9"] {
      #expect(complaint("--slideshow=\(text)").contains("--slideshow takes seconds"))
    }
  }

  @Test func `the window size comes from the option, else from the last session`() throws {
    let remembered = RememberedWindow(size: PixelSize(width: 900, height: 700))
    #expect(
      try parse("--geometry", "500x400+1+2").windowSize(remembered: remembered)
        == PixelSize(width: 500, height: 400))
    #expect(try parse("--geometry", "+1+2").windowSize(remembered: remembered) == remembered.size)
  }

  @Test func `--start takes a number or a name`() throws {
    let paths = ["/a/1.png", "/a/b.png", "/a/12.png"].map { FilePath($0) }
    func start(_ text: String) throws -> Int? { try parse("--start", text).startIndex(in: paths) }
    #expect(try start("2") == 1)
    #expect(try start("0") == nil)
    #expect(try start("99") == nil)
    #expect(try start("12.png") == 2)
    #expect(try start("/a/b.png") == 1)
    #expect(try start("nothing") == nil)
    #expect(try parse("--start=-5").startIndex(in: paths) == nil)
    #expect(try parse("--start", "3").startIndex(in: []) == nil)
    #expect(try parse().startIndex(in: paths) == nil)
  }

  @Test func `orders are those a list of files can have`() throws {
    for name in ["name", "date", "taken", "size", "none"] {
      #expect(try parse("--sort", name, "--reverse", "--recursive").sort?.rawValue == name)
    }
    #expect(complaint("--sort", "color").contains("--sort"))
  }

  // MARK: Refusal

  @Test(arguments: [
    ["--spacing", "-1"], ["--spacing", "nan"], ["--spacing", "inf"], ["--spacing", "wide"],
    ["--max-scale", "0.5"], ["--double-tap-scale", "0"], ["--cache", "0"], ["--cache", "-5"],
    ["--max-pixels", "many"], ["--max-bytes", "0"], ["--max-bytes", "-1"], ["--max-bytes", "2X"],
    ["--max-frames", "G"], ["--max-seconds", "0"], ["--max-seconds", "3601"],
    ["--max-pixels", "1e999"], ["--max-pixels", "nan"],
    ["--indicator", "stars"], ["--size", "+1+2", "--render", "x", "a"], ["--geometry", "big"],
    ["--animator", "hop"], ["--show-duration", "-1"], ["--dismiss-duration", "nan"],
    ["--present", "--push"], ["--render", "x.png"], ["--render", "x.png", "a", "b"],
    ["--wheel", "spin"], ["--click", "nothing"], ["--motion", "some"], ["--pull", "5"],
    ["--scale", "0.4"], ["--scale", "nan"], ["--scale", "large"],
    ["--background", "nocolour"], ["--log", "loud"], ["--unknown"], ["-x"], ["--spacing"],
  ])
  func `invalid options are refused with a sentence`(_ arguments: [String]) {
    let sentence: String
    do {
      try ViewerOptions.parse(arguments).check()
      sentence = ""
    } catch {
      sentence = ViewerOptions.message(for: error)
      #expect(ViewerOptions.exitCode(for: error) != .success)
    }
    #expect(!sentence.isEmpty, "\(arguments)")
  }

  @Test func `the sentence names the option`() {
    #expect(complaint("--spacing=-1") == "--spacing takes a number from 0 to 1000, not “-1”")
    #expect(complaint("--indicator", "stars").contains("auto, dots, number, none"))
    #expect(complaint("--animator", "hop").contains("morph, zoom, smooth-zoom, spring, fade, none"))
    #expect(complaint("--show-duration", "61") == "--show-duration takes seconds from 0 to 60")
    #expect(complaint("--present", "--push") == "--present and --push exclude each other")
    #expect(
      complaint("--grid", "--slideshow", "2") == "--grid and --slideshow exclude each other",
      "a grid shows no slideshow")
    #expect(complaint("--replay-speed", "2") == "--replay-speed belongs to --replay")
    #expect(complaint("--size", "9x9") == "--size belongs to --render")
    #expect(complaint("--info") == "--info takes the names of pictures")
    #expect(
      complaint("--remote", "open-files") == "--remote open-files takes the names of pictures")
    for command in ["next", "current", "activate"] {
      #expect(
        complaint("--remote", command, "a.jpg") == "--remote \(command) takes no pictures",
        "\(command)")
    }
  }

  @Test func `the help lists every option and every command`() {
    let help = Help.text()
    #expect(help.contains("\nUSAGE: pbview [options] [path ...]\n"))
    for option in [
      "--start", "--recursive", "--sort", "--reverse", "--present", "--push", "--geometry",
      "--background", "--spacing", "--vertical", "--rtl", "--loop", "--slideshow",
      "--indicator", "--list-indicators",
      "--animator", "--list-animators", "--show-duration", "--dismiss-duration",
      "--max-scale", "--double-tap-scale", "--wheel", "--click", "--motion", "--pull",
      "--transparency", "--color", "--cache", "--max-pixels", "--max-bytes", "--max-seconds",
      "--max-frames", "--render", "--size", "--print-list", "--formats", "--version",
      "--help", "--log", "-0", "--recent", "--private",
    ] {
      #expect(help.contains(option), "\(option)")
    }
    for command in Command.allCases {
      #expect(help.contains("  \(command.title)\n"), "\(command)")
      for bindings in [CommandKeys.standard, .grid, .compare] {
        for label in bindings.chords(for: command).map(\.label) {
          #expect(help.contains(label), "\(command): \(label)")
        }
      }
    }
    // Every command is listed with its keys.
    let indent = String(repeating: " ", count: 30)
    for line in help.split(separator: "\n") where line.hasPrefix(indent) {
      #expect(!Command.allCases.contains { line.hasSuffix("  \($0.title)") }, "\(line)")
    }
    #expect(help.split(separator: "\n").allSatisfy { $0.count <= 100 })
  }

  @Test func `the animator and its durations are passed on to the browser`() throws {
    let options = try parse(
      "--animator", "zoom", "--show-duration", "0.5", "--dismiss-duration", "0"
    ).browserOptions
    #expect(options.animator is ZoomAnimator)
    #expect(options.showDuration == 0.5)
    #expect(options.dismissDuration == 0)
    let plain = try parse().browserOptions
    #expect(plain.animator is MorphAnimator)
    #expect(plain.showDuration == nil && plain.dismissDuration == nil)
  }

  @Test func `the cache size is given in megabytes`() throws {
    let imaging = try parse("--cache", "64").imaging
    #expect(imaging.fixedCacheBytes == 64 << 20)
    #expect(imaging.thumbnailBytes == 16 << 20 && imaging.recycledBytes == 32 << 20)
    #expect(try parse("--cache", "4096").imaging.recycledBytes == 64 << 20)
    #expect(try parse("--cache", "1").imaging.fixedCacheBytes == 16 << 20)
  }

  @Test func `limits may have decimals and unit suffixes`() throws {
    let plain = try parse().imaging
    #expect(plain.limits == DecodeLimits() && plain.timeLimit == 30)
    let imaging = try parse(
      "--max-pixels", "1.5M", "--max-bytes", "2g", "--max-seconds", "0.5", "--max-frames", "12"
    ).imaging
    #expect(
      imaging.limits
        == DecodeLimits(pixels: 1_500_000, fileBytes: 2 << 30, seconds: 1, frames: 12))
    #expect(imaging.timeLimit == 0.5)
    #expect(try parse("--max-bytes", "99999999T").imaging.limits.fileBytes == .max)
    let pixels = try parse("--max-pixels", "9223372036854775807").imaging.limits.pixels
    #expect(pixels == DecodeLimits.maxPixels)
  }

  @Test func `limits can be set as preferences`() throws {
    let keys = KeyFile()
    var chosen = Preferences()
    chosen["max-pixels"] = "64M"
    chosen["max-seconds"] = "5"
    chosen["max-frames"] = "9"
    chosen.write(Set(PreferenceTable.all.map(\.key)), to: keys)
    #expect(keys["pbview", "max-pixels"] == "64M" && keys["pbview", "max-seconds"] == "5")
    var options = try parse("--max-seconds", "7")
    options.fill(from: Preferences(keys))
    #expect(options.imaging.limits.pixels == 64_000_000 && options.imaging.limits.frames == 9)
    #expect(options.imaging.timeLimit == 7)
  }

  @Test func `a huge cache size does not overflow`() throws {
    #expect(
      try parse("--cache", "9223372036854775807").imaging.fixedCacheBytes.map { $0 > 0 } == true)
  }
}

/// Characters that control a terminal or change the direction of text.
enum TerminalControl {
  static func contains(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x00...0x1F, 0x7F...0x9F, 0x202A...0x202E: true
    default: false
    }
  }
}
