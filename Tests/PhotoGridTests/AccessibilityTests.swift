import AccessibilityTree
import GalleryCore
import Geometry
import PhotoGridTestSupport
import TestSupport
import Testing
import Views

@testable import PhotoGrid

@MainActor @Suite struct GridAccessibilityTests {
  private func tree(of rig: GalleryRig) -> StageTree {
    StageTree(of: rig.stage, application: "viewer")
  }

  private func grid(_ tree: StageTree) -> AccessibleID {
    tree.forgetCachedElements()
    return tree.child(0, of: StageTree.windowID) ?? .application
  }

  @Test func `cells are exposed by name, position and marks`() throws {
    let rig = GalleryRig([7])
    let tree = tree(of: rig)
    let grid = grid(tree)
    let list = try #require(tree.element(grid))
    #expect(list.role == .list && list.hasSelectableChildren && tree.childCount(of: grid) == 7)
    #expect(list.states.contains([.managesDescendants, .multiselectable]))
    let cell = try #require(tree.child(3, of: grid))
    let element = try #require(tree.element(cell))
    #expect(element.role == .listItem && element.name == "IMG_3.jpg")
    #expect(element.attributes["posinset"] == "4" && element.attributes["setsize"] == "7")
    #expect(tree.index(of: cell) == 3 && tree.parent(of: cell) == grid)
    #expect(tree.frame(of: cell)?.contains(rig.middle(of: 3)) == true)
    #expect(tree.element(at: rig.middle(of: 3), in: StageTree.windowID) == cell)
    #expect(
      PhotoMarks(stars: 3, flag: .pick, label: .red).spokenNames
        == ["3 stars", "picked", "red label"])
  }

  @Test func `focus, selection and opening go through the grid`() throws {
    let rig = GalleryRig([7])
    let tree = tree(of: rig)
    let grid = grid(tree)
    let cells = (0..<7).compactMap { tree.child($0, of: grid) }
    tree.perform(.focus, on: cells[2])
    tree.forgetCachedElements()
    #expect(rig.gallery.state.focus == 2 && tree.focus == cells[2])
    tree.perform(.setSelected(true), on: cells[1])
    tree.perform(.setSelected(true), on: cells[5])
    tree.perform(.setSelected(true), on: cells[5])
    #expect(tree.selectedCount(of: grid) == 2 && tree.selectedChild(1, of: grid) == cells[5])
    #expect(tree.element(cells[5])?.states.contains(.selected) == true)
    tree.perform(.setAllSelected(true), on: grid)
    #expect(tree.selectedCount(of: grid) == 7)
    tree.perform(.setAllSelected(false), on: grid)
    #expect(tree.selectedCount(of: grid) == 0 && tree.selectedChild(0, of: grid) == nil)
    tree.perform(.performAction(index: 0), on: cells[4])
    #expect(rig.listener.opened == [4])
  }

  @Test func `a cell keeps its number when others before it go`() throws {
    let rig = GalleryRig([7])
    let tree = tree(of: rig)
    let grid = grid(tree)
    let (gone, kept) = (tree.child(2, of: grid), tree.child(5, of: grid))
    let items = rig.gallery.contents.items
    let rest = items.indices.filter { $0 != 2 }.map { items[$0] }
    rig.gallery.show(
      GalleryContents(
        sections: [.init(id: rig.gallery.contents.sections[0].id, title: "", count: 6)],
        items: rest))
    rig.settle()
    tree.forgetCachedElements()
    #expect(tree.child(4, of: grid) == kept)
    #expect(try tree.index(of: #require(kept)) == 4)
    #expect(try tree.element(#require(gone)) == nil)
  }

  /// Orca says that all items are selected only while Ctrl+A is the last key.
  @Test func `a changed selection is reported at once, and only once`() {
    let rig = GalleryRig([7])
    let tree = tree(of: rig)
    let grid = grid(tree)
    rig.gallery.perform(.focus(2), at: rig.now)
    rig.settle()
    _ = tree.focusEvents()
    _ = tree.remainingEvents()
    rig.gallery.perform(command: .selectAll, at: rig.now)
    #expect(tree.focusEvents().contains(.selectionChanged(grid)))
    #expect(!tree.remainingEvents().contains(.selectionChanged(grid)))
    rig.gallery.perform(command: .deselectAll, at: rig.now)
    #expect(tree.focusEvents().contains(.selectionChanged(grid)))
  }

  @Test func `a grid of a hundred thousand photos makes only the cells that are asked for`() throws
  {
    let rig = GalleryRig([100_000], hasThumbnails: false)
    let tree = tree(of: rig)
    let grid = grid(tree)
    _ = tree.focusEvents()
    _ = tree.remainingEvents()
    let before = try #require(tree.child(0, of: grid)).number
    #expect(before < 500)
    #expect(tree.childCount(of: grid) == 100_000)
    let last = try #require(tree.child(99_999, of: grid))
    #expect(tree.element(last)?.name == "IMG_99999.jpg")
    #expect(tree.element(last)?.states.contains(.showing) == false)
    #expect(tree.child(100_000, of: grid) == nil)
    tree.perform(.focus, on: last)
    rig.settle()
    tree.forgetCachedElements()
    #expect(tree.element(last)?.states.contains([.showing, .focused]) == true)
  }
}
