/// The house as a table: who may import whom. `Package.swift` says the same; where the two differ
/// one of them is wrong.
enum FloorPlan {
  /// From the ground up.
  enum Floor: Int, CaseIterable, Comparable {
    case core
    case platform
    case interface
    case app

    /// The folder in Sources.
    var folder: String {
      switch self {
      case .core: "Core"
      case .platform: "Platform"
      case .interface: "Interface"
      case .app: "App"
      }
    }

    static func < (a: Floor, b: Floor) -> Bool { a.rawValue < b.rawValue }
  }

  /// One target and all it may import.
  struct Room {
    let name: String
    let floor: Floor
    let allowed: Set<String>
  }

  /// Every target, each after those it may import.
  static let rooms: [Room] =
    core + platform + interface + app

  private static let core = [
    room("Geometry", .core, ""),
    room("Motion", .core, "Geometry RealModule"),
    room("Input", .core, "Geometry Motion"),
    room("Gestures", .core, "Geometry Motion Input RealModule"),
    room("Transitions", .core, "Geometry Motion RealModule"),
    room("BrowserCore", .core, "Geometry Motion Transitions RealModule"),
    room("GalleryCore", .core, "Geometry Motion RealModule"),
    room("Pixels", .core, "Geometry"),
    room("Resampling", .core, "Geometry Pixels RealModule CKernels"),
    room("Tiles", .core, "Geometry Pixels"),
    room("PNGEncoding", .core, "Pixels"),
    room("Wire", .core, ""),
    room("DecoderWire", .core, "Geometry Pixels Wire"),
    room("ClipWire", .core, "Geometry Pixels Wire"),
  ]

  private static let platform = [
    room("RuntimeLibraries", .platform, "Glibc"),
    room("BaseDirectories", .platform, "Glibc"),
    room("HelperProcesses", .platform, "CLinux Glibc"),
    room("Drawing", .platform, "Geometry Pixels Resampling RuntimeLibraries CCairo CPango Glibc"),
    room(
      "Imaging", .platform,
      "Geometry Pixels Resampling PNGEncoding DecoderWire BaseDirectories HelperProcesses CLinux "
        + "Glibc Synchronization"),
    room(
      "Decoding", .platform,
      "Geometry Pixels Resampling DecoderWire RuntimeLibraries CPixbuf CJPEG CWebP CJXL CTIFF "
        + "CLCMS CLinux Glibc"),
    room("Network", .platform, "RuntimeLibraries BaseDirectories CCurl CLinux Glibc"),
    room("Desktop", .platform, "Geometry RuntimeLibraries BaseDirectories CGio CLinux Glibc"),
    room("Video", .platform, "Geometry Pixels ClipWire HelperProcesses CLinux Glibc"),
    room("Playing", .platform, "Geometry Pixels ClipWire RuntimeLibraries CMpv CLinux Glibc"),
    room("Confinement", .platform, "CLinux"),
    // Dispatch only to be linked: the event loop drains its main queue.
    room(
      "Windowing", .platform,
      "Geometry Motion Input Pixels RuntimeLibraries CX11 CLinux Glibc Dispatch"),
  ]

  private static let interface = [
    room("Views", .interface, "Geometry Motion Input Gestures Pixels Drawing"),
    room("Scenes", .interface, "Geometry Motion Input Gestures Transitions Pixels Drawing Views"),
    room(
      "PhotoBrowser", .interface,
      """
      Geometry Motion Input Gestures Transitions BrowserCore Pixels Resampling Tiles Drawing Views \
      Scenes RealModule
      """),
  ]

  private static let app = [
    room(
      "BrowserHost", .app,
      """
      Geometry Motion Input Gestures Transitions BrowserCore GalleryCore Pixels Resampling \
      Tiles DecoderWire Drawing Imaging Windowing Network Video Views Scenes PhotoBrowser CLinux Glibc
      """),
    room(
      "ViewerApp", .app,
      """
      Geometry Motion Input Gestures Transitions BrowserCore GalleryCore Pixels Resampling \
      DecoderWire BaseDirectories Drawing Imaging Windowing Network Desktop Video Views Scenes \
      PhotoBrowser BrowserHost CLinux ArgumentParser RealModule Glibc Dispatch Synchronization
      """),
    room("pbview", .app, "ViewerApp Glibc"),
    room(
      "pbview-decoder", .app, "Geometry Pixels DecoderWire Decoding Confinement CLinux Glibc"),
    room("pbview-player", .app, "Geometry Pixels ClipWire Playing Confinement CLinux Glibc"),
  ]

  /// A C library speaks Swift in one place; the kernel's calls in those that need them.
  static let owners: [String: Set<String>] = [
    "CX11": ["Windowing"],
    "CCairo": ["Drawing"],
    "CPango": ["Drawing"],
    "CPixbuf": ["Decoding"],
    "CJPEG": ["Decoding"],
    "CWebP": ["Decoding"],
    "CLCMS": ["Decoding"],
    "CJXL": ["Decoding"],
    "CTIFF": ["Decoding"],
    "CGio": ["Desktop"],
    "CCurl": ["Network"],
    "CMpv": ["Playing"],
    "CKernels": ["Resampling"],
    "CLinux": [
      "HelperProcesses", "Imaging", "Decoding", "Windowing", "Network", "Desktop", "Video",
      "Playing", "Confinement",
      "BrowserHost", "ViewerApp", "pbview-decoder", "pbview-player",
    ],
  ]

  /// What platform targets share: no outside world of its own, but the way to those that are found
  /// at run time.
  static let groundwork: Set<String> = ["RuntimeLibraries", "BaseDirectories", "HelperProcesses"]

  /// What comes from outside and may stand in the table at all; Foundation is not among it: it
  /// costs more at the start than all the rest.
  static let foreign: Set<String> = [
    "RealModule", "ArgumentParser", "Glibc", "Dispatch", "Synchronization",
  ]

  private static func room(_ name: String, _ floor: Floor, _ allowed: String) -> Room {
    Room(name: name, floor: floor, allowed: Set(allowed.split(separator: " ").map(String.init)))
  }
}
