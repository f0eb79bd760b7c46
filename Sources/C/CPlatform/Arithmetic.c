#include "CPlatform.h"

#if defined(__x86_64__)
#include <xmmintrin.h>
#endif

bool simbench_flush_subnormals(bool flush) {
#if defined(__x86_64__)
  // Results (bit 15) and operands (bit 6).
  const unsigned int bits = 1u << 15 | 1u << 6;
  _mm_setcsr(flush ? _mm_getcsr() | bits : _mm_getcsr() & ~bits);
  return true;
#elif defined(__aarch64__)
  const uint64_t bit = (uint64_t)1 << 24;
  uint64_t control;
  __asm__ volatile("mrs %0, fpcr" : "=r"(control));
  control = flush ? control | bit : control & ~bit;
  __asm__ volatile("msr fpcr, %0" : : "r"(control));
  return true;
#else
  (void)flush;
  return false;
#endif
}
