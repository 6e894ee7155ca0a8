// Runs forbidden operations inside the confinement of a helper and reports the result of each.
//
//   ConfinementProbe decoder|archive|player|free FOLDER SERVER [OMISSION…]
//     free      no confinement
//     FOLDER    a folder with the files that `Target` names; descriptor 9 is one of its files
//     SERVER    the abstract name of a listening socket
//     OMISSION  an omitted part of the confinement: landlock, filter, listener, notification,
//               limits, condition:RULE:INDEX, right:BIT, scope:BIT; or "nobody": the probe
//               changes from root to the user nobody, to whom RLIMIT_NPROC applies
//
// The first packet on descriptor 3 is "ready", with the listener of the seccomp filter if it
// exists. Each other packet is a result: the `errno` value (0 for success) and the attempt's name.

import CLinux
import Confinement

func tell(_ attempt: Attempt, _ error: Int32) {
  let line = Array("\(error) \(attempt.name)".utf8)
  _ = write(ConfinedProcess.socket, line, line.count)
}

func omission(_ word: String) -> ConfinementPolicy.Omission? {
  let parts = word.split(separator: ":")
  let numbers = parts.dropFirst().compactMap { Int($0) }
  return switch (parts.first, numbers.count) {
  case ("landlock", 0): .landlock
  case ("filter", 0): .filter
  case ("listener", 0): .listener
  case ("notification", 0): .notification
  case ("limits", 0): .limits
  case ("condition", 2): .condition(rule: numbers[0], index: numbers[1])
  case ("right", 1): .right(bit: numbers[0])
  case ("scope", 1): .scope(bit: numbers[0])
  default: nil
  }
}

let words = CommandLine.arguments.filter { $0 != "nobody" }
guard words.count >= 4, ConfinedProcess.hasSocket else { exit(2) }
let target = Target(folder: words[2], server: words[3], viewer: getppid())
let omissions = Set(words.dropFirst(4).compactMap(omission))
guard omissions.count == words.count - 4 else { exit(2) }
let isNobody = CommandLine.arguments.contains("nobody")
if isNobody {
  let nobody: uid_t = 65534
  guard geteuid() != 0 || setgid(nobody) == 0 && setuid(nobody) == 0 else { exit(2) }
}

/// Enters the confinement of `policy` without the omitted parts.
///
/// - Returns: The listener of the seccomp filter; nil for none.
func enter(_ policy: ConfinementPolicy) -> Int32? {
  guard ConfinedProcess.prepare(),
    let filter = policy.applyLimitsAndLandlock(omitting: omissions).install()
  else { exit(3) }
  return filter.listener
}
var listener: Int32?
switch words[1] {
case "decoder": listener = enter(.decoder)
case "archive": listener = enter(.archiveReader)
case "player": listener = enter(.player)
case "free": break
default: exit(2)
}
let ready = Array("ready".utf8)
_ = helper_send(ConfinedProcess.socket, ready, ready.count, listener ?? -1)
if let listener { close(listener) }

let isHarmless = words[1] == "free" || omissions.contains(.filter)
var attempts = Attempt.all(at: target)
// The limit attempts take the longest: they run only in the cases that check them.
let testsLimits = omissions.isEmpty || omissions == [.landlock] || omissions == [.limits]
if isNobody { attempts = Attempt.limits } else if testsLimits { attempts += Attempt.limits }
for attempt in attempts where !isHarmless || attempt.isOrdinary {
  tell(attempt, attempt.run())
}
// `_exit` skips the C library's exit functions, which would fail on exhausted resources.
_exit(0)
