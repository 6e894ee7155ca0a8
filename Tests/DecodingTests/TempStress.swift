
import CLinux
import DecoderWire
import Decoding
import Foundation
import Testing
@Suite struct TempStress {
  @Test(arguments: 0..<4) func stress(_ k: Int) throws {
    let folder = try #require(Collection.folder)
    let names = Collection.entries(folder).filter { $0.expectation == "ok" && ($0.file.contains(".gif")||$0.file.contains(".bmp")) }.map(\.file)
    let start = Date()
    var n = 0
    var helper = try #require(HelperProcess(loadsAll: true))
    while Date().timeIntervalSince(start) < 150 {
      for e in names {
        let file = helper_open("\(folder)/\(e)", O_RDONLY)
        defer { close(file) }
        let got = helper.ask(file: file, name: String(e.split(separator: "/").last ?? ""), color: .untouched)
        n += 1
        if got == nil { print("STRESS", e, helper.ending); helper = try #require(HelperProcess(loadsAll: true)) }
      }
      if n % 3 == 0 { helper = try #require(HelperProcess(loadsAll: true)) }
    }
    print("STRESS done", k, n)
  }
}
