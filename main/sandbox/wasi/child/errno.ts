// The error numbers of WASI preview 1 that are used here, and the two ways a call ends early.

export const errno = {
  success: 0,
  acces: 2,
  again: 6,
  badf: 8,
  busy: 10,
  exist: 20,
  fault: 21,
  fbig: 22,
  ilseq: 25,
  inval: 28,
  io: 29,
  isdir: 31,
  loop: 32,
  mfile: 33,
  nametoolong: 37,
  noent: 44,
  nospc: 51,
  nosys: 52,
  notdir: 54,
  notempty: 55,
  notsup: 58,
  perm: 63,
  rofs: 69,
  spipe: 70,
  xdev: 75,
  notcapable: 76,
} as const

export type ErrnoName = keyof typeof errno

/** Goes back to the module as an error number. */
export class CallError extends Error {
  readonly errno: number
  constructor(name: ErrnoName) {
    super(name)
    this.errno = errno[name]
  }
}

export type ModuleEnd =
  | { readonly kind: 'exited'; readonly code: number }
  | { readonly kind: 'trapped'; readonly reason: string }
  | { readonly kind: 'flooded'; readonly stream: 'stdout' | 'stderr' }

/** Unwinds the module. It may catch this, but every later call throws it again. */
export class Ended extends Error {
  readonly end: ModuleEnd
  constructor(end: ModuleEnd) {
    super(end.kind)
    this.end = end
  }
}

export const trap = (reason: string): Ended => new Ended({ kind: 'trapped', reason })
export const fail = (name: ErrnoName): CallError => new CallError(name)
