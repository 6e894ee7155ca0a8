package import Geometry
package import Input
package import Motion

/// A line of a recording: a fact about the program's surroundings, an input of its main thread, or
/// the state that the program had reached.
package enum RecordedLine: Hashable, Sendable {
  /// The version, clocks and window size at the start of the recording.
  case start(Start)
  /// A word of the command line that is not a path.
  case option(String)
  /// An absolute path of the command line.
  case path([UInt8])
  /// A web address of the command line.
  case webAddress(String)
  /// An environment variable of the program, one of ``variables``.
  case variable(name: String, value: String)
  /// A line of the preferences file at the start of the recording.
  case preference(String)
  /// The settings of the desktop and the size of the screen, from this line on.
  case desktop(Desktop)
  /// The absolute path of a folder that was listed; lines with its entries follow, and other files
  /// in it do not exist any more.
  case folder([UInt8])
  /// An entry of the folder in the last `folder` line.
  case entry(Entry)
  /// A single file with its absolute path, its size in bytes and its modification time in
  /// nanoseconds since 1970.
  case file(path: [UInt8], size: Int64, modifiedNanoseconds: Int64)
  /// A part of the content of the file with this absolute path, from the byte with the number
  /// `offset` on. Only descriptions that image servers sent are recorded.
  case content(path: [UInt8], offset: Int64, bytes: [UInt8])
  /// An event of a watched folder that was read while the input before it was handled.
  case folderEvent(FolderEvent)
  /// The fact that the work with this number, on a thread of its own, reads a folder now. The list
  /// of the folder follows if it is another one than before.
  case folderReadBegan(work: Int)
  /// A fact about an archive: its list, a file in it, or a file that cannot be unpacked.
  case archive(Archive)
  /// The answer of a program of the desktop, or a part of one.
  case answer(DesktopAnswer)
  /// A command that a player of clips did not take.
  case unsentCommand(UnsentCommand)
  /// An input of the main thread, and the instant at which the program began to handle it.
  /// `isNested` is true for an input that was handled within the handling of the one before.
  case input(Input, at: Timestamp, isNested: Bool)
  /// A text of the program's state after a frame, recorded where it differs from that after the
  /// frame before.
  case stateText(String)
  /// The end of the program with its exit status.
  case end(status: Int)
}

extension RecordedLine {
  /// The names of the environment variables that are recorded: language, time zone and scale.
  package static let variables = [
    "LANG", "LANGUAGE", "LC_ALL", "LC_COLLATE", "LC_MESSAGES", "LC_NUMERIC", "LC_TIME", "TZ",
    "GDK_SCALE", "QT_SCREEN_SCALE_FACTORS", "QT_SCALE_FACTOR",
  ]

  /// The surroundings of the program at the start of a recording.
  package struct Start: Hashable, Sendable {
    /// The version of the program that made the recording.
    package var version: String
    /// The time of day at the start, in nanoseconds since 1970.
    package var wallClock: Int64
    /// The instant of the monotonic clock at ``wallClock``.
    package var time: Timestamp
    /// The width of the window's content at the start, in device pixels.
    package var width: Int
    /// The height of the window's content at the start, in device pixels.
    package var height: Int
    /// Whether the recording contains the names of files and folders, instead of numbers in their
    /// place.
    package var containsFileNames: Bool

    package init(
      version: String, wallClock: Int64, time: Timestamp, width: Int, height: Int,
      containsFileNames: Bool
    ) {
      self.version = version
      self.wallClock = wallClock
      self.time = time
      self.width = width
      self.height = height
      self.containsFileNames = containsFileNames
    }
  }

  /// The settings of the desktop, and the size of the window's monitor in device pixels.
  package struct Desktop: Hashable, Sendable {
    package var scale = 1.0
    package var screen = Size(width: 1280, height: 800)
    package var hasAnimations = true
    package var isCompositing = false
    package var hasScaledText = true
    /// The maximum time between the two clicks of a double click, in seconds; nil when the desktop
    /// has no such setting.
    package var doubleClickTime: Double?
    /// The distance that a mouse with a pressed button must move to begin a drag, in device pixels;
    /// nil when the desktop has no such setting.
    package var dragThreshold: Double?
    package var theme: String?

    package init() {}
  }

  /// An entry of a folder that was listed.
  package struct Entry: Hashable, Sendable {
    /// The kind of a folder's entry.
    package enum Kind: String, Hashable, Sendable, CaseIterable {
      case file = "entry"
      case folder = "subfolder"
      /// A symbolic link whose target does not exist.
      case brokenLink = "dangling"
      /// A pipe, socket or device.
      case special
    }

    package var name: [UInt8]
    package var kind: Kind
    /// The size of the file in bytes; 0 for anything but a file.
    package var size: Int64
    /// The modification time of the file in nanoseconds since 1970; 0 for anything but a file.
    package var modifiedNanoseconds: Int64

    package init(name: [UInt8], kind: Kind = .file, size: Int64 = 0, modifiedNanoseconds: Int64 = 0)
    {
      self.name = name
      self.kind = kind
      self.size = size
      self.modifiedNanoseconds = modifiedNanoseconds
    }
  }

  /// An event that inotify reported for a watched folder.
  package struct FolderEvent: Hashable, Sendable {
    /// The number of the watch that read the event, from 1 in the order of the watches.
    package var watchNumber: Int
    /// The absolute path of the folder; empty when events were lost.
    package var folder: [UInt8]
    /// The name of the file inside the folder; empty when the event is about the folder itself.
    package var name: [UInt8]
    /// The flags of the event, as in `inotify(7)`.
    package var mask: UInt32
    /// The identifier that both events of a rename have; 0 for other events.
    package var cookie: UInt32

    package init(watchNumber: Int, folder: [UInt8], name: [UInt8], mask: UInt32, cookie: UInt32) {
      self.watchNumber = watchNumber
      self.folder = folder
      self.name = name
      self.mask = mask
      self.cookie = cookie
    }
  }

  /// An input of the program's main thread.
  package enum Input: Hashable, Sendable {
    case event(InputEvent)
    /// A new size of the window's content, in device pixels.
    case size(width: Int, height: Int)
    case frame(FrameTime)
    case visibility(Bool)
    case focus(Bool)
    case fullscreen(Bool)
    case compositing(Bool)
    /// A change of the desktop's settings, which the ``RecordedLine/desktop(_:)`` line before it
    /// contains.
    case settingsChanged
    /// A change of the monitor's colour profile.
    case profileChanged
    /// The exposure of an area of the window that has to be drawn again.
    case areaExposed
    /// The request of the window manager to close the window.
    case closeRequested
    /// A turn of the event loop in which timers were due.
    case timersDue
    /// The end of the work with this number, which ran on a thread of its own.
    case workEnded(number: Int)
    /// The answer of the disk, later than the main thread waits, to the question with this number.
    case diskAnswered(number: Int)
    /// The notice that a watch of folders has events to read; the value is the number of the watch.
    case watchReadable(number: Int)
    /// An answer of a helper process.
    case helper(HelperAnswer)
    /// An update of a download from the web.
    case web(Download)
    /// A report of a player of clips.
    case player(PlayerReport)
  }

  package struct HelperAnswer: Hashable, Sendable {
    /// The digest of the request that is answered: of its fields, without its number and the file's
    /// name.
    package var requestDigest: UInt64
    /// The bytes of the helper's message, without the content of the picture; nil when the helper
    /// has ended.
    package var message: [UInt8]?
    /// The sizes in bytes of the shared memory whose descriptors came with the message.
    package var memorySizes: [Int]
    /// The digest of the pixels in the shared memory; 0 when there are none.
    package var pixelDigest: UInt64

    package init(
      requestDigest: UInt64, message: [UInt8]?, memorySizes: [Int] = [], pixelDigest: UInt64 = 0
    ) {
      self.requestDigest = requestDigest
      self.message = message
      self.memorySizes = memorySizes
      self.pixelDigest = pixelDigest
    }
  }
}
