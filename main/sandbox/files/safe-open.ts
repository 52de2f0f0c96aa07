// Opens without being led astray: folders are entered one by one through their descriptors, links
// refused. Never resolves a link and never looks at what is permitted.
//
// Linux: each step is opened O_PATH | O_NOFOLLOW relative to the descriptor before it (through
// /proc/self/fd); measured in test/escape against a process that swaps folders for links. The steps
// are synchronous, microseconds each; what is read of the file itself is not. Elsewhere Node offers
// no relative open: the path is opened O_NOFOLLOW and what was opened is compared with the real
// path afterwards. That way is not measured yet.
import {
  chownSync,
  closeSync,
  constants,
  fstatSync,
  mkdirSync,
  openSync,
  readlinkSync,
  statSync,
} from 'node:fs'
import { lstat, mkdir, realpath } from 'node:fs/promises'
import { basename, dirname, join, parse, sep } from 'node:path'
import { isHeldKernelView } from '../linux/kernel-view.ts'

const linux = process.platform === 'linux'
/**
 * From the kernel's fcntl.h; Node does not name it. Needs no read permission and never runs a
 * device's open.
 */
const O_PATH = 0o10000000
/** From the XNU kernel's fcntl.h: refuses a link in any component. */
const O_NOFOLLOW_ANY = process.platform === 'darwin' ? 0x20000000 : 0
// Windows knows none of these three; undefined counts as no bit.
const NOFOLLOW = (constants.O_NOFOLLOW ?? 0) | O_NOFOLLOW_ANY
const NONBLOCK = constants.O_NONBLOCK ?? 0
const DIRECTORY = constants.O_DIRECTORY ?? 0

/** A folder held open: a link put in its place later changes nothing for who holds it. */
export type HeldFolder = {
  /** A path that reaches `name` in this very folder. `name` must be a single component. */
  at(name: string): string
  /** This folder itself, for reading its names. */
  readonly self: string
  /** False once the folder is not (or no longer) at the path it was asked for. */
  inPlace(): Promise<boolean>
  close(): Promise<void>
}

/**
 * Holds the folder at `path`, absolute and canonical. With `create`, missing folders on the way are
 * made. Throws the system's error; a link on the way is ENOTDIR or ELOOP.
 */
export async function holdFolder(path: string, create: boolean): Promise<HeldFolder> {
  return linux ? holdByDescriptor(path, create) : holdByName(path, create)
}

async function holdByDescriptor(path: string, create: boolean): Promise<HeldFolder> {
  const flags = O_PATH | DIRECTORY | NOFOLLOW
  const [first, ...below] = path.split('/').filter((name) => name !== '')
  let held = first === undefined ? openSync('/', flags) : enter(`/${first}`, flags, create)
  try {
    for (const name of below) {
      const next = enter(`/proc/self/fd/${held}/${name}`, flags, create)
      closeSync(held)
      held = next
    }
  } catch (error) {
    closeSync(held)
    throw error
  }
  const self = `/proc/self/fd/${held}`
  if (isHeldKernelView(held)) {
    closeSync(held)
    throw kernelView()
  }
  let open = true
  return {
    at: (name) => `${self}/${single(name)}`,
    self,
    inPlace: async () => readlinkSync(self) === (path === '/' ? path : path.replace(/\/+$/, '')),
    close: async () => {
      if (open) closeSync(held)
      open = false
    },
  }
}

const kernelView = (): Error =>
  Object.assign(new Error('a view of the kernel'), { code: 'EKERNEL' })

/** Steps into a folder, made first where it is missing and may be. */
function enter(step: string, flags: number, create: boolean): number {
  try {
    return openSync(step, flags)
  } catch (error) {
    if (!create || errorCode(error) !== 'ENOENT') throw error
    let created = false
    try {
      mkdirSync(step)
      created = true
    } catch (second) {
      unless('EEXIST')(second)
    }
    const entered = openSync(step, flags)
    if (created) giveToOwnerOf(dirname(step), entered)
    return entered
  }
}

/**
 * What root makes in a folder of somebody is theirs, else they could not change it. Nothing for
 * ordinary users.
 */
function giveToOwnerOf(parent: string, fd: number): void {
  if (process.geteuid?.() !== 0) return
  const { uid, gid } = statSync(parent)
  // Only what is root's own is given away: what another put in its place meanwhile is not.
  if (uid !== 0 && fstatSync(fd).uid === 0) chownSync(`/proc/self/fd/${fd}`, uid, gid)
}

async function holdByName(path: string, create: boolean): Promise<HeldFolder> {
  if (create) await mkdir(path, { recursive: true })
  const before = await lstat(path, { bigint: true })
  if (!before.isDirectory()) throw Object.assign(new Error('not a folder'), { code: 'ENOTDIR' })
  const inPlace = async (): Promise<boolean> => {
    if ((await realpath(path)) !== path) return false
    const now = await lstat(path, { bigint: true })
    return now.dev === before.dev && now.ino === before.ino
  }
  if (!(await inPlace())) throw Object.assign(new Error('the folder moved'), { code: 'ELOOP' })
  return { at: (name) => join(path, single(name)), self: path, inPlace, close: async () => {} }
}

/** A file held open for reading. */
export type OpenFile = {
  readonly fd: number
  /** Safe to call twice. */
  close(): void
}

/**
 * Opens the regular file at `path`, absolute and canonical, for reading. The type is looked at
 * before the file is opened for real, so a FIFO does not hang and a device is not touched. `null`:
 * something else than a regular file. Throws the system's error; code ELOOP when a link is, or was
 * put, on the way.
 */
export async function openRegular(path: string): Promise<OpenFile | null> {
  const folder = await holdFolder(dirname(path), false)
  try {
    const name = basename(path)
    return linux ? openByDescriptor(folder.at(name), path) : await openByName(folder, name)
  } finally {
    await folder.close()
  }
}

function openByDescriptor(step: string, path: string): OpenFile | null {
  const seen = openSync(step, O_PATH | NOFOLLOW)
  try {
    const stat = fstatSync(seen, { bigint: true })
    if (stat.isSymbolicLink()) throw Object.assign(new Error('a link'), { code: 'ELOOP' })
    if (!stat.isFile()) return null
    const self = `/proc/self/fd/${seen}`
    if (isHeldKernelView(seen, stat.dev)) throw kernelView()
    if (readlinkSync(self) !== path)
      throw Object.assign(new Error('the file moved'), { code: 'ELOOP' })
    // This link names the descriptor's own inode and nothing else, so following it is safe.
    return opened(openSync(self, constants.O_RDONLY | NONBLOCK))
  } finally {
    closeSync(seen)
  }
}

async function openByName(folder: HeldFolder, name: string): Promise<OpenFile | null> {
  const step = folder.at(name)
  if (!(await lstat(step)).isFile()) return null
  const fd = openSync(step, constants.O_RDONLY | NONBLOCK | NOFOLLOW)
  try {
    const [now, named] = [fstatSync(fd, { bigint: true }), await lstat(step, { bigint: true })]
    const same = now.dev === named.dev && now.ino === named.ino && now.isFile()
    if (same && (await folder.inPlace()) && (await realpath(step)) === step) return opened(fd)
    throw Object.assign(new Error('the file moved'), { code: 'ELOOP' })
  } catch (error) {
    closeSync(fd)
    throw error
  }
}

function opened(fd: number): OpenFile {
  let isOpen = true
  return {
    fd,
    close: () => {
      if (isOpen) closeSync(fd)
      isOpen = false
    },
  }
}

/** True for paths with a last component, which the root of a drive has not. */
export const hasName = (path: string): boolean => path !== parse(path).root

export const errorCode = (error: unknown): string =>
  error instanceof Error && 'code' in error ? String(error.code) : ''

/** Swallows the one error that is expected and passes every other on. */
export const unless =
  (code: string) =>
  (error: unknown): void => {
    if (errorCode(error) !== code) throw error
  }

function single(name: string): string {
  if (name === '' || name === '.' || name === '..' || name.includes('/') || name.includes(sep))
    throw new Error(`Not a single name: ${name}`)
  return name
}
