// The functions arc4random and arc4random_buf, which glibc has since version 2.36.
//
// Debian's static libraries of expat and libstdc++ call them. With these definitions, the program also runs on
// glibc 2.35. It uses neither for anything secret: expat seeds its hash tables, and std::random_device isn't used.

#include <errno.h>
#include <stdint.h>
#include <stdlib.h>
#include <sys/random.h>

void arc4random_buf(void *buffer, size_t size) {
  unsigned char *next = buffer;
  while (size > 0) {
    ssize_t count = getrandom(next, size, 0);
    if (count < 0) {
      if (errno == EINTR) continue;
      abort();
    }
    next += count;
    size -= (size_t)count;
  }
}

uint32_t arc4random(void) {
  uint32_t number;
  arc4random_buf(&number, sizeof number);
  return number;
}
