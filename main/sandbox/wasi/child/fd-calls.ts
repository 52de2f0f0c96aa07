// The calls on an open descriptor.
import { ALL_RIGHTS, right, type Descriptor, type Listed } from './descriptors.ts'
import { fail } from './errno.ts'
import type { Machine } from './machine.ts'
import { putStat, timeToSet, typeNumber } from './stat-layout.ts'

const APPEND = 1
/** Flags a descriptor can be given later: append, and those that change nothing here. */
const KNOWN_FLAGS = 31
const MAX_POSITION = BigInt(Number.MAX_SAFE_INTEGER)

const position = (value: bigint): number => {
  if (value < 0n || value > MAX_POSITION) throw fail('inval')
  return Number(value)
}

/**
 * Reads into each piece until one is not filled. `at` null: from where the descriptor is, which
 * moves on.
 */
function read(
  machine: Machine,
  fd: number,
  iovs: number,
  count: number,
  at: number | null,
): number {
  const { memory, fds, stdin } = machine
  const from = fds.get(fd)
  if (from.kind === 'folder') throw fail('isdir')
  if (from.kind === 'output' || (from.rights & right.read) === 0n) throw fail('badf')
  if (from.kind === 'stdin' && at !== null) throw fail('spipe')
  const pieces = memory.pieces(iovs, count)
  let total = 0
  let fdOffset = at ?? from.position
  for (const piece of pieces) {
    let done: number
    if (from.kind === 'file') done = from.file.read(piece, fdOffset)
    else {
      const part = stdin.subarray(fdOffset, fdOffset + piece.length)
      piece.set(part)
      done = part.length
    }
    total += done
    fdOffset += done
    if (done < piece.length) break
  }
  if (at === null) from.position = fdOffset
  return total
}

function write(
  machine: Machine,
  fd: number,
  iovs: number,
  count: number,
  at: number | null,
): number {
  const { memory, fds } = machine
  const to = fds.get(fd)
  if (to.kind === 'folder') throw fail('isdir')
  if (to.kind === 'stdin' || (to.rights & right.write) === 0n) throw fail('badf')
  if (to.kind === 'output' && at !== null) throw fail('spipe')
  const pieces = memory.pieces(iovs, count)
  let total = 0
  if (to.kind === 'output') {
    for (const piece of pieces) {
      machine.write(to.stream, piece)
      total += piece.length
    }
    return total
  }
  let fdOffset = at ?? ((to.flags & APPEND) === 0 ? to.position : to.file.stat().bytes)
  for (const piece of pieces) {
    to.file.write(piece, fdOffset)
    fdOffset += piece.length
    total += piece.length
  }
  if (at === null) to.position = fdOffset
  return total
}

const unlessHere = (machine: Machine, result: number, work: () => number): void => {
  // The place of the answer is looked at first, so that nothing happens that cannot be told.
  machine.memory.view(result, 4)
  machine.memory.setU32(result, work())
}

export const fdCalls = {
  fd_read: (machine: Machine, fd: number, iovs: number, count: number, result: number) =>
    unlessHere(machine, result, () => read(machine, fd, iovs, count, null)),
  fd_pread: (
    machine: Machine,
    fd: number,
    iovs: number,
    count: number,
    offset: bigint,
    result: number,
  ) => unlessHere(machine, result, () => read(machine, fd, iovs, count, position(offset))),
  fd_write: (machine: Machine, fd: number, iovs: number, count: number, result: number) =>
    unlessHere(machine, result, () => write(machine, fd, iovs, count, null)),
  fd_pwrite: (
    machine: Machine,
    fd: number,
    iovs: number,
    count: number,
    offset: bigint,
    result: number,
  ) => unlessHere(machine, result, () => write(machine, fd, iovs, count, position(offset))),
  fd_close: ({ fds }: Machine, fd: number) => fds.close(fd),
  fd_renumber: ({ fds }: Machine, from: number, to: number) => fds.renumber(from, to),
  fd_sync: ({ fds }: Machine, fd: number) => sync(fds.get(fd)),
  fd_datasync: ({ fds }: Machine, fd: number) => sync(fds.get(fd)),
  fd_seek({ memory, fds }: Machine, fd: number, offset: bigint, whence: number, result: number) {
    const file = fds.file(fd)
    memory.view(result, 8)
    const bases = [0, file.position, file.file.stat().bytes]
    const base = bases[whence]
    if (base === undefined) throw fail('inval')
    file.position = position(BigInt(base) + offset)
    memory.setU64(result, BigInt(file.position))
  },
  fd_tell: ({ memory, fds }: Machine, fd: number, result: number) =>
    memory.setU64(result, BigInt(fds.file(fd).position)),
  fd_advise({ fds }: Machine, fd: number, _offset: bigint, _length: bigint, advice: number) {
    fds.file(fd)
    if (advice >>> 0 > 5) throw fail('inval')
  },
  fd_allocate({ fds }: Machine, fd: number, offset: bigint, length: bigint) {
    const { file } = fds.file(fd, right.write)
    const end = position(BigInt.asUintN(64, offset) + BigInt.asUintN(64, length))
    if (length === 0n) throw fail('inval')
    if (end > file.stat().bytes) file.resize(end)
  },
  fd_fdstat_get({ memory, fds }: Machine, fd: number, result: number) {
    const found = fds.get(fd)
    const view = memory.view(result, 24)
    for (let at = 0; at < 24; at++) view.setUint8(at, 0)
    view.setUint8(0, found.kind === 'file' ? 4 : found.kind === 'folder' ? 3 : 2)
    view.setUint16(2, found.kind === 'file' ? found.flags : 0, true)
    view.setBigUint64(8, found.rights, true)
    view.setBigUint64(16, found.inheriting, true)
  },
  fd_fdstat_set_flags({ fds }: Machine, fd: number, flags: number) {
    const found = fds.get(fd)
    if (flags >>> 0 > KNOWN_FLAGS) throw fail('inval')
    if (found.kind === 'file') found.flags = flags
  },
  fd_fdstat_set_rights({ fds }: Machine, fd: number, rights: bigint, inheriting: bigint) {
    const found = fds.get(fd)
    const [base, further] = [BigInt.asUintN(64, rights), BigInt.asUintN(64, inheriting)]
    // Rights can be given away, never taken.
    if ((base & ~found.rights) !== 0n || (further & ~found.inheriting) !== 0n)
      throw fail('notcapable')
    found.rights = base
    found.inheriting = further
  },
  fd_filestat_get({ memory, fds }: Machine, fd: number, result: number) {
    const found = fds.get(fd)
    if (found.kind === 'file') putStat(memory, result, found.file.stat())
    else if (found.kind === 'folder') putStat(memory, result, found.volume.stat(found.path))
    else putStat(memory, result, { kind: 'stream', bytes: 0, modifiedMs: 0, node: 0n })
  },
  fd_filestat_set_size({ fds }: Machine, fd: number, size: bigint) {
    fds.file(fd, right.write).file.resize(position(size))
  },
  fd_filestat_set_times(
    { fds }: Machine,
    fd: number,
    _accessed: bigint,
    modified: bigint,
    flags: number,
  ) {
    const found = fds.get(fd)
    const time = timeToSet(modified, flags)
    if (found.kind === 'file') {
      if (!found.volume.writable) throw fail('rofs')
      if (time !== null) found.file.setModified(time)
    } else if (found.kind === 'folder') {
      if (!found.volume.writable) throw fail('rofs')
      if (time !== null) found.volume.setModified(found.path, time)
    } else throw fail('badf')
  },
  fd_prestat_get({ memory, fds }: Machine, fd: number, result: number) {
    const found = fds.get(fd)
    if (found.kind !== 'folder' || found.granted === null) throw fail('badf')
    const view = memory.view(result, 8)
    view.setUint32(0, 0, true)
    view.setUint32(4, new TextEncoder().encode(found.granted).length, true)
  },
  fd_prestat_dir_name({ memory, fds }: Machine, fd: number, pointer: number, length: number) {
    const found = fds.get(fd)
    if (found.kind !== 'folder' || found.granted === null) throw fail('badf')
    const name = new TextEncoder().encode(found.granted)
    if (length >>> 0 < name.length) throw fail('nametoolong')
    memory.range(pointer, name.length).set(name)
  },
  fd_readdir(
    { memory, fds }: Machine,
    fd: number,
    buffer: number,
    length: number,
    cookie: bigint,
    result: number,
  ) {
    const folder = fds.folder(fd)
    if ((folder.rights & right.readdir) === 0n) throw fail('notcapable')
    const target = memory.range(buffer, length)
    memory.view(result, 4)
    if (cookie === 0n || folder.listing === null) folder.listing = entriesOf(folder)
    let used = 0
    for (let at = position(cookie); at < folder.listing.length && used < target.length; at++) {
      const entry = direntOf(folder.listing[at], BigInt(at + 1))
      const part = entry.subarray(0, target.length - used)
      target.set(part, used)
      used += part.length
    }
    memory.setU32(result, used)
  },
}

function sync(found: Descriptor): void {
  if (found.kind === 'file') found.file.flush()
}

function entriesOf({ volume, path }: Extract<Descriptor, { kind: 'folder' }>): readonly Listed[] {
  const own = volume.stat(path).node
  const dots = ['.', '..'].map((name) => ({ name, type: 3, node: own }))
  return [
    ...dots,
    ...volume.list(path).map(({ name, kind, node }) => ({ name, type: typeNumber(kind), node })),
  ]
}

function direntOf(entry: Listed | undefined, next: bigint): Uint8Array {
  if (entry === undefined) return new Uint8Array()
  const name = new TextEncoder().encode(entry.name)
  const bytes = new Uint8Array(24 + name.length)
  const view = new DataView(bytes.buffer)
  view.setBigUint64(0, next, true)
  view.setBigUint64(8, entry.node, true)
  view.setUint32(16, name.length, true)
  view.setUint8(20, entry.type)
  bytes.set(name, 24)
  return bytes
}

/** The three standard descriptors. */
export const standard = (): Descriptor[] => [
  { kind: 'stdin', position: 0, rights: right.read, inheriting: 0n },
  { kind: 'output', stream: 'stdout', rights: right.write, inheriting: 0n },
  { kind: 'output', stream: 'stderr', rights: right.write, inheriting: 0n },
]

export const folderRights = {
  rights: ALL_RIGHTS & ~(right.read | right.write | right.seek),
  inheriting: ALL_RIGHTS,
}
