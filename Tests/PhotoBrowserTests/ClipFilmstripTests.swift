import PhotoBrowser
import TestSupport
import Testing

@MainActor @Suite(.tags(.recordedPictures)) struct ClipFilmstripTests {
  @Test func `a clip from its cover to its end matches the recorded frames`() throws {
    let rig = ClipRig()
    rig.clip.open(960, 540, seconds: 83)
    rig.frame()
    rig.clip.show(ClipRig.scene(0), at: 0)
    rig.frame()
    rig.keep(rig.seen("cover", slack: 1))  // the cover
    if !rig.cell.state.isCurrent { rig.cell.didAppear() }
    rig.wait(0.3)
    rig.clip.show(ClipRig.scene(1), at: 7)
    rig.frame()
    rig.keep(rig.seen("playing", slack: 1))  // the clip without controls
    rig.move(to: 240, 60)
    rig.wait(0.4)
    rig.keep(rig.seen("controls", slack: 1))  // the controls, which appear with the pointer
    rig.cell.togglePlaying()
    rig.wait(0.4)
    rig.keep(rig.seen("stopped", slack: 1))  // the paused clip
    rig.press(100, 60)
    rig.drag(to: 120, 150, over: 0.2)
    rig.frame()
    rig.keep(rig.seen("pulled", slack: 1))  // a held pull-down: no controls
    rig.drag(to: 100, 60, over: 0.2)
    rig.release()
    rig.wait(0.8)
    rig.cell.togglePlaying()
    rig.clip.show(ClipRig.scene(4), at: 83)
    rig.clip.onEvent?(.ended)
    rig.move(to: 200, 60)
    rig.wait(0.5)
    rig.keep(rig.seen("ended", slack: 1))  // the end of the clip
    try rig.check("clip", columns: 2)
  }

  @Test func `a clip without libmpv shows the command that installs it`() throws {
    let rig = ClipRig()
    rig.clip.onEvent?(
      .failed(
        FailureMessage(
          sentence: "film.mp4: clips are played by libmpv, which is not installed; the package "
            + "libmpv2 brings it", hint: "sudo apt install libmpv2")))
    rig.settle()
    rig.capture(slack: 1)
    try rig.check("clip-absent", columns: 1)
  }

  @Test func `clip controls of a narrow window and at scale 2 match the recorded pictures`() throws
  {
    let narrow = ClipRig(260, 200)
    narrow.begin()
    narrow.cell.togglePlaying()
    narrow.wait(0.4)
    try Snapshot.check(narrow.seen("narrow", slack: 1), named: "clip-narrow")
    let dense = ClipRig(960, 640, scale: 2)
    dense.begin()
    dense.cell.toggleMuted()
    dense.cell.togglePlaying()
    dense.wait(0.4)
    try Snapshot.check(dense.seen("dense", slack: 1), named: "clip-dense")
  }
}
