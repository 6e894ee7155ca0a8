package import Geometry
package import Input
package import Motion

/// A line of a recording: a fact about the program's surroundings, an input of its main thread, or
/// the state that it had reached.
package enum RecordedLine: Hashable, Sendable {
  /// The surroundings at the start.
  case start(Start)
  /// A word of the command line that is no path.
  case option(String)
  /// A path or address of the command line.
  case path([UInt8])
  /// A variable of the environment, one of ``variables``.
  case variable(name: String, value: String)
  /// A line of the preferences file.
  case preference(String)
  /// The settings of the desktop and the size of the screen, as of now.
  case desktop(Desktop)
  /// A folder; its entries follow. Other files in it are gone.
  case folder([UInt8])
  /// An entry of the folder before.
  case entry(Entry)
  /// A file outside a listing.
  case file(path: [UInt8], size: Int64, modified: Int64)
  /// A part of what is known about an archive.
  case archive(Archive)
  /// An answer of the desktop's programs, or a part of one.
  case answer(DesktopAnswer)
  /// An input of the main thread, and the instant at which the program began to handle it.
  case input(Input, at: Timestamp, isNested: Bool)
  /// The state after a frame, where it differs from that of the frame before.
  case state(String)
  /// The end of the program with its exit status.
  case end(status: Int)
}

extension RecordedLine {
  /// The variables of the environment that are recorded: language, time zone and scale.
  package static let variables = [
    "LANG", "LANGUAGE", "LC_ALL", "LC_COLLATE", "LC_MESSAGES", "LC_NUMERIC", "LC_TIME", "TZ",
    "GDK_SCALE", "QT_SCREEN_SCALE_FACTORS", "QT_SCALE_FACTOR",
  ]

  /// The surroundings of the program at its start.
  package struct Start: Hashable, Sendable {
    /// The version of the program.
    package var version: String
    /// The time of day in nanoseconds since 1970.
    package var wallClock: Int64
    /// The instant of the monotonic clock at ``wallClock``.
    package var time: Timestamp
    /// The width of the window's content, in device pixels.
    package var width: Int
    /// The height of the window's content, in device pixels.
    package var height: Int
    /// Whether the names of files and folders are recorded as they are, instead of pseudonyms.
    package var hasNames: Bool

    package init(
      version: String, wallClock: Int64, time: Timestamp, width: Int, height: Int, hasNames: Bool
    ) {
      self.version = version
      self.wallClock = wallClock
      self.time = time
      self.width = width
      self.height = height
      self.hasNames = hasNames
    }
  }

  /// The settings of a desktop, and the size of the window's monitor in device pixels.
  package struct Desktop: Hashable, Sendable {
    package var scale = 1.0
    package var screen = Size(width: 1280, height: 800)
    package var hasAnimations = true
    package var isCompositing = false
    package var hasScaledText = true
    /// The maximum time between the two clicks of a double click, in seconds; nil without such a
    /// setting.
    package var doubleClickTime: Double?
    /// The movement of a pressed mouse from which it drags, in device pixels; nil without such a
    /// setting.
    package var dragThreshold: Double?
    package var theme: String?

    package init() {}
  }

  /// An entry of a folder.
  package struct Entry: Hashable, Sendable {
    /// The kind of an entry.
    package enum Kind: String, Hashable, Sendable, CaseIterable {
      case file = "entry"
      case folder = "subfolder"
      /// A symbolic link that leads nowhere.
      case brokenLink = "dangling"
      /// A pipe, socket or device.
      case special
    }

    package var name: [UInt8]
    package var kind: Kind
    /// The size of the file in bytes; 0 for anything but a file.
    package var size: Int64
    /// The modification time of the file in nanoseconds since 1970; 0 for anything but a file.
    package var modified: Int64

    package init(name: [UInt8], kind: Kind = .file, size: Int64 = 0, modified: Int64 = 0) {
      self.name = name
      self.kind = kind
      self.size = size
      self.modified = modified
    }
  }

  /// An input of the main thread.
  package enum Input: Hashable, Sendable {
    case event(InputEvent)
    /// A new size of the window's content, in device pixels.
    case size(width: Int, height: Int)
    case frame(FrameTime)
    case visibility(Bool)
    case focus(Bool)
    case fullscreen(Bool)
    case compositing(Bool)
    /// Other settings of the desktop; a line of ``RecordedLine/desktop(_:)`` comes before.
    case settings
    /// Another colour profile of the monitor.
    case profile
    /// A damaged area that has to be drawn again.
    case exposure
    /// The request to close the window.
    case close
    /// A turn of the event loop in which timers were due.
    case timers
    /// The end of the work of this number on a thread of its own.
    case work(Int)
    /// A late answer of the disk to the question of this number.
    case disk(Int)
    /// The watch of this number of folders has something to read.
    case watch(Int)
    /// An answer of a helper.
    case helper(HelperAnswer)
  }

  /// An answer of a helper process.
  package struct HelperAnswer: Hashable, Sendable {
    /// The digest of the request: its fields, without its number and the file's name.
    package var request: UInt64
    /// The message without the content of the picture; nil when the helper has ended.
    package var message: [UInt8]?
    /// The sizes in bytes of the memory descriptors that came with the message.
    package var memories: [Int]
    /// The digest of the pixels; 0 for none.
    package var pixels: UInt64

    package init(request: UInt64, message: [UInt8]?, memories: [Int] = [], pixels: UInt64 = 0) {
      self.request = request
      self.message = message
      self.memories = memories
      self.pixels = pixels
    }
  }
}
