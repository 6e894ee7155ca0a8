import CLinux
import Confinement
import Decoding

if CommandLine.arguments.dropFirst().first == "--formats" {
  for line in FormatList.lines { print(line) }
  exit(0)
}

guard HelperProcess.hasSocket else {
  let usage = "pbview-decoder: started by pbview, or with --formats\n"
  _ = usage.utf8CString.withUnsafeBytes { write(2, $0.baseAddress, $0.count - 1) }
  exit(2)
}
HelperProcess.lowerOwnPriority()
guard HelperProcess.settle() else { exit(3) }
let fence = Policy.decoder.fence()
let ending = DecoderService.run(
  socket: HelperProcess.socket, loadsAll: CommandLine.arguments.contains("--all-formats")
) { fence.lock() != nil }
switch ending {
case .viewerClosed: exit(0)
case .brokenSocket: exit(4)
case .unlocked: exit(3)
}
