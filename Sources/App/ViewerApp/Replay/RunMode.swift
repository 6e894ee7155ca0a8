import BrowserHost
import Imaging

/// The source of the program's input.
enum RunMode {
  /// The user.
  case live
  /// The user, while everything is recorded.
  case recording(InputRecorder)
  /// A recording.
  case replay(ReplayPlayer)

  /// Whether the program may talk to the desktop's services.
  var usesDesktop: Bool { if case .live = self { true } else { false } }

  /// The desktop's programs of this mode.
  var programs: DesktopPrograms {
    switch self {
    case .live: .ofMachine
    case .recording(let recorder): recorder.programs(.ofMachine)
    case .replay(let player): player.programs
    }
  }

  /// File access in this mode.
  func files(_ files: any FileQuerying) -> any FileQuerying {
    switch self {
    case .live: files
    case .recording(let recorder): recorder.files(files)
    case .replay(let player): player.files
    }
  }

  /// The helpers of this mode.
  func helpers(_ launcher: any DecoderLauncher) -> any DecoderLauncher {
    switch self {
    case .live: launcher
    case .recording(let recorder): recorder.helpers(launcher)
    case .replay(let player): player.launcher
    }
  }

  /// The event loop for watches of folders.
  func watches(_ loop: any DescriptorWatching) -> any DescriptorWatching {
    switch self {
    case .live: loop
    case .recording(let recorder): recorder.loop(loop)
    case .replay(let player): player.loop(loop)
    }
  }
}
