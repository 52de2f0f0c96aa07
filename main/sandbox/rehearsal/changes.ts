// Answers "what is different now?" between a workspace and a view of it in which something ran and
// has ended. Reads both, writes neither.
import { createHash } from 'node:crypto'
import { closeSync, constants, createReadStream, fstatSync, openSync } from 'node:fs'
import { join } from 'node:path'
import type {
  ChangedContent,
  Rehearsal,
  RehearsedChange,
  SeenThere,
} from '../../../contract/call/rehearsal.ts'
import { openYielding } from './yielding.ts'
import type { Entry, Tree } from './tree.ts'
import { errorCode } from '../files/safe-open.ts'

export type Compared = Pick<Rehearsal, 'changes' | 'counts' | 'more'>

/** What is listed, and what of it is shown with its text. The rest is counted. */
export const listing = { changes: 500, textBytes: 128 * 1024, allTextBytes: 256 * 1024 } as const

/**
 * `base` is the view before and `after` the view now; `original` and `view` are the folders to read
 * from.
 * @param redact applied to every text that is shown
 */
export async function compareTrees(
  {
    base,
    after,
    original,
    view,
  }: {
    readonly base: Tree
    readonly after: Tree
    readonly original: string
    readonly view: string
  },
  redact: (text: string) => Promise<string>,
): Promise<Compared> {
  const counts = { added: 0, changed: 0, deleted: 0, type: 0, mode: 0 }
  const changes: RehearsedChange[] = []
  let more = 0
  let left: number = listing.allTextBytes
  const found: { readonly path: string; readonly kind: RehearsedChange['kind'] }[] = []
  const pace = openYielding()
  const consider = async (path: string): Promise<void> => {
    const [was, now] = [base.entries.get(path), after.entries.get(path)]
    if ((was === undefined && hidden(path, base)) || (now === undefined && hidden(path, after)))
      return
    const kind = await kindOf(was, now, comparedPathsOf(path))
    if (kind !== null) found.push({ path, kind })
  }
  const comparedPathsOf = (path: string): ComparedPaths => ({
    before: join(original, path),
    after: join(view, path),
  })
  for (const path of base.entries.keys()) {
    await consider(path)
    await pace()
  }
  for (const path of after.entries.keys()) {
    if (!base.entries.has(path)) await consider(path)
    await pace()
  }
  for (const { path, kind } of found.toSorted((one, other) => (one.path < other.path ? -1 : 1))) {
    const [was, now] = [base.entries.get(path), after.entries.get(path)]
    counts[kind] += 1
    if (changes.length === listing.changes) {
      more += 1
      continue
    }
    const content =
      kind === 'mode' ? none : await contentOf(was, now, comparedPathsOf(path), left, redact)
    if (content.kind === 'text')
      left -= (content.before?.length ?? 0) + (content.after?.length ?? 0)
    changes.push({ kind, path, was: seen(was), now: seen(now), content })
  }
  return { changes, counts, more }
}

const none: ChangedContent = { kind: 'none' }

/**
 * Below a folder that could not be looked into nothing is known, so nothing there is called new or
 * gone.
 */
const hidden = (path: string, { unseen }: Tree): boolean =>
  unseen.some((folder) => path === folder || path.startsWith(`${folder}/`))

const seen = (entry: Entry | undefined): SeenThere | null =>
  entry === undefined
    ? null
    : {
        is: entry.is,
        bytes: entry.is === 'file' ? entry.bytes : 0,
        mode: entry.mode.toString(8).padStart(4, '0'),
      }

type ComparedPaths = { readonly before: string; readonly after: string }

async function kindOf(
  was: Entry | undefined,
  now: Entry | undefined,
  paths: ComparedPaths,
): Promise<RehearsedChange['kind'] | null> {
  if (was === undefined) return now === undefined ? null : 'added'
  if (now === undefined) return 'deleted'
  if (was.is !== now.is) return 'type'
  const mode = was.mode === now.mode || now.is === 'link' ? null : 'mode'
  if (now.is === 'link') return was.target === now.target ? null : 'changed'
  if (now.is !== 'file') return mode
  // The time of the last change of an inode cannot be set by a program: equal means untouched.
  if (was.bytes === now.bytes && was.ctime === now.ctime && was.mtime === now.mtime) return mode
  return was.bytes === now.bytes && (await sameBytes(paths)) ? mode : 'changed'
}

async function sameBytes({ before, after }: ComparedPaths): Promise<boolean> {
  const [one, other] = await Promise.all([hashOf(before), hashOf(after)])
  return one !== null && one === other
}

async function hashOf(path: string): Promise<string | null> {
  const fd = openPlain(path)
  if (fd === null) return null
  const hash = createHash('sha256')
  try {
    for await (const chunk of createReadStream(path, { fd })) hash.update(chunk as Buffer)
    return hash.digest('hex')
  } catch (error) {
    return errorCode(error) === '' ? Promise.reject(error) : null
  }
}

/**
 * A regular file and nothing else; its folders hold still, for what ran has ended. Null also for
 * one that may not be read.
 */
function openPlain(path: string): number | null {
  try {
    const fd = openSync(path, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK)
    if (fstatSync(fd).isFile()) return fd
    closeSync(fd)
    return null
  } catch (error) {
    if (errorCode(error) === '') throw error
    return null
  }
}

async function contentOf(
  was: Entry | undefined,
  now: Entry | undefined,
  { before, after }: ComparedPaths,
  left: number,
  redact: (text: string) => Promise<string>,
): Promise<ChangedContent> {
  if (was?.is === 'link' || now?.is === 'link')
    return { kind: 'link', before: was?.target ?? null, after: now?.target ?? null }
  const sizes = [was, now].flatMap((entry) => (entry?.is === 'file' ? [entry.bytes] : []))
  if (sizes.length === 0) return none
  if (sizes.some((bytes) => bytes > listing.textBytes)) return { kind: 'unshown', why: 'large' }
  if (sizes.reduce((sum, bytes) => sum + bytes, 0) > left) return { kind: 'unshown', why: 'enough' }
  const [old, fresh] = await Promise.all([
    was?.is === 'file' ? textOf(before) : null,
    now?.is === 'file' ? textOf(after) : null,
  ])
  if (old === 'binary' || fresh === 'binary') return { kind: 'unshown', why: 'binary' }
  if (old === 'unreadable' || fresh === 'unreadable') return { kind: 'unshown', why: 'unreadable' }
  return {
    kind: 'text',
    before: old === null ? null : await redact(old.text),
    after: fresh === null ? null : await redact(fresh.text),
  }
}

async function textOf(path: string): Promise<{ readonly text: string } | 'binary' | 'unreadable'> {
  const fd = openPlain(path)
  if (fd === null) return 'unreadable'
  const chunks: Buffer[] = []
  for await (const chunk of createReadStream(path, { fd, end: listing.textBytes }))
    chunks.push(chunk as Buffer)
  const bytes = Buffer.concat(chunks)
  if (bytes.includes(0)) return 'binary'
  try {
    return { text: new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes) }
  } catch {
    return 'binary'
  }
}
