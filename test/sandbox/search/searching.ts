// A real tree and the real power over it, as calls have it.
import { homedir } from 'node:os'
import type {
  FindRequest,
  ReadPower,
  SearchRequest,
} from '../../../contract/call/powers/file-power.ts'
import { makePolicy } from '../../../main/gate/policy.ts'
import { plainPolicy } from '../../gate/plain-policy.ts'
import { openOwnPaths } from '../../../main/sandbox/files/own-paths.ts'
import { resolvePath } from '../../../main/sandbox/files/resolve-path.ts'
import type { Prefilter } from '../../../main/sandbox/search/ripgrep.ts'
import { openSearcher } from '../../../main/sandbox/search/search.ts'

export const none: Prefilter = async () => null

export type Setting = {
  readonly workspace: string
  readonly stop?: readonly string[]
  /** Of the person's own list. */
  readonly own?: readonly string[]
  readonly prefilter?: Prefilter
  readonly readable?: (path: string) => boolean
  readonly signal?: AbortSignal
}

export async function searching(
  { workspace, stop = [], own = [], prefilter = none, readable = () => true, signal }: Setting,
  at = '.',
): Promise<Pick<ReadPower, 'find' | 'search'>> {
  const policy = makePolicy(
    { ...plainPolicy({ workspace, home: homedir(), foldsCase: false }), ownStop: own },
    () => '0'.repeat(64),
  )
  const resolved = resolvePath({
    workspace,
    stop,
    home: homedir(),
    own: openOwnPaths(() => policy.ownStop),
  })
  const real = await resolved(at)
  if (!real.ok) throw new Error(real.error.text)
  return openSearcher({ stop, home: homedir(), ownStop: () => policy.ownStop, prefilter }).power({
    permitted: [{ kind: 'fs.read', ...real.value }],
    resolved,
    readable: ({ path }) => readable(path),
    signal: signal ?? new AbortController().signal,
  })
}

export const toFind = (more: Partial<FindRequest> = {}): FindRequest => ({
  glob: null,
  what: 'file',
  hidden: false,
  ignored: false,
  most: 1_000,
  timeMs: 20_000,
  ...more,
})
export const toSearch = (pattern: string, more: Partial<SearchRequest> = {}): SearchRequest => ({
  pattern,
  literally: false,
  ignoreCase: false,
  around: 0,
  glob: null,
  hidden: false,
  ignored: false,
  most: 1_000,
  timeMs: 20_000,
  ...more,
})
