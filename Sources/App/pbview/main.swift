import Glibc
import ViewerApp

exit(ViewerProgram.run())
