// Folders held open while something is done in them, so that nobody can swap one for a link
// meanwhile. The same way as the file powers go, but synchronous and for whole trees: this module
// works in a thread of its own.
//
// Linux: each folder is opened O_PATH | O_NOFOLLOW relative to the one before it. Elsewhere Node
// offers no relative open: each folder is looked at before it is entered, which a swap at the right
// moment can get past.
import { closeSync, constants, lstatSync, mkdirSync, openSync } from 'node:fs'
import { parse } from 'node:path'
import { rawPath } from './state.ts'

const linux = process.platform === 'linux'
/** From the kernel's fcntl.h; Node does not name it. */
const O_PATH = 0o10000000
const FOLDER = O_PATH | (constants.O_DIRECTORY ?? 0) | (constants.O_NOFOLLOW ?? 0)

export type Held = {
  readonly fd: number | null
  /** A path that reaches this very folder. */ readonly self: string
}

/**
 * Holds the folder at `root`, absolute and canonical. Throws the system's error; a link on the way
 * is ENOTDIR or ELOOP.
 */
export function hold(root: string): Held {
  if (!linux) return held(root, checkedAt(Buffer.from(root)))
  return down(descriptor(openSync('/', FOLDER)), rawPath(root), false)
}

/** A path to `name`, one raw component, in a held folder. */
export const at = ({ self }: Held, name: string): Buffer => {
  if (name === '' || name === '.' || name === '..' || name.includes('/') || name.includes('\0'))
    throw new Error(`Not a single name: ${name}`)
  return Buffer.concat([
    Buffer.from(self.endsWith('/') ? self : `${self}/`),
    Buffer.from(name, 'latin1'),
  ])
}

/** Holds a folder in a held one. With `make` it is made where it is missing. */
export function enter(folder: Held, name: string, make: boolean): Held {
  const step = at(folder, name)
  try {
    return opened(step)
  } catch (error) {
    if (!make || codeOf(error) !== 'ENOENT') throw error
    mkdirSync(step, 0o755)
    return opened(step)
  }
}

const opened = (step: Buffer): Held =>
  linux ? descriptor(openSync(step, FOLDER)) : held(step.toString(), checkedAt(step))

export function leave({ fd }: Held): void {
  if (fd !== null) closeSync(fd)
}

/**
 * Does the work in the folder at `path`, raw and relative to `root`. Throws what the walk throws.
 */
export function inFolder<T>(
  root: string,
  path: string,
  make: boolean,
  work: (folder: Held) => T,
): T {
  const folder = down(hold(root), path, make)
  try {
    return work(folder)
  } finally {
    leave(folder)
  }
}

/** From a held folder down a path; whatever was held on the way is let go of. */
function down(from: Held, path: string, make: boolean): Held {
  let folder = from
  try {
    for (const name of path.split('/')) {
      if (name === '') continue
      const next = enter(folder, name, make)
      leave(folder)
      folder = next
    }
    return folder
  } catch (error) {
    leave(folder)
    throw error
  }
}

/**
 * Gives a path to the very thing that is at `path` now, link or not, whatever is put there
 * later.
 */
export function onInode(path: Buffer, work: (self: string | Buffer) => void): void {
  if (!linux) return work(path)
  const fd = openSync(path, O_PATH | (constants.O_NOFOLLOW ?? 0))
  try {
    work(`/proc/self/fd/${fd}`)
  } finally {
    closeSync(fd)
  }
}

const descriptor = (fd: number): Held => ({ fd, self: `/proc/self/fd/${fd}` })
const held = (self: string, _scanned: void): Held => ({
  fd: null,
  self: self === '' ? parse(process.cwd()).root : self,
})

function checkedAt(path: Buffer): void {
  if (!lstatSync(path).isDirectory())
    throw Object.assign(new Error('not a folder'), { code: 'ENOTDIR' })
}

export const codeOf = (error: unknown): string =>
  error instanceof Error && 'code' in error ? String(error.code) : ''
