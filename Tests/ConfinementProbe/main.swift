// Tries what a helper must not do, inside of what confines it, and tells how each attempt ended.
//
//   ConfinementProbe decoder|player|free SECRET SERVER
//     free     not confined: what the attempts do where nothing is in their way
//     SECRET   the path of a person's file; another lies open as descriptor 9
//     SERVER   the name, without a file, of a socket somebody listens on
//
// Every answer is a packet on descriptor 3: the error's number (0: it worked) and the attempt.

import CLinux
import Confinement

func tell(_ attempt: Attempt, _ error: Int32) {
  let line = Array("\(error) \(attempt.name)".utf8)
  _ = write(HelperProcess.socket, line, line.count)
}

let words = CommandLine.arguments
guard words.count == 4, HelperProcess.hasSocket else { exit(2) }
let target = Target(secret: words[2], server: words[3], viewer: getppid())
switch words[1] {
case "decoder": guard HelperProcess.settle(), Policy.decoder.enter() else { exit(3) }
case "player": guard HelperProcess.settle(), Policy.player.enter() else { exit(3) }
default: break
}
for attempt in Attempt.all(at: target) where words[1] != "free" || attempt.isOrdinary {
  tell(attempt, attempt.run())
}
// Without the library's own farewell: some attempts have used up all there is.
_exit(0)
