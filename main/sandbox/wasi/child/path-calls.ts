// The calls that name a path. Each begins at a folder the module holds and can lead nowhere above
// its volume.
import { right, type FolderDescriptor } from './descriptors.ts'
import { fail } from './errno.ts'
import type { Machine } from './machine.ts'
import { putStat, timeToSet } from './stat-layout.ts'
import type { Path } from './volume.ts'

const FOLLOW = 1

function at(
  { memory, fds }: Machine,
  fd: number,
  pointer: number,
  length: number,
  follow: boolean,
): { folder: FolderDescriptor; path: Path } {
  const folder = fds.folder(fd)
  return { folder, path: folder.volume.resolve(folder.path, memory.path(pointer, length), follow) }
}

/**
 * As `at`, for a call that changes something: read-only is said before anything else about the
 * path.
 */
function changing(machine: Machine, fd: number, pointer: number, length: number) {
  if (!machine.fds.folder(fd).volume.writable) throw fail('rofs')
  return at(machine, fd, pointer, length, false)
}

export const pathCalls = {
  path_open(
    machine: Machine,
    fd: number,
    lookup: number,
    pointer: number,
    length: number,
    oflags: number,
    rights: bigint,
    inheriting: bigint,
    fdflags: number,
    result: number,
  ) {
    const { memory, fds } = machine
    memory.view(result, 4)
    if (oflags >>> 0 > 15 || fdflags >>> 0 > 31) throw fail('inval')
    const from = fds.folder(fd)
    const [asked, further] = [
      BigInt.asUintN(64, rights) & from.inheriting,
      BigInt.asUintN(64, inheriting) & from.inheriting,
    ]
    const how = {
      create: (oflags & 1) !== 0,
      folder: (oflags & 2) !== 0,
      exclusive: (oflags & 4) !== 0,
      truncate: (oflags & 8) !== 0,
      write: (asked & right.write) !== 0n,
    }
    if (how.folder && (how.create || how.truncate)) throw fail('inval')
    if (!from.volume.writable && how.truncate) throw fail('rofs')
    // Before the file is opened, so that nothing is made that then cannot be had.
    fds.ensureCapacity()
    const { path } = at(machine, fd, pointer, length, (lookup & FOLLOW) !== 0)
    const file = from.volume.open(path, how)
    const opened =
      file === null
        ? fds.add({
            kind: 'folder',
            volume: from.volume,
            path,
            granted: null,
            listing: null,
            rights: asked & ~(right.read | right.write),
            inheriting: further,
          })
        : fds.add({
            kind: 'file',
            file,
            volume: from.volume,
            position: 0,
            flags: fdflags,
            rights: asked,
            inheriting: 0n,
          })
    memory.setU32(result, opened)
  },
  path_create_directory(machine: Machine, fd: number, pointer: number, length: number) {
    const { folder, path } = changing(machine, fd, pointer, length)
    folder.volume.makeFolder(path)
  },
  path_unlink_file(machine: Machine, fd: number, pointer: number, length: number) {
    const { folder, path } = changing(machine, fd, pointer, length)
    folder.volume.removeFile(path)
  },
  path_remove_directory(machine: Machine, fd: number, pointer: number, length: number) {
    const { folder, path } = changing(machine, fd, pointer, length)
    folder.volume.removeFolder(path)
  },
  path_rename(
    machine: Machine,
    fd: number,
    pointer: number,
    length: number,
    newFd: number,
    newPointer: number,
    newLength: number,
  ) {
    const from = changing(machine, fd, pointer, length)
    const to = changing(machine, newFd, newPointer, newLength)
    if (from.folder.volume !== to.folder.volume) throw fail('xdev')
    from.folder.volume.rename(from.path, to.path)
  },
  path_link(
    machine: Machine,
    fd: number,
    lookup: number,
    pointer: number,
    length: number,
    newFd: number,
    newPointer: number,
    newLength: number,
  ) {
    const to = changing(machine, newFd, newPointer, newLength)
    const from = at(machine, fd, pointer, length, (lookup & FOLLOW) !== 0)
    if (from.folder.volume !== to.folder.volume) throw fail('xdev')
    from.folder.volume.link(from.path, to.path)
  },
  path_symlink(
    machine: Machine,
    pointer: number,
    length: number,
    fd: number,
    newPointer: number,
    newLength: number,
  ) {
    const target = machine.memory.path(pointer, length)
    const { folder, path } = changing(machine, fd, newPointer, newLength)
    folder.volume.makeLink(target, path)
  },
  path_readlink(
    machine: Machine,
    fd: number,
    pointer: number,
    length: number,
    buffer: number,
    bufferLength: number,
    result: number,
  ) {
    const { memory } = machine
    memory.view(result, 4)
    const target = memory.range(buffer, bufferLength)
    const { folder, path } = at(machine, fd, pointer, length, false)
    const text = new TextEncoder().encode(folder.volume.readLink(path)).subarray(0, target.length)
    target.set(text)
    memory.setU32(result, text.length)
  },
  path_filestat_get(
    machine: Machine,
    fd: number,
    lookup: number,
    pointer: number,
    length: number,
    result: number,
  ) {
    machine.memory.view(result, 64)
    const { folder, path } = at(machine, fd, pointer, length, (lookup & FOLLOW) !== 0)
    putStat(machine.memory, result, folder.volume.stat(path))
  },
  path_filestat_set_times(
    machine: Machine,
    fd: number,
    lookup: number,
    pointer: number,
    length: number,
    _accessed: bigint,
    modified: bigint,
    flags: number,
  ) {
    if (!machine.fds.folder(fd).volume.writable) throw fail('rofs')
    const { folder, path } = at(machine, fd, pointer, length, (lookup & FOLLOW) !== 0)
    const time = timeToSet(modified, flags)
    if (time !== null) folder.volume.setModified(path, time)
  },
}
