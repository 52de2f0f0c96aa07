// Whether a command only refreshed the index of Git: `git diff` writes down what it has just
// compared, and nothing that was added is different. Such a change is none: the index stays as it was.
import type { Objects } from './contents/objects.ts'
import type { Change } from './state.ts'

const MOST_BYTES = 64 * 1024 * 1024
const HEADER = 12
/** Times, device, inode, owner and size of a file, of which only the mode in between is content. */
const STAT = 40
const MODE = 24
const HASH = 20
const NAME_BITS = 0x0fff
const EXTENDED = 0x4000
/** Made from the rest, or from looking at the files; the others say something on their own. */
const derived = new Set(['TREE', 'UNTR', 'FSMN', 'EOIE', 'IEOT'])

export function onlyRefreshesIndex({ path, before, after }: Change, objects: Objects): boolean {
  if (!/(?:^|\/)\.git\/index$/.test(path) || before.k !== 'file' || after.k !== 'file') return false
  if (before.m !== after.m || before.h === null || after.h === null) return false
  const [was, is] = [before.h, after.h].map((hash) => {
    const bytes = objects.read(hash, MOST_BYTES)
    return bytes === null ? null : contentOfIndex(bytes)
  })
  return was !== null && was !== undefined && was === is
}

/** All but what depends on when and where the files were looked at; null: not of a form known here. */
export function contentOfIndex(bytes: Buffer): string | null {
  const end = bytes.length - HASH
  if (end < HEADER || bytes.toString('latin1', 0, 4) !== 'DIRC') return null
  const version = bytes.readUInt32BE(4)
  if (version !== 2 && version !== 3) return null
  const parts: string[] = []
  let at = HEADER
  for (let left = bytes.readUInt32BE(8); left > 0; left -= 1) {
    if (at + STAT + HASH + 2 > end) return null
    const flags = bytes.readUInt16BE(at + STAT + HASH)
    const name = at + STAT + HASH + ((flags & EXTENDED) === 0 ? 2 : 4)
    const close = bytes.indexOf(0, name)
    if (close < 0 || close >= end) return null
    if ((flags & NAME_BITS) !== Math.min(close - name, NAME_BITS)) return null
    parts.push(bytes.toString('latin1', at + MODE, at + MODE + 4))
    parts.push(bytes.toString('latin1', at + STAT, close + 1))
    at += Math.ceil((close + 1 - at) / 8) * 8
  }
  while (at + 8 <= end) {
    const [kind, size] = [bytes.toString('latin1', at, at + 4), bytes.readUInt32BE(at + 4)]
    if (at + 8 + size > end) return null
    if (!derived.has(kind)) parts.push(bytes.toString('latin1', at, at + 8 + size))
    at += 8 + size
  }
  return at === end ? parts.join('') : null
}
