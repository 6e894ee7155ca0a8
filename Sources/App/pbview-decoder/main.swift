import ArchiveReading
import CLinux
import Confinement
import Decoding
import PlayerProgram

// One executable is installed for pictures and clips. It is the player if it is started by that
// name.
if CommandLine.arguments.first?.hasSuffix(PlayerProgram.name) == true { PlayerProgram.run() }

if CommandLine.arguments.dropFirst().first == "--formats" {
  for line in FormatList.lines { print(line) }
  exit(0)
}

guard ConfinedProcess.hasSocket else {
  let usage = "pbview-decoder: started by pbview, or with --formats\n"
  _ = usage.utf8CString.withUnsafeBytes { write(2, $0.baseAddress, $0.count - 1) }
  exit(2)
}
ConfinedProcess.lowerOwnPriority()
guard ConfinedProcess.prepare() else { exit(3) }
_ = linux_release_relocations()
if CommandLine.arguments.contains("--archive") {
  // Libraries are loaded before the process is confined, because a confined process cannot load
  // any.
  let libraries =
    CommandLine.arguments.contains("--documents")
    ? DocumentPages.libraries : ArchiveService.Libraries.load()
  guard ConfinementPolicy.archiveReader.enter() != nil else { exit(3) }
  switch ArchiveService.run(socket: ConfinedProcess.socket, libraries: libraries) {
  case .viewerClosed: exit(0)
  case .brokenSocket: exit(4)
  }
}
let filter = ConfinementPolicy.decoder.applyLimitsAndLandlock()
let ending = DecoderService.run(
  socket: ConfinedProcess.socket, loadsAllLibraries: CommandLine.arguments.contains("--all-formats")
) { filter.install(mapsLargeFiles: $0) != nil }
switch ending {
case .viewerClosed: exit(0)
case .brokenSocket: exit(4)
case .notConfined: exit(3)
}
