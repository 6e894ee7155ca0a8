import BaseDirectories
import Testing

@Suite struct BaseDirectoriesTests {
  @Test func `unset variables default to folders in the home folder`() {
    let folders = BaseDirectories { ["HOME": "/home/ann"][$0] }
    #expect(folders.home == "/home/ann")
    #expect(folders.config == "/home/ann/.config")
    #expect(folders.data == "/home/ann/.local/share")
    #expect(folders.state == "/home/ann/.local/state")
    #expect(folders.cache == "/home/ann/.cache")
    #expect(folders.runtime == nil)
  }

  @Test func `absolute variables are used`() {
    let folders = BaseDirectories { "/x/\($0)" }
    #expect(folders.config == "/x/XDG_CONFIG_HOME" && folders.data == "/x/XDG_DATA_HOME")
    #expect(folders.state == "/x/XDG_STATE_HOME" && folders.cache == "/x/XDG_CACHE_HOME")
    #expect(folders.runtime == "/x/XDG_RUNTIME_DIR" && folders.home == "/x/HOME")
  }

  @Test(arguments: ["rel", "", ".", "~", "./x", "../x"])
  func `relative variables are ignored`(value: String) {
    let folders = BaseDirectories { $0 == "HOME" ? "/home/ann" : value }
    #expect(folders.cache == "/home/ann/.cache" && folders.runtime == nil)
    let without = BaseDirectories { _ in value }
    #expect(without == BaseDirectories { _ in nil })
    #expect(without.cache == nil && without.home == nil)
  }
}
