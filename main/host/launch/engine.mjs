// How the engine and the C library are started, so that what a call has used is given back: see
// docs/decisions/0019-memory.md and 0110-what-a-held-call-weighs.md.

/**
 * For Node. New objects get 4 MB in place of 16: most of what a call makes is over before these are
 * full. With 2 MB it is not so of 32 calls at once, which took up to a fifth more of the processor.
 * No flag may be here that makes Node compile its own modules at each start (heap-growth.ts).
 */
export const engineFlags = /** @type {const} */ (['--max-semi-space-size=4'])

/** The old objects are looked through when they are twice what was alive, and not at up to four times. */
export const growthFlag = '--heap-growing-percent=100'

/** For Electron, which takes no flag while it runs. */
export const electronFlags = /** @type {const} */ ([...engineFlags, growthFlag])

/**
 * For glibc: one heap for all threads, and what is free at its end or large goes back to the
 * system. What a socket is read into has 64 KB: above the mark it is a mapping of its own, below it
 * is room between what is still in use, which the library cannot give back. Others pass it over.
 */
export const engineEnv = /** @type {const} */ ({
  MALLOC_ARENA_MAX: '1',
  MALLOC_TRIM_THRESHOLD_: '65536',
  MALLOC_MMAP_THRESHOLD_: '32768',
})
