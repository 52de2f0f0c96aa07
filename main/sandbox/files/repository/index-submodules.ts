// Which folders the index of a repository has as submodules. Reads the format of git's own
// documentation (gitformat-index, versions 2 to 4); a split index has its entries in further files.
import { open, readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'

/** Reads at a time, so that no large index holds up the process. */
const CHUNK = 1_048_576
/** A larger index that has submodules is not taken apart. */
const MOST_BYTES = 16 * CHUNK
/** The mode of a submodule, as it is in an entry: 160000 in octal digits. */
const SUBMODULE = 0o160000
const MODE_BYTES = Buffer.from([0, 0, 0xe0, 0])
/** Of an entry before the hash of its contents; the mode is behind six numbers of times and places. */
const BEFORE_HASH = 40
const MODE_AT = 24
const SHA1 = 20
const SHA256 = 32

/**
 * Paths below the top of the work tree. Null: that is not known, since the index is too large or in
 * no format that is known here. None where there is no index.
 *
 * @param repository The folder that holds the index, with links followed.
 */
export async function submodulesOf(repository: string): Promise<readonly string[] | null> {
  const names = await readdir(repository).catch((): string[] => [])
  const found: string[] = []
  for (const name of names.filter((each) => /^(?:index|sharedindex\..*)$/.test(each))) {
    const file = join(repository, name)
    const size = await sizeWithMode(file)
    if (size === null) continue
    const paths = size > MOST_BYTES ? null : pathsIn(await readFile(file))
    if (paths === null) return null
    found.push(...paths)
  }
  return found
}

/** The size of a file in which such a mode may be; null: there is none in it, or no file. */
async function sizeWithMode(file: string): Promise<number | null> {
  const handle = await open(file).catch(() => null)
  if (handle === null) return null
  try {
    const chunk = Buffer.alloc(CHUNK + MODE_BYTES.length)
    let overlap = 0
    for (let at = 0; ;) {
      const { bytesRead } = await handle.read(chunk, overlap, CHUNK, at)
      if (bytesRead === 0) return null
      const filled = chunk.subarray(0, overlap + bytesRead)
      if (filled.includes(MODE_BYTES)) return (await handle.stat()).size
      at += bytesRead
      overlap = Math.min(MODE_BYTES.length - 1, filled.length)
      filled.copy(chunk, 0, filled.length - overlap)
    }
  } catch {
    return null
  } finally {
    await handle.close()
  }
}

function pathsIn(index: Buffer): readonly string[] | null {
  if (index.length < 12 || index.toString('latin1', 0, 4) !== 'DIRC') return null
  const version = index.readUInt32BE(4)
  if (version < 2 || version > 4) return null
  // The index does not say how long its hashes are: one of both has to come out.
  return entriesOf(index, version, SHA1) ?? entriesOf(index, version, SHA256)
}

function entriesOf(index: Buffer, version: number, hash: number): readonly string[] | null {
  const count = index.readUInt32BE(8)
  const paths: string[] = []
  let at = 12
  let name = Buffer.alloc(0)
  for (let entry = 0; entry < count; entry++) {
    const flagsAt = at + BEFORE_HASH + hash
    if (flagsAt + 2 > index.length) return null
    const extended = version > 2 && (index.readUInt16BE(flagsAt) & 0x4000) !== 0
    let nameAt = flagsAt + (extended ? 4 : 2)
    if (version === 4) {
      const shorter = readLength(index, nameAt)
      if (shorter === null || shorter.value > name.length) return null
      nameAt = shorter.end
      const end = index.indexOf(0, nameAt)
      if (end < 0) return null
      name = Buffer.concat([
        name.subarray(0, name.length - shorter.value),
        index.subarray(nameAt, end),
      ])
      if (index.readUInt32BE(at + MODE_AT) === SUBMODULE) paths.push(name.toString())
      at = end + 1
      continue
    }
    const end = index.indexOf(0, nameAt)
    if (end < 0) return null
    if (index.readUInt32BE(at + MODE_AT) === SUBMODULE)
      paths.push(index.toString('utf8', nameAt, end))
    // Filled up with zeros, one at least, to a multiple of eight.
    at += Math.floor((end - at + 8) / 8) * 8
  }
  // What follows is an extension or the hash over all.
  return index.length - at === hash || /^[A-Za-z]{4}$/.test(index.toString('latin1', at, at + 4))
    ? paths
    : null
}

/** A number of seven bits a byte, each further byte counted one up: git's own offset encoding. */
function readLength(index: Buffer, from: number): { value: number; end: number } | null {
  let value = 0
  for (let at = from; at < Math.min(index.length, from + 5); at++) {
    const byte = index[at] ?? 0
    value = value * 128 + (byte & 0x7f)
    if ((byte & 0x80) === 0) return { value, end: at + 1 }
    value++
  }
  return null
}
