// What one path is at one moment, as far as undo can bring it back. Pure.
//
// Paths are raw: one character for each byte of the name (latin1), relative to a root, '' being the
// root itself. A name that is not UTF-8 goes through unharmed, and JSON can hold it.

/**
 * `t`: change time of the content in nanoseconds, as decimal text. `m`: permission bits. `u`, `g`:
 * owner and group.
 */
export type FileState = {
  readonly k: 'file'
  readonly m: number
  readonly u: number
  readonly g: number
  readonly t: string
  readonly s: number
  /**
   * SHA-256 of the content; null where it was too much to read. Then size and time are used
   * instead.
   */
  readonly h: string | null
  /**
   * Device, inode and change time of the content that `h` is the hash of: with all three the same,
   * it need not be read again.
   */
  readonly i?: string
}
export type LinkState = {
  readonly k: 'link'
  readonly t: string
  /** Raw target. */ readonly l: string
}
export type FolderState = {
  readonly k: 'folder'
  readonly m: number
  readonly u: number
  readonly g: number
  readonly t: string
}
/** other: a pipe, socket or device, which undo cannot make again. */
export type State =
  | FileState
  | LinkState
  | FolderState
  | { readonly k: 'other' }
  | { readonly k: 'missing' }

export const missing: State = { k: 'missing' }

/** By raw path. A path that is not in it was not there. */
export type States = Map<string, State>

/** What a call did at one path. */
export type Change = { readonly path: string; readonly before: State; readonly after: State }

/** The same to anyone who opens it: kind, content, permissions. Times are left out. */
export function sameThing(a: State, b: State): boolean {
  switch (a.k) {
    case 'missing':
    case 'other':
      return a.k === b.k
    case 'link':
      return b.k === 'link' && a.l === b.l
    case 'folder':
      return b.k === 'folder' && a.m === b.m && a.u === b.u && a.g === b.g
    case 'file':
      if (b.k !== 'file' || a.m !== b.m || a.u !== b.u || a.g !== b.g || a.s !== b.s) return false
      return a.h === null || b.h === null ? a.t === b.t : a.h === b.h
  }
}

/** The same to the byte, times included. */
export const identical = (a: State, b: State): boolean => sameThing(a, b) && timeOf(a) === timeOf(b)

/** Put back, a time is right to less than a microsecond: that is what system calls take. */
export function sameTime(a: State, b: State): boolean {
  const [one, other] = [timeOf(a), timeOf(b)]
  if (one === null || other === null) return one === other
  const apart = BigInt(one) - BigInt(other)
  return apart <= 1_000n && apart >= -1_000n
}

/** The system takes times as floating point: right to less than a microsecond. */
export const seconds = (nanoseconds: string): number => Number(nanoseconds) / 1e9

export const timeOf = (state: State): string | null =>
  state.k === 'missing' || state.k === 'other' ? null : state.t

/** Every path that is not the same in both, times included. */
export function changesBetween(before: States, after: States): Change[] {
  const changes: Change[] = []
  for (const [path, was] of before) {
    const now = after.get(path) ?? missing
    if (!identical(was, now)) changes.push({ path, before: was, after: now })
  }
  for (const [path, now] of after) {
    if (now.k !== 'missing' && !before.has(path))
      changes.push({ path, before: missing, after: now })
  }
  return changes
}

/**
 * A folder of which only the time moved, because of what happened in it: put back, but nothing to
 * tell a person about.
 */
export const isShown = ({ before, after }: Change): boolean =>
  !(before.k === 'folder' && sameThing(before, after))

/** For people: UTF-8 where it is, and every byte that is not as `\xNN`. */
export function shownPath(raw: string): string {
  const bytes = Buffer.from(raw, 'latin1')
  const text = bytes.toString()
  if (!text.includes('\uFFFD') || Buffer.from(text).equals(bytes)) return text
  return raw.replaceAll(/[\x80-\xff]/g, (byte) => `\\x${byte.charCodeAt(0).toString(16)}`)
}

export const rawPath = (text: string): string => Buffer.from(text).toString('latin1')

export const parentOf = (path: string): string => path.slice(0, Math.max(0, path.lastIndexOf('/')))
export const nameOf = (path: string): string => path.slice(path.lastIndexOf('/') + 1)
export const depthOf = (path: string): number => (path === '' ? 0 : path.split('/').length)
