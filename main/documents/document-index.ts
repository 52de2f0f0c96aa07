// Finds passages of the workspace's files. Each search first takes in what changed, by time and size
// and then by content, in slices that hold up nothing else. What a caller may not read is read through
// the caller's own power, so it is neither taken in for it nor shown to it.
import { createHash } from 'node:crypto'
import type { Stats } from 'node:fs'
import { lstat } from 'node:fs/promises'
import { join } from 'node:path'
import { setImmediate } from 'node:timers/promises'
import { failure, type Failure } from '../../contract/failure.ts'
import type {
  DocumentsAsked,
  FoundDocuments,
  FoundPassage,
  SearchDocuments,
} from '../../contract/call/powers/documents-power.ts'
import type { ReadPower } from '../../contract/call/powers/file-power.ts'
import type { ReadBack } from '../../contract/call/read-back.ts'
import { guardOf } from '../../contract/policy/paths/guarded-path.ts'
import { err, ok, type Result } from '../../contract/result.ts'
import { passagesOf, type Passage } from './passages.ts'

type IndexedFile = {
  readonly id: number
  readonly path: string
  readonly bytes: number
  readonly modified: number
  readonly hash: string
}
export type DocumentsDeps = {
  /** Opened when somebody searches for the first time. */
  readonly open: () => Promise<{
    files(root: string): readonly IndexedFile[]
    add(root: string, path: string, bytes: number, modified: number): number
    addPassages(id: number, passages: readonly Passage[]): void
    complete(id: number, bytes: number, modified: number, hash: string): void
    removePassages(id: number, most: number): boolean
    remove(id: number): void
    search(
      match: string,
      root: string,
      most: number,
      from: number,
    ): { readonly hits: number; readonly found: readonly FoundPassage[] }
    close(): void
  }>
  readonly report: (fault: unknown) => void
}
type Table = Awaited<ReturnType<DocumentsDeps['open']>>

export type Documents = ReturnType<typeof openDocuments>

const MOST_FILES = 20_000
const LIST_MS = 20_000
/** A larger file is data rather than a document. */
export const MOST_BYTES = 512 * 1024
/** Passages written at once: a few milliseconds. */
const SLICE = 20
/** Files whose time and size are asked for together. */
const AT_ONCE = 64
/** Hits looked through for those that the caller may see. */
const PAGE = 200
const MOST_HITS = 4_000

type Call = {
  readonly root: string
  readonly read: Pick<ReadPower, 'find' | 'readText'>
  readonly signal: AbortSignal
  readonly onReadBack: (read: ReadBack) => void
}

export function openDocuments({ open, report }: DocumentsDeps) {
  let opened: Promise<Table> | null = null
  /** One search takes in at a time: two would write the same file twice. */
  let last: Promise<unknown> = Promise.resolve()

  const clear = async (table: Table, id: number): Promise<void> => {
    while (table.removePassages(id, SLICE)) await setImmediate()
    table.remove(id)
  }

  /** What became of it. `unreadable`: no text, or not for this caller. */
  const takeIn = async (
    table: Table,
    { root, read }: Call,
    path: string,
    stat: Stat,
    known: IndexedFile | undefined,
  ): Promise<'in' | 'large' | 'unreadable'> => {
    if (stat === null || !stat.isFile()) {
      if (known !== undefined) await clear(table, known.id)
      return 'unreadable'
    }
    const same = known?.bytes === stat.size && known.modified === stat.mtimeMs
    if (same && known.hash !== '') return 'in'
    if (stat.size > MOST_BYTES) {
      if (known !== undefined) await clear(table, known.id)
      return 'large'
    }
    const text = await read.readText(path, { maxBytes: MOST_BYTES })
    if (!text.ok) {
      if (known !== undefined) await clear(table, known.id)
      return 'unreadable'
    }
    const hash = createHash('sha256').update(text.value.text).digest('hex')
    if (known?.hash === hash) {
      table.complete(known.id, stat.size, stat.mtimeMs, hash)
      return 'in'
    }
    if (known !== undefined) await clear(table, known.id)
    const id = table.add(root, path, stat.size, stat.mtimeMs)
    let slice: Passage[] = []
    for (const passage of passagesOf(text.value.text)) {
      slice.push(passage)
      if (slice.length < SLICE) continue
      table.addPassages(id, slice)
      slice = []
      await setImmediate()
    }
    table.addPassages(id, slice)
    table.complete(id, stat.size, stat.mtimeMs, hash)
    return 'in'
  }

  const search = async (
    call: Call,
    { query, most }: DocumentsAsked,
  ): Promise<Result<FoundDocuments, Failure>> => {
    const { root, read, signal, onReadBack } = call
    const request = { glob: null, what: 'file', hidden: false, ignored: false } as const
    const listed = await read.find('.', { ...request, most: MOST_FILES, timeMs: LIST_MS })
    if (!listed.ok) return listed
    const table = await (opened ??= open())
    const before = new Map(table.files(root).map((file) => [file.path, file]))
    const leftOut = { large: 0, unreadable: 0, guarded: 0 }
    const visible = new Set<string>()
    let stopped = false
    for await (const { path, stat } of statsOf(root, listed.value.files)) {
      if (signal.aborted) {
        stopped = true
        break
      }
      if (guardOf(join(root, path)) !== null) {
        leftOut.guarded += 1
        continue
      }
      const end = await takeIn(table, call, path, stat, before.get(path))
      if (end === 'in') visible.add(path)
      else leftOut[end] += 1
    }
    // What this caller does not see may be there for another one; what is gone is there for nobody.
    for (const file of before.values()) {
      if (visible.has(file.path) || signal.aborted) continue
      const there = await lstat(join(root, file.path)).catch(() => null)
      if (there === null || guardOf(join(root, file.path)) !== null) await clear(table, file.id)
    }
    const found = matching(table, root, query, most, visible)
    for (const { path } of found) onReadBack({ of: 'document', id: path, untrusted: path })
    const more = stopped || listed.value.more || listed.value.cut !== null
    return ok({ found, files: visible.size, leftOut, more })
  }

  return {
    power:
      (call: Call): SearchDocuments =>
      async (asked) => {
        const next = last.then(() => search(call, asked))
        last = next.catch(() => {})
        try {
          return await next
        } catch (fault) {
          report(fault)
          return err(
            failure(
              'documents.broken',
              'The index of documents cannot be used.',
              'Search the files themselves instead.',
            ),
          )
        }
      },
    async dispose(): Promise<void> {
      await last
      if (opened !== null) (await opened.catch(() => null))?.close()
    },
  }
}

type Stat = Stats | null

/** Asked for many at a time: one after another, most of the time would be waiting. */
async function* statsOf(
  root: string,
  paths: readonly string[],
): AsyncGenerator<{ readonly path: string; readonly stat: Stat }> {
  for (let from = 0; from < paths.length; from += AT_ONCE) {
    const some = paths.slice(from, from + AT_ONCE)
    const stats = await Promise.all(some.map((path) => lstat(join(root, path)).catch(() => null)))
    for (const [at, path] of some.entries()) yield { path, stat: stats[at] ?? null }
  }
}

/** The best passages of files that the caller may see. */
function matching(
  table: Table,
  root: string,
  query: string,
  most: number,
  visible: ReadonlySet<string>,
): readonly FoundPassage[] {
  const words = [...new Set(query.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [])]
  if (words.length === 0) return []
  const match = words.map((word) => `"${word}"*`).join(' OR ')
  const found: FoundPassage[] = []
  for (let from = 0; from < MOST_HITS && found.length < most; from += PAGE) {
    const page = table.search(match, root, PAGE, from)
    found.push(...page.found.filter(({ path }) => visible.has(path)))
    if (page.hits < PAGE) break
  }
  return found.slice(0, most)
}
