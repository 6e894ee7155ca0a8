import BrowserHost
import Imaging
import Video

/// The mode in which the program runs, which determines the source of its input.
enum RunMode {
  /// The input of the user.
  case live
  /// The input of the user, which a recorder writes into a recording.
  case recording(InputRecorder)
  /// The input in a recording, which a player performs.
  case replay(ReplayPlayer)

  /// Whether the program may talk to the services of the desktop, such as D-Bus.
  var usesDesktop: Bool { if case .live = self { true } else { false } }

  /// The functions that ask programs of the desktop in this mode.
  var programs: DesktopPrograms {
    switch self {
    case .live: .ofMachine
    case .recording(let recorder): recorder.programs(wrapping: .ofMachine)
    case .replay(let player): player.programs
    }
  }

  /// The configuration of decoding in this mode; `configuration` is that of the options.
  ///
  /// A recording does not contain the times at which threads write the thumbnail cache or return
  /// the memory of pictures for reuse. The size of the memory that a later picture gets, and
  /// thereby the number of pictures that stay in the cache, would depend on these times. Therefore,
  /// a recorded program and its replay neither write thumbnails nor reuse memory.
  func imaging(for configuration: ImagingConfiguration) -> ImagingConfiguration {
    guard !usesDesktop else { return configuration }
    var result = configuration
    result.sharedThumbnails = nil
    result.recycledBytes = 0
    return result
  }

  /// The file access in this mode; `files` is that of the machine.
  func files(wrapping files: any FileQuerying) -> any FileQuerying {
    switch self {
    case .live: files
    case .recording(let recorder): recorder.files(wrapping: files)
    case .replay(let player): player.files
    }
  }

  /// The launcher of helpers in this mode; `launcher` is that of the machine.
  func helpers(wrapping launcher: any DecoderLauncher) -> any DecoderLauncher {
    switch self {
    case .live: launcher
    case .recording(let recorder): recorder.helpers(wrapping: launcher)
    case .replay(let player): player.helperLauncher
    }
  }

  /// The launcher of players of clips in this mode; `launcher` is that of the machine.
  func players(wrapping launcher: any PlayerLauncher) -> any PlayerLauncher {
    switch self {
    case .live: launcher
    case .recording(let recorder): recorder.players(wrapping: launcher)
    case .replay(let player): player.players
    }
  }

  /// The origin of downloads in this mode.
  var web: WebPictures.Source {
    switch self {
    case .live: .session
    case .recording(let recorder): .wrapped { recorder.downloads(wrapping: $0) }
    case .replay(let player): .substitute(player.downloads)
    }
  }

  /// The event loop for watches of folders in this mode; `loop` is that of the machine.
  func watches(wrapping loop: any DescriptorWatching) -> any DescriptorWatching {
    switch self {
    case .live: loop
    case .recording(let recorder): recorder.loop(wrapping: loop)
    case .replay(let player): player.loop(wrapping: loop)
    }
  }
}
