// A misbehaving helper that tests run in place of pbview-decoder or pbview-player. The environment
// variable PBVIEW_HOSTILE selects the mode.
import CLinux

let mode = getenv("PBVIEW_HOSTILE").map { String(cString: $0) } ?? ""
if mode.hasPrefix("player ") {
  HostilePlayer(mode: mode).run()
} else {
  HostileDecoder(mode: mode).run()
}
