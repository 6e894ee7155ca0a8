import CLinux
import Testing

/// The memory of the program's own file.
@Suite struct ProgramMemoryTests {
  @Test func `the relocation table is given back, and is not needed again`() {
    let size = linux_release_relocations()
    #expect(size > 0, "a program with ASLR has relocations")
    // Pages that are read later come from the file, so that giving back can be repeated.
    #expect(linux_release_relocations() == size)
    // A library that is loaded later finds the symbols of the program.
    #expect(dlsym(dlopen(nil, RTLD_NOW), "malloc") != nil)
  }
}
