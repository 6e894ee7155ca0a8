import CLinux
import ClipWire
import Confinement
import Playing

guard ConfinedProcess.hasSocket else {
  let usage = "pbview-player: started by pbview\n"
  _ = usage.utf8CString.withUnsafeBytes { write(2, $0.baseAddress, $0.count - 1) }
  exit(2)
}
guard ConfinedProcess.settle() else { exit(3) }
_ = linux_release_relocations()
// Loaded before the process is confined, because no library can be loaded afterwards.
let library = Result { () throws(ClipFailure) in try MpvLibrary.load() }
// The viewer has priority, because it draws the window at the same time.
_ = nice(5)
guard let lock = Policy.player.enter() else { exit(3) }
let service = ClipService(
  socket: ConfinedProcess.socket, library: library, seccompListener: lock.listener)
exit(service.run() == .viewerClosed ? 0 : 4)
