import Geometry
import Input
import Motion

extension RecordedLine {
  /// The text of the line, without the newline at its end.
  package var bytes: [UInt8] { fields.bytes }

  private var fields: RecordFields {
    switch self {
    case .start(let start): return start.fields
    case .option(let word): return Self.oneValueFields("option", "word", Array(word.utf8))
    case .path(let path): return Self.oneValueFields("path", "name", path)
    case .webAddress(let text): return Self.oneValueFields("address", "is", Array(text.utf8))
    case .variable(let name, let value):
      var fields = Self.oneValueFields("variable", "name", Array(name.utf8))
      fields.set("value", value)
      return fields
    case .preference(let line): return Self.oneValueFields("preference", "line", Array(line.utf8))
    case .desktop(let desktop): return desktop.fields
    case .folder(let path): return Self.oneValueFields("folder", "path", path)
    case .entry(let entry):
      var fields = Self.oneValueFields(entry.kind.rawValue, "name", entry.name)
      guard entry.kind == .file else { return fields }
      fields.set("size", entry.size)
      fields.set("modified", entry.modifiedNanoseconds)
      return fields
    case .file(let path, let size, let modified):
      var fields = Self.oneValueFields("file", "path", path)
      fields.set("size", size)
      fields.set("modified", modified)
      return fields
    case .content(let path, let offset, let bytes):
      var fields = Self.oneValueFields("content", "path", path)
      fields.set("offset", offset)
      fields.set(hex: "bytes", bytes)
      return fields
    case .archive(let archive): return archive.fields
    case .answer(let answer): return answer.fields
    case .unsentCommand(let command): return command.fields
    case .folderEvent(let event): return event.fields
    case .folderReadBegan(let work):
      var fields = RecordFields("reading")
      fields.set("work", work)
      return fields
    case .stateText(let text): return Self.oneValueFields("state", "is", Array(text.utf8))
    case .end(let status):
      var fields = RecordFields("end")
      fields.set("status", status)
      return fields
    case .input(let input, let time, let isNested):
      var fields = input.fields
      fields.set("at", time.seconds)
      if isNested { fields.set("nested", true) }
      return fields
    }
  }

  private static func oneValueFields(_ kind: String, _ name: String, _ value: [UInt8])
    -> RecordFields
  {
    var fields = RecordFields(kind)
    fields.set(name, value)
    return fields
  }

  /// Reads a line of a recording from its text.
  ///
  /// - Throws: the reason why the text cannot be read.
  package init(parsing line: some Collection<UInt8>) throws(RecordingFailure.Reason) {
    let fields = try RecordFields(parsing: line)
    switch fields.kind {
    case "start": self = .start(try Start(fields))
    case "option": self = .option(try fields.text("word"))
    case "path": self = .path(try Self.path(fields, "name"))
    case "address": self = .webAddress(try fields.text("is"))
    case "variable":
      let name = try fields.text("name")
      guard Self.variables.contains(name) else { throw .invalidField("name") }
      self = .variable(name: name, value: try fields.text("value"))
    case "preference": self = .preference(try fields.text("line"))
    case "desktop": self = .desktop(try Desktop(fields))
    case "folder": self = .folder(try Self.path(fields, "path"))
    case "subfolder": self = .entry(Entry(name: try Self.name(fields), kind: .folder))
    case "dangling": self = .entry(Entry(name: try Self.name(fields), kind: .brokenLink))
    case "special": self = .entry(Entry(name: try Self.name(fields), kind: .special))
    case "entry":
      self = .entry(
        Entry(
          name: try Self.name(fields), size: try fields.integer("size", in: 0...Int64.max),
          modifiedNanoseconds: try fields.integer("modified", in: 0...Int64.max)))
    case "file":
      self = .file(
        path: try Self.path(fields, "path"), size: try fields.integer("size", in: 0...Int64.max),
        modifiedNanoseconds: try fields.integer("modified", in: 0...Int64.max))
    case "content":
      self = .content(
        path: try Self.path(fields, "path"),
        offset: try fields.integer("offset", in: 0...Self.maxContentBytes),
        bytes: try fields.hexadecimal("bytes"))
    case "archive", "member", "refusal": self = .archive(try Archive(fields))
    case "applications", "application", "printers", "printer", "outcome":
      self = .answer(try DesktopAnswer(fields))
    case "unsent": self = .unsentCommand(try UnsentCommand(fields))
    case "change": self = .folderEvent(try FolderEvent(fields))
    case "reading":
      self = .folderReadBegan(work: try fields.integer("work", in: 1...1_000_000_000))
    case "state": self = .stateText(try fields.text("is"))
    case "end": self = .end(status: try fields.integer("status", in: 0...255))
    default:
      self = .input(
        try Input(fields), at: Timestamp(seconds: try fields.time("at")),
        isNested: fields.has("nested"))
    }
  }

  /// The maximum size of a content in bytes: more than a description may have.
  private static let maxContentBytes: Int64 = 16 << 20
  /// The maximum length of a path in bytes, that of Linux (`PATH_MAX`).
  private static let maxPathBytes = 4096

  /// The value of a field that is an absolute path without empty, `.` and `..` components.
  ///
  /// - Throws: the reason why the field cannot be read.
  static func path(
    _ fields: RecordFields, _ name: String
  ) throws(RecordingFailure.Reason) -> [UInt8] {
    let path = try fields.bytes(name)
    let parts = path.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
    guard path.first == UInt8(ascii: "/"), path.count <= maxPathBytes,
      path == [UInt8(ascii: "/")] || parts.dropFirst().allSatisfy({ isName(Array($0)) })
    else { throw .invalidField(name) }
    return path
  }

  /// The value of a field that is a path without a leading slash and without empty, `.` and `..`
  /// components.
  ///
  /// - Throws: the reason why the field cannot be read.
  static func relativePath(
    _ fields: RecordFields, _ name: String
  ) throws(RecordingFailure.Reason) -> [UInt8] {
    let path = try fields.bytes(name)
    let parts = path.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
    guard path.count <= maxPathBytes, parts.allSatisfy({ isName(Array($0)) }) else {
      throw .invalidField(name)
    }
    return path
  }

  fileprivate static func name(_ fields: RecordFields) throws(RecordingFailure.Reason) -> [UInt8] {
    let name = try fields.bytes("name")
    guard isName(name) else { throw .invalidField("name") }
    return name
  }

  /// True when the bytes are a possible name of a file in a folder.
  private static func isName(_ bytes: [UInt8]) -> Bool {
    !bytes.isEmpty && bytes.count <= 255 && !bytes.contains(0)
      && !bytes.contains(UInt8(ascii: "/")) && bytes != Array(".".utf8)
      && bytes != Array("..".utf8)
  }
}

extension RecordedLine.FolderEvent {
  fileprivate var fields: RecordFields {
    var fields = RecordFields("change")
    fields.set("watch", watchNumber)
    if !folder.isEmpty { fields.set("folder", folder) }
    if !name.isEmpty { fields.set("name", name) }
    fields.set("mask", mask)
    fields.set("cookie", cookie)
    return fields
  }

  fileprivate init(_ fields: RecordFields) throws(RecordingFailure.Reason) {
    self.init(
      watchNumber: try fields.integer("watch", in: 1...1_000_000_000),
      folder: fields.has("folder") ? try RecordedLine.path(fields, "folder") : [],
      name: fields.has("name") ? try RecordedLine.name(fields) : [],
      mask: try fields.integer("mask", in: 0...UInt32.max),
      cookie: try fields.integer("cookie", in: 0...UInt32.max))
  }
}

extension RecordedLine.Start {
  /// The accepted widths and heights of a window's content, in device pixels.
  static let extentRange = 1...32_767

  fileprivate var fields: RecordFields {
    var fields = RecordFields("start")
    fields.set("version", version)
    fields.set("wall", wallClock)
    fields.set("at", time.seconds)
    fields.set("width", width)
    fields.set("height", height)
    fields.set("names", containsFileNames)
    return fields
  }

  fileprivate init(_ fields: RecordFields) throws(RecordingFailure.Reason) {
    self.init(
      version: try fields.text("version"), wallClock: try fields.integer("wall", in: 0...Int64.max),
      time: Timestamp(seconds: try fields.time("at")),
      width: try fields.integer("width", in: Self.extentRange),
      height: try fields.integer("height", in: Self.extentRange),
      containsFileNames: try fields.flag("names"))
  }
}

extension RecordedLine.Desktop {
  fileprivate var fields: RecordFields {
    var fields = RecordFields("desktop")
    fields.set("scale", scale)
    fields.set("width", screen.width)
    fields.set("height", screen.height)
    fields.set("animations", hasAnimations)
    fields.set("compositing", isCompositing)
    fields.set("text", hasScaledText)
    if let doubleClickTime { fields.set("click", doubleClickTime) }
    if let dragThreshold { fields.set("drag", dragThreshold) }
    if let theme { fields.set("theme", theme) }
    return fields
  }

  fileprivate init(_ fields: RecordFields) throws(RecordingFailure.Reason) {
    self.init()
    func value(
      _ name: String, _ range: ClosedRange<Double>
    ) throws(RecordingFailure.Reason) -> Double {
      let value = try fields.number(name)
      guard range.contains(value) else { throw .invalidField(name) }
      return value
    }
    scale = try value("scale", 0.25...16)
    screen = Size(width: try value("width", 1...65_535), height: try value("height", 1...65_535))
    hasAnimations = try fields.flag("animations")
    isCompositing = try fields.flag("compositing")
    hasScaledText = try fields.flag("text")
    if fields.has("click") { doubleClickTime = try value("click", 0...60) }
    if fields.has("drag") { dragThreshold = try value("drag", 0...10_000) }
    if fields.has("theme") { theme = try fields.text("theme") }
  }
}

extension RecordedLine.Input {
  /// The inputs whose only field is a flag, by the kind of their lines.
  private static let flagInputs: [(String, @Sendable (Bool) -> Self)] = [
    ("visibility", { .visibility($0) }), ("focus", { .focus($0) }),
    ("fullscreen", { .fullscreen($0) }), ("compositing", { .compositing($0) }),
  ]
  /// The inputs without fields, by the kind of their lines.
  private static let inputsWithoutFields: [(String, Self)] = [
    ("settings", .settingsChanged), ("profile", .profileChanged), ("exposure", .areaExposed),
    ("close", .closeRequested), ("timers", .timersDue),
  ]
  /// The maximum number by which a line refers to work on a thread, to a question to the disk or to
  /// a watch of folders.
  private static let maxNumber = 100_000_000
  /// The maximum number of descriptors of shared memory that come with a message of a helper.
  private static let maxMemoryDescriptors = 4

  fileprivate var fields: RecordFields {
    switch self {
    case .event(let event):
      var fields = RecordFields("event")
      fields.set(event)
      return fields
    case .size(let width, let height):
      var fields = RecordFields("size")
      fields.set("width", width)
      fields.set("height", height)
      return fields
    case .frame(let frame):
      var fields = RecordFields("frame")
      fields.set("shows", frame.presentation.seconds)
      fields.set("interval", frame.interval)
      return fields
    case .visibility(let isOn): return Self.flagField("visibility", isOn)
    case .focus(let isOn): return Self.flagField("focus", isOn)
    case .fullscreen(let isOn): return Self.flagField("fullscreen", isOn)
    case .compositing(let isOn): return Self.flagField("compositing", isOn)
    case .settingsChanged: return RecordFields("settings")
    case .profileChanged: return RecordFields("profile")
    case .areaExposed: return RecordFields("exposure")
    case .closeRequested: return RecordFields("close")
    case .timersDue: return RecordFields("timers")
    case .workEnded(let number): return Self.numberField("work", number)
    case .diskAnswered(let number): return Self.numberField("disk", number)
    case .watchReadable(let number): return Self.numberField("watch", number)
    case .web(let download): return download.fields
    case .player(let report): return report.fields
    case .helper(let answer):
      var fields = RecordFields("helper")
      fields.set("request", answer.requestDigest)
      if let message = answer.message { fields.set(hex: "message", message) }
      if !answer.memorySizes.isEmpty {
        fields.set("memories", answer.memorySizes.map(String.init).joined(separator: ","))
      }
      if answer.pixelDigest != 0 { fields.set("pixels", answer.pixelDigest) }
      return fields
    }
  }

  private static func flagField(_ kind: String, _ isOn: Bool) -> RecordFields {
    var fields = RecordFields(kind)
    fields.set("on", isOn)
    return fields
  }

  private static func numberField(_ kind: String, _ number: Int) -> RecordFields {
    var fields = RecordFields(kind)
    fields.set("number", number)
    return fields
  }

  fileprivate init(_ fields: RecordFields) throws(RecordingFailure.Reason) {
    if let made = Self.flagInputs.first(where: { $0.0 == fields.kind })?.1 {
      self = made(try fields.flag("on"))
      return
    }
    if let plain = Self.inputsWithoutFields.first(where: { $0.0 == fields.kind }) {
      self = plain.1
      return
    }
    switch fields.kind {
    case "event": self = .event(try fields.event())
    case "size":
      let extentRange = RecordedLine.Start.extentRange
      self = .size(
        width: try fields.integer("width", in: extentRange),
        height: try fields.integer("height", in: extentRange))
    case "frame":
      let interval = try fields.number("interval")
      guard (0.0001...10).contains(interval) else { throw .invalidField("interval") }
      self = .frame(
        FrameTime(
          presentation: Timestamp(seconds: try fields.time("shows")), interval: interval))
    case "work": self = .workEnded(number: try fields.integer("number", in: 1...Self.maxNumber))
    case "disk": self = .diskAnswered(number: try fields.integer("number", in: 1...Self.maxNumber))
    case "watch":
      self = .watchReadable(number: try fields.integer("number", in: 1...Self.maxNumber))
    case "helper": self = .helper(try Self.answer(fields))
    case "web": self = .web(try RecordedLine.Download(fields))
    case "player": self = .player(try RecordedLine.PlayerReport(fields))
    default: throw .unexpectedLine(kind: fields.kind)
    }
  }

  private static func answer(
    _ fields: RecordFields
  ) throws(RecordingFailure.Reason) -> RecordedLine.HelperAnswer {
    var memorySizes: [Int] = []
    if fields.has("memories") {
      for word in try fields.text("memories").split(separator: ",", maxSplits: maxMemoryDescriptors)
      {
        guard let size = Int(word), (0...Int(Int32.max)).contains(size) else {
          throw .invalidField("memories")
        }
        memorySizes.append(size)
      }
    }
    guard memorySizes.count <= maxMemoryDescriptors else { throw .invalidField("memories") }
    return RecordedLine.HelperAnswer(
      requestDigest: try fields.integer("request", in: 0...UInt64.max),
      message: fields.has("message") ? try fields.hexadecimal("message") : nil,
      memorySizes: memorySizes,
      pixelDigest: fields.has("pixels")
        ? try fields.integer("pixels", in: 0...UInt64.max) : 0)
  }
}
