// Fuzzes one target with libFuzzer, which mutates inputs and measures the coverage of code.
//
//   FUZZ_TARGET=TARGET fuzz [OPTION of libFuzzer | FILE | FOLDER]…
//   fuzz --list    the targets: name, maximum number of bytes
//   FUZZ_TARGET=TARGET fuzz --seeds FOLDER    writes the seed inputs that are made by code
//
// The target is an environment variable, because libFuzzer restarts this program with arguments of
// its own.

import FuzzTargets
import Glibc

/// The main loop of libFuzzer, which calls `take` with each input.
///
/// - Source: LLVM `docs/LibFuzzer.rst`, "Using libFuzzer as a library".
@_silgen_name("LLVMFuzzerRunDriver")
func runFuzzer(
  _ count: UnsafeMutablePointer<Int32>,
  _ words: UnsafeMutablePointer<UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>>,
  _ take: @convention(c) (UnsafePointer<UInt8>?, Int) -> Int32
) -> Int32

/// The target that was chosen. It is global, because the C function that receives inputs cannot
/// capture values.
enum Chosen {
  static let name = getenv("FUZZ_TARGET").map { String(cString: $0) } ?? ""
  static let target = FuzzTarget.all.first { $0.name == name }
}

if CommandLine.arguments.dropFirst().first == "--list" {
  for target in FuzzTarget.all { print("\(target.name)\t\(target.maxBytes)") }
  exit(0)
}
guard Chosen.target != nil else {
  print("fuzz: there is no target called “\(Chosen.name)”")
  exit(2)
}
if CommandLine.arguments.dropFirst().first == "--seeds", CommandLine.arguments.count == 3 {
  for (number, seed) in (Chosen.target?.seeds ?? []).enumerated() {
    guard let file = fopen("\(CommandLine.arguments[2])/seed-\(number)", "w") else { exit(1) }
    fwrite(seed, 1, seed.count, file)
    fclose(file)
  }
  exit(0)
}
var count = CommandLine.argc
var words = CommandLine.unsafeArgv
exit(
  runFuzzer(&count, &words) { bytes, length in
    Chosen.target?.take(Array(UnsafeBufferPointer(start: bytes, count: length)))
    return 0
  })
