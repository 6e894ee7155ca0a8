import CLinux
import ClipWire
import Confinement
import Playing

guard HelperProcess.hasSocket else {
  let usage = "pbview-player: started by pbview\n"
  _ = usage.utf8CString.withUnsafeBytes { write(2, $0.baseAddress, $0.count - 1) }
  exit(2)
}
guard HelperProcess.settle() else { exit(3) }
// Loaded before the door is closed: what a library does when it comes is not the clip's doing.
let library = Result { () throws(ClipFailure) in try MpvLibrary.load() }
// Frames are drawn while the viewer draws, and the viewer goes first.
_ = nice(5)
guard Policy.player.enter() else { exit(3) }
exit(ClipService(socket: HelperProcess.socket, library: library).run() == .hungUp ? 0 : 4)
