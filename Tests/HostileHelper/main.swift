// A helper as an attacker would have it, put by tests in the place of pbview-decoder or of
// pbview-player. PBVIEW_HOSTILE says in which way it misbehaves.
import CLinux

let mode = getenv("PBVIEW_HOSTILE").map { String(cString: $0) } ?? ""
if mode.hasPrefix("player ") {
  HostilePlayer(mode: mode).run()
} else {
  HostileDecoder(mode: mode).run()
}
