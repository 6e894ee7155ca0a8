import Testing

@testable import ViewerApp

@Suite struct MountTableTests {
  private static let table = MountTable(
    """
    27 1 254:1 / / rw,relatime - ext4 /dev/vda1 rw
    40 27 8:17 / /media/a\\040card rw shared:5 - exfat /dev/sdb1 rw,uid=1000
    41 27 0:52 / /run/user/1000/gvfs rw - fuse.gvfsd-fuse gvfsd-fuse rw
    42 27 0:53 / /home/shared rw - nfs4 server:/home rw
    43 27 8:18 / /media/ntfs rw - fuseblk /dev/sdb2 rw
    broken line
    """)

  @Test(arguments: [
    (0xFE01, true), (0x0811, false), (0x0034, false), (0x0099, true), (UInt64.max, true),
  ])
  func `inode numbers of cards and of FUSE are not lasting`(device: UInt64, isLasting: Bool) {
    #expect(Self.table.keepsInodes(onDevice: device) == isLasting)
  }

  @Test(arguments: [
    (0xFE01, true), (0x0811, true), (0x0034, false), (0x0035, false), (0x0812, true),
    (UInt64.max, true),
  ])
  func `network file systems and those by FUSE are not local`(device: UInt64, isLocal: Bool) {
    #expect(Self.table.isLocal(device: device) == isLocal)
  }

  @Test func `a table that cannot be read has no devices`() {
    #expect(MountTable("").isEmpty && MountTable("").keepsInodes(onDevice: 1))
    #expect(!MountTable("").isLocal(device: 1))
    #expect(!MountTable.read().isEmpty)
  }
}
