// Searches a list of servers that a person names: a file, or the address of a registry. Reads only
// when asked, that one list and nothing that it names.
import { readFile, stat } from 'node:fs/promises'
import { isAbsolute } from 'node:path'
import { failure, type Failure } from '../../../contract/failure.ts'
import type { Input } from '../../../contract/ipc/ipc.ts'
import { err, ok, type Result } from '../../../contract/result.ts'
import type { RegistryAnswer } from '../../../contract/server/registry-hit.ts'
import { proposeEntry } from '../../mcp/registry/propose-entry.ts'
import {
  readRegistry,
  type RegistryEntry,
  type RegistryPage,
} from '../../mcp/registry/read-registry.ts'

export type SearchDeps = {
  /** A text from the address; only its own scheme, host and port are reached. */
  readonly fetchText: (url: string, signal: AbortSignal) => Promise<Result<string, Failure>>
  readonly taken: readonly string[]
  readonly signal: AbortSignal
}

const MOST_BYTES = 32 * 1024 * 1024
const MOST_PAGES = 5
const MOST_HITS = 100
const LATE_MS = 30_000

/** Failures: `registry.*`. */
export async function searchRegistry(
  { from, text }: Input<'servers.search'>,
  { fetchText, taken, signal }: SearchDeps,
): Promise<Result<RegistryAnswer, Failure>> {
  const found = /^https?:\/\//i.test(from)
    ? await fromAddress(
        from,
        text,
        fetchText,
        AbortSignal.any([signal, AbortSignal.timeout(LATE_MS)]),
      )
    : await fromFile(from)
  if (!found.ok) return found
  const words = text
    .toLowerCase()
    .split(/\s+/)
    .filter((word) => word !== '')
  const matching = newest(found.value.entries).filter(({ name, title = '', description = '' }) => {
    const all = `${name} ${title} ${description}`.toLowerCase()
    return words.every((word) => all.includes(word))
  })
  return ok({
    hits: matching.slice(0, MOST_HITS).map((entry) => proposeEntry(entry, taken)),
    searched: found.value.entries.length,
    more: found.value.next !== null || matching.length > MOST_HITS,
  })
}

/** Of several versions the last that is named: lists give the oldest first. */
const newest = (entries: readonly RegistryEntry[]): readonly RegistryEntry[] => [
  ...new Map(entries.map((entry) => [entry.name, entry])).values(),
]

async function fromFile(path: string): Promise<Result<RegistryPage, Failure>> {
  if (!isAbsolute(path))
    return err(
      failure(
        'registry.source',
        `${path} is neither an address nor the whole path of a file.`,
        'Such as https://registry.modelcontextprotocol.io, or /home/me/servers.json.',
      ),
    )
  const is = await stat(path).catch(() => null)
  if (is?.isFile() !== true) return err(failure('registry.source', `There is no file ${path}.`))
  if (is.size > MOST_BYTES) return err(failure('registry.source', `The file ${path} is too large.`))
  const text = await readFile(path, 'utf8').catch(() => null)
  return text === null
    ? err(failure('registry.source', `The file ${path} cannot be read.`))
    : readRegistry(text)
}

async function fromAddress(
  from: string,
  text: string,
  fetchText: SearchDeps['fetchText'],
  signal: AbortSignal,
): Promise<Result<RegistryPage, Failure>> {
  if (!URL.canParse(from)) return err(failure('registry.source', `${from} is no address.`))
  const entries: RegistryEntry[] = []
  let next: string | null = null
  for (let page = 0; page < MOST_PAGES; page += 1) {
    const got = await fetchText(pageAddress(from, text, next), signal)
    if (!got.ok) return got
    const read = readRegistry(got.value)
    if (!read.ok) return read
    entries.push(...read.value.entries)
    next = read.value.next
    if (next === null) break
  }
  return ok({ entries, next })
}

/** A registry is asked by its own words; anything else is fetched as it is written. */
function pageAddress(from: string, text: string, next: string | null): string {
  const url = new URL(from)
  if (url.pathname === '/' || url.pathname === '') url.pathname = '/v0/servers'
  if (/\/v0(?:\.\d+)?\/servers\/?$/.test(url.pathname)) {
    url.searchParams.set('limit', '100')
    url.searchParams.set('version', 'latest')
    if (text.trim() !== '') url.searchParams.set('search', text.trim())
  }
  if (next !== null) url.searchParams.set('cursor', next)
  return url.href
}
