import Geometry
import Input
import Motion
import TestSupport
import Testing

@testable import Recordings

@Suite(.tags(.seeded)) struct RecordingTests {
  private static let start = RecordedLine.start(
    .init(
      version: "1.0", wallClock: 1_700_000_000_000_000_000, time: Timestamp(seconds: 12.5),
      width: 840, height: 660, containsFileNames: false))

  private static func bytes(_ lines: [RecordedLine]) -> [UInt8] {
    Recording.header + [10] + lines.flatMap { $0.bytes + [10] }
  }

  private static func text(_ lines: String...) -> [UInt8] {
    Array((["pbview-recording 1"] + lines).map { $0 + "\n" }.joined().utf8)
  }

  private static let head = String(decoding: start.bytes, as: UTF8.self)

  private static let events: [InputEvent] = {
    let (time, point) = (Timestamp(seconds: 13.0625), Point(x: 10.25, y: -3))
    var events: [InputEvent] = [
      .pointer(.init(.moved, at: point, modifiers: [.shift, .alt], time: time)),
      .pointer(.init(.entered, at: point, time: time)),
      .pointer(.init(.exited, at: point, time: time)), .cancelled(time),
      .scroll(
        .init(
          .touchpad, delta: Vector(dx: 0.1, dy: -2), isEnd: true, at: point, modifiers: [.control],
          time: time)),
      .scroll(.init(.wheel, delta: Vector(dx: 0, dy: 1), at: point, time: time)),
      .pinch(.init(.changed, at: point, scale: 1.5, delta: Vector(dx: 1, dy: 2), time: time)),
      .swipe(.init(.ended, fingers: 3, at: point, delta: Vector(dx: 1, dy: 2), time: time)),
      .touch(.init(id: 7, .began, at: point, time: time)),
    ]
    for button in [InputEvent.Pointer.Button.primary, .middle, .secondary, .back, .forward] {
      events.append(.pointer(.init(.pressed(button), at: point, time: time)))
      events.append(.pointer(.init(.released(button), at: point, time: time)))
    }
    let keys: [KeyEvent.Name] = [
      .character("a"), .character(" "), .character("%"), .character("="), .character("é"),
      .character("👨‍👩‍👧"), .left, .right, .up, .down, .pageUp, .pageDown, .home, .end, .enter, .escape,
      .backspace, .tab, .insert, .delete, .menu, .function(11), .other(66_000),
    ]
    for key in keys {
      events.append(.key(KeyEvent(key, text: "x y\n", isRepeat: true, time: time)))
    }
    return events
  }()

  private static let inputs = inputsOfProgram + downloads.map { RecordedLine.Input.web($0) }

  private static let inputsOfProgram: [RecordedLine.Input] =
    events.map { .event($0) } + [
      .size(width: 640, height: 480),
      .frame(FrameTime(presentation: Timestamp(seconds: 13.1), interval: 1.0 / 144)),
      .visibility(true), .focus(false), .fullscreen(true), .compositing(true), .settingsChanged,
      .profileChanged, .areaExposed, .closeRequested, .timersDue, .workEnded(number: 3),
      .diskAnswered(number: 4),
      .watchReadable(number: 5),
      .helper(
        .init(
          requestDigest: .max, message: [0, 255, 16], memorySizes: [4096, 0], pixelDigest: 77)),
      .helper(.init(requestDigest: 0, message: nil)),
      .helper(.init(requestDigest: 1, message: [])),
      .player(.init(number: 3, message: [0, 255], frameBytes: 1 << 30, pixelDigest: .max)),
      .player(.init(number: 1, message: nil)),
      .player(.init(number: 1_000_000_000, message: [])),
    ]

  private static let downloads: [RecordedLine.Download] = {
    typealias Download = RecordedLine.Download
    var progress = Download(.progress, number: 1)
    progress.received = 70
    progress.total = 100
    var finished = Download(.finished, number: 2)
    finished.file = .init(path: Array("/a b/c".utf8), size: 9, contentType: "image/jpeg")
    var redirected = Download(.cachedCopyAvailable, number: 2)
    redirected.file = .init(
      path: Array("/a".utf8), size: 9, contentType: "", redirection: "https://h/a?b=c")
    let failures = Download.Failure.Reason.allCases.map { reason -> Download in
      var failed = Download(.failed, number: 3)
      failed.failure = .init(reason: reason, status: 404, sentence: "it = ä", hint: "")
      return failed
    }
    return [progress, finished, redirected, Download(.cachedCopyUnverified, number: 4)] + failures
  }()

  private static let lines: [RecordedLine] = {
    var desktop = RecordedLine.Desktop()
    desktop.scale = 1.25
    desktop.doubleClickTime = 0.4
    desktop.dragThreshold = 8
    desktop.theme = "Adwaita dark"
    let entries: [RecordedLine.Entry] = [
      .init(name: [0xFF, 0x20], size: 5, modifiedNanoseconds: .max),
      .init(name: Array("x".utf8), kind: .folder),
      .init(name: Array("y".utf8), kind: .brokenLink),
      .init(name: Array("z".utf8), kind: .special),
    ]
    let first: [RecordedLine] = [
      start, .desktop(desktop), .desktop(RecordedLine.Desktop()), .option("--grid"),
      .path(Array("/a/b c".utf8)), .path(Array("/".utf8)), .preference("sort = name"),
      .webAddress("https://h/a b?c=d"),
      .content(path: Array("/a/c".utf8), offset: 16_384, bytes: [0, 255]),
      .variable(name: "LANG", value: "de_DE.UTF-8"),
      .variable(name: "QT_SCREEN_SCALE_FACTORS", value: "eDP-1=2;HDMI-1=1.5;"),
      .variable(name: "QT_SCALE_FACTOR", value: "1.5"), .folder(Array("/ä".utf8)),
      .file(path: Array("/a/1.jpg".utf8), size: 1, modifiedNanoseconds: 2),
      .stateText("page=1/3 scale=0.500"),
      .archive(.list(path: Array("/a/b.cbz".utf8), failureCode: nil)),
      .archive(.member(path: [0xFF, 0x2F, 0x20], size: 7, modifiedSeconds: -3)),
      .archive(.list(path: Array("/a/c.cbz".utf8), failureCode: 255)),
      .archive(.entryFailure(path: Array("/a/b.cbz/1.jpg".utf8), failureCode: 0)),
      .answer(.applications(hasDefault: true, isFailure: false)),
      .answer(.applications(hasDefault: false, isFailure: true)),
      .answer(.application(name: "Bild = ä", isRecommended: true)),
      .answer(.application(name: "", isRecommended: false)), .answer(.printers(hasDialog: true)),
      .answer(.printer(name: "laser 1")), .answer(.outcome(.done)), .answer(.outcome(.cancelled)),
      .answer(.outcome(.failed)), .unsentCommand(.init(playerNumber: 1, commandNumber: 0)),
      .unsentCommand(.init(playerNumber: 2, commandNumber: 7)),
      .folderEvent(
        .init(
          watchNumber: 1, folder: Array("/a".utf8), name: Array("1 2".utf8), mask: 128, cookie: 9)),
      .folderEvent(.init(watchNumber: 2, folder: [], name: [], mask: .max, cookie: 0)),
      .folderReadBegan(work: 7),
      .end(status: 0),
    ]
    return first + entries.map { .entry($0) }
      + inputs.flatMap { input in
        [true, false].map { isNested -> RecordedLine in
          .input(input, at: Timestamp(seconds: 14.123456), isNested: isNested)
        }
      }
  }()

  @Test func `a recording is read as it was written`() throws {
    let recording = try Recording(parsing: Self.bytes(Self.lines))
    #expect(recording.lines == Self.lines)
    #expect(recording.bytes == Self.bytes(Self.lines))
    #expect(recording.start.width == 840)
  }

  @Test func `times and places keep every bit`() throws {
    var generator = SeededGenerator(seed: 4)
    for _ in 0..<500 {
      let time = Double.random(in: 0...1e9, using: &generator)
      let point = Point(x: Double.random(in: -1e4...1e4, using: &generator), y: 1.0 / 3)
      let line = RecordedLine.input(
        .event(.pointer(.init(.moved, at: point, time: Timestamp(seconds: time)))),
        at: Timestamp(seconds: time), isNested: false)
      #expect(try RecordedLine(parsing: line.bytes) == line)
    }
  }

  @Test func `empty lines and comments are skipped, and half a line at the end`() throws {
    let bytes = Self.text(Self.head, "", "# a remark", "timers at=1")
    #expect(try Recording(parsing: bytes).lines.count == 2)
    #expect(try Recording(parsing: bytes + Array("timers at".utf8)).lines.count == 2)
  }

  @Test(arguments: [
    "", "pbview-recording 2\n", "pbview-recording 1", "pbview-recording 1\n",
    "pbview-recording 1\ntimers at=1\n", "#!/bin/sh\n",
  ])
  func `another file is no recording`(text: String) {
    let failure = #expect(throws: RecordingFailure.self) {
      try Recording(parsing: Array(text.utf8))
    }
    #expect(failure?.reason == .noRecording)
  }

  @Test(arguments: [
    "timers", "timers at=-1", "timers at=nan", "timers at=1e300", "timers at=0x1p3000",
    "timers  at=1", "timers at=1 at=1", "timers at", "TIMERS at=1", "nothing at=1",
    "work at=1 number=0", "work at=1 number=99999999999999999999", "size at=1 width=0 height=5",
    "size at=1 width=5 height=100000", "frame at=1 shows=1 interval=0", "event at=1 time=1",
    "event at=1 time=1 pointer=press:nose x=1 y=1",
    "event at=1 time=1 key=character: text= press=1",
    "event at=1 time=1 key=function:99 text= press=1 repeat=0",
    "event at=1 time=1 pointer=moved x=1e9 y=1", "path name=a/b", "path name=/a/../b",
    "path name=/a//b", "path name=/a%00b", "folder path=/a/", "entry name=a/b size=1 modified=1",
    "entry name=.. size=1 modified=1", "entry name=a size=-1 modified=1", "state is=%ff",
    "state is=%2", "state is=%zz", "helper at=1 request=1 message=0",
    "helper at=1 request=1 memories=1,2,3,4,5", "helper at=1 request=1 memories=-1",
    "archive", "archive path=a", "archive path=/a failed=256", "member name=/a size=1 modified=1",
    "member name=a/../b size=1 modified=1", "member name=a// size=1 modified=1",
    "member name= size=1 modified=1", "member name=a size=-1 modified=1", "member name=a size=1",
    "refusal path=/a", "refusal path=/a/. failed=1",
    "applications", "applications default=2", "application name=x", "application recommended=1",
    "printers dialog=x", "printer", "printer name=%ff", "outcome is=maybe", "outcome",
    "variable name=PATH value=x", "end status=256", "desktop scale=0",
    "option word=\u{e9}", "address", "address is=%ff", "content path=a offset=0 bytes=00",
    "content path=/a offset=-1 bytes=00", "content path=/a offset=99999999 bytes=00",
    "content path=/a offset=0 bytes=0", "web at=1 number=0 is=progress",
    "web at=1 number=1 is=other", "web at=1 number=1 is=kept file=a size=1 type=",
    "web at=1 number=1 is=kept file=/a size=-1 type=",
    "web at=1 number=1 is=failed failed=other status=0 sentence= hint=",
    "web at=1 number=1 is=failed failed=status status=1000 sentence= hint=",
    "player number=1 message=00", "player at=1 message=00", "player at=1 number=0 message=00",
    "player at=1 number=1000000001", "player at=1 number=1 message=0",
    "player at=1 number=1 message=\(String(repeating: "00", count: 1025))",
    "player at=1 number=1 message=00 frame=-1", "player at=1 number=1 message=00 frame=1073741825",
    "player at=1 number=1 message=00 pixels=-1", "unsent", "unsent player=1", "unsent command=0",
    "unsent player=0 command=1", "unsent player=1 command=-1",
  ])
  func `a line that is not of the format is refused with its number`(line: String) {
    let failure = #expect(throws: RecordingFailure.self) {
      try Recording(parsing: Self.text(Self.head, line))
    }
    #expect(failure?.line == 3)
  }

  @Test func `a recording with too many bytes or lines, or too long a line, is refused`() {
    var limits = Recording.Limits()
    limits.maxLineBytes = 100
    let long = Self.text(Self.head, "state is=\(String(repeating: "a", count: 100))")
    #expect(throws: RecordingFailure(line: 3, reason: .tooLarge)) {
      try Recording(parsing: long, limits: limits)
    }
    limits.maxBytes = 50
    #expect(throws: RecordingFailure(line: 1, reason: .tooLarge)) {
      try Recording(parsing: long, limits: limits)
    }
    limits = Recording.Limits()
    limits.maxLines = 2
    #expect(throws: RecordingFailure(line: 4, reason: .tooLarge)) {
      try Recording(
        parsing: Self.text(Self.head, "timers at=1", "timers at=1"), limits: limits)
    }
  }

  @Test func `changed bytes give a failure or another recording, never a trap`() {
    let bytes = Self.bytes(Self.lines)
    var generator = SeededGenerator(seed: 19)
    for _ in 0..<300 {
      var changed = bytes
      for _ in 0..<Int.random(in: 1...4, using: &generator) {
        changed[Int.random(in: 0..<changed.count, using: &generator)] = UInt8.random(
          in: 0...255, using: &generator)
      }
      guard let read = try? Recording(parsing: changed) else { continue }
      #expect((try? Recording(parsing: read.bytes)) == read)
    }
  }
}
