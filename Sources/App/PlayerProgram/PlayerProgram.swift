import CLinux
import ClipWire
import Confinement
import Playing

/// The program that plays one clip for the viewer. `pbview-player` runs it, and so does
/// `pbview-decoder` when it is started by that name: an installation has one file for both, because
/// nearly all of the player is the Swift runtime.
package enum PlayerProgram {
  /// The filename of the player's program. The decoder program that is started under this name acts
  /// as the player.
  package static let name = "pbview-player"

  /// Plays the clip that the viewer sends, and ends the process.
  package static func run() -> Never {
    guard ConfinedProcess.hasSocket else {
      let usage = "\(name): started by pbview\n"
      _ = usage.utf8CString.withUnsafeBytes { write(2, $0.baseAddress, $0.count - 1) }
      exit(2)
    }
    guard ConfinedProcess.prepare() else { exit(3) }
    _ = linux_release_relocations()
    // libmpv is loaded before the process is confined, because a confined process cannot load
    // libraries.
    let library = Result { () throws(ClipFailure) in try MpvLibrary.load() }
    // The player runs at a lower priority than the viewer, which draws the window at the same time.
    _ = nice(5)
    guard let filter = ConfinementPolicy.player.enter() else { exit(3) }
    let service = ClipService(
      socket: ConfinedProcess.socket, library: library, seccompListener: filter.listener)
    exit(service.run() == .viewerClosed ? 0 : 4)
  }
}
