/// The messages of the C library for the failures of files that people meet, in English as by
/// `strerror`. They are translated where they are shown: the C library itself needs an installed
/// locale of the language.
package let systemErrorMessages = [
  msgid("No such file or directory"),
  msgid("Permission denied"),
  msgid("Operation not permitted"),
  msgid("No space left on device"),
  msgid("Read-only file system"),
  msgid("Not a directory"),
  msgid("Is a directory"),
  msgid("File exists"),
  msgid("File name too long"),
  msgid("Input/output error"),
  msgid("Disk quota exceeded"),
]
