import BaseDirectories
import BrowserCore
import BrowserHost
import Glibc
import Motion
import Pixels
import TestSupport
import Testing
import Threads

@testable import ViewerApp

/// The files of state and settings in the user's base directories.
@MainActor @Suite struct StateTests {
  /// Calls `body` while the base directories depend on the environment variables `variables` only.
  private nonisolated static func with(
    _ variables: [String: String], _ body: () throws -> Void
  ) rethrows {
    try BaseDirectories.$ofTest.withValue(BaseDirectories { variables[$0] }, operation: body)
  }

  @Test func `the window's size is remembered`() throws {
    let folder = try TemporaryFolder()
    Self.with(["XDG_STATE_HOME": folder.file("state")]) {
      #expect(RememberedWindow.load() == RememberedWindow())
      let state = RememberedWindow(size: PixelSize(width: 900, height: 700), isMaximized: true)
      state.save()
      #expect(RememberedWindow.load() == state)
      RememberedWindow().save()
      #expect(RememberedWindow.load() == state, "nothing to remember forgets nothing")
    }
  }

  @Test func `without XDG_STATE_HOME the window size is kept in the home folder`() throws {
    let folder = try TemporaryFolder()
    let state = RememberedWindow(size: PixelSize(width: 300, height: 200))
    Self.with(["HOME": folder.path]) {
      state.save()
      #expect(RememberedWindow.load() == state)
      #expect(access(folder.file(".local/state/pbview/window"), R_OK) == 0)
    }
    // The XDG specification requires that relative folders are ignored.
    Self.with(["XDG_STATE_HOME": "relative", "HOME": folder.path]) {
      #expect(RememberedWindow.load() == state)
    }
  }

  @Test(arguments: [
    "", "size=\n", "size=0x5", "junk", "maximized=1\nsize=9999999x2", "size=1x1+2+2",
  ])
  func `a damaged state file is ignored`(_ text: String) throws {
    let folder = try TemporaryFolder()
    try Self.with(["XDG_STATE_HOME": folder.path]) {
      mkdir(folder.file("pbview"), 0o755)
      try folder.write(Array(text.utf8), named: "pbview/window")
      let size = RememberedWindow.load().size
      #expect(size == nil || size == PixelSize(width: 1, height: 1))
    }
  }

  @Test func `choices for folders that are made at the same time are all remembered`() throws {
    let folder = try TemporaryFolder()
    let memory = FolderMemory(fileName: "choices", choiceLength: 1)
    let variables = ["XDG_STATE_HOME": folder.path]
    Self.with(variables) {
      _ = TwoThreads.both {
        // The other thread does not belong to the task of the test.
        Self.with(variables) {
          for number in 0..<40 { memory.remember("+", of: FilePath("/a/\(number)")) }
        }
      } and: {
        for number in 0..<40 { memory.remember("-", of: FilePath("/b/\(number)")) }
      }
      let choices = memory.allChoices()
      #expect(choices.count == 80)
      #expect(choices.allSatisfy { ($0.choice == "+") == $0.folder.display.hasPrefix("/a/") })
      memory.forget(FilePath("/a/0"))
      #expect(memory.choice(for: FilePath("/a/0")) == nil && memory.allChoices().count == 79)
    }
  }

  @Test func `the folder chosen last is no favourite that was only marked as one`() throws {
    let folder = try TemporaryFolder()
    for name in ["a", "b", "c"] { mkdir(folder.file(name), 0o755) }
    let (a, b) = (FilePath(folder.file("a")), FilePath(folder.file("b")))
    let c = FilePath(folder.file("c"))
    Self.with(["XDG_STATE_HOME": folder.file("state")]) {
      TargetFolders.setFavourite(c, isFavourite: true)
      #expect(TargetFolders.latest() == nil)
      TargetFolders.recordUse(of: b)
      TargetFolders.recordUse(of: a)
      TargetFolders.setFavourite(c, isFavourite: true)
      #expect(TargetFolders.latest() == a)
      #expect(TargetFolders.existingTargets().map(\.folder) == [c, a, b])
      TargetFolders.recordUse(of: c)
      #expect(TargetFolders.latest() == c)
      rmdir(folder.file("c"))
      #expect(TargetFolders.latest() == a, "a folder that is gone is passed over")
    }
  }

  @Test func `the oldest folders are forgotten, except favourites`() throws {
    let folder = try TemporaryFolder()
    for name in ["favourite", "new", "pbview"] { mkdir(folder.file(name), 0o755) }
    let favourite = FilePath(folder.file("favourite"))
    let lines = (0..<500).map { "-/gone/\($0)\n" }.joined() + "*\(folder.file("favourite"))\n"
    try folder.write(Array(lines.utf8), named: "pbview/targets")
    Self.with(["XDG_STATE_HOME": folder.path]) {
      TargetFolders.recordUse(of: FilePath(folder.file("new")))
      #expect(
        TargetFolders.existingTargets().map(\.folder) == [favourite, FilePath(folder.file("new"))])
      let memory = FolderMemory(
        fileName: "choices", choiceLength: 1, maxFolders: 2, neverEvictedChoice: "*")
      memory.remember("*", of: favourite)
      for number in 1...3 { memory.remember("-", of: FilePath("/\(number)")) }
      #expect(memory.folders == [FilePath("/3"), FilePath("/2"), favourite])
      memory.remember("-", of: favourite)
      #expect(memory.folders == [favourite, FilePath("/3")])
    }
  }

  @Test func `the pictures folder is that of the desktop settings`() throws {
    let home = try TemporaryFolder()
    mkdir(home.file("Bilder und mehr"), 0o755)
    mkdir(home.file(".config"), 0o755)
    try Self.with(["HOME": home.path]) {
      #expect(PicturesFolder.path == nil, "the home folder is none")
      mkdir(home.file("Pictures"), 0o755)
      #expect(PicturesFolder.path == FilePath(home.file("Pictures")))
      func dirs(_ line: String) throws {
        try home.write(Array("# comment\n\(line)\n".utf8), named: ".config/user-dirs.dirs")
      }
      try dirs("XDG_PICTURES_DIR=\"$HOME/Bilder und mehr\"")
      #expect(PicturesFolder.path == FilePath(home.file("Bilder und mehr")))
      try dirs("XDG_PICTURES_DIR=\"\(home.path)/Bilder und mehr\"")
      #expect(PicturesFolder.path == FilePath(home.file("Bilder und mehr")))
      try dirs("#XDG_PICTURES_DIR=\"$HOME/Bilder und mehr\"")
      #expect(PicturesFolder.path == FilePath(home.file("Pictures")))
      try dirs("XDG_PICTURES_DIR=\"$HOME/\"")
      #expect(PicturesFolder.path == nil, "the home folder named there means none")
      try dirs("XDG_PICTURES_DIR=\"$HOME/gone\"")
      #expect(PicturesFolder.path == FilePath(home.file("Pictures")))
    }
  }
}
