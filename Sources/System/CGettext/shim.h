// The message catalogues of the C library, which glibc's Swift module leaves out.
#include <libintl.h>
