// What calls of an earlier process came to, of which their askers may not have heard: told once the
// journal was put in order. Calls wait until all of it was read.
import { changesThings } from '../../../contract/call/manifest.ts'
import type { Gateway } from '../../mcp/gateway/gateway.ts'
import type { EarlierRuns } from '../../recovery/earlier-runs.ts'
import {
  findUnreportedCalls,
  type UnreportedCalls,
  type UnreportedCallsDeps,
} from '../../recovery/unreported-calls.ts'
import type { Registry } from '../../registry/registry.ts'

export type RecalledCallsDeps = {
  readonly page: UnreportedCallsDeps['page']
  readonly registry: Pick<Registry, 'get'>
  readonly now: () => number
  /** The number of the newest row of the journal. */
  readonly head: () => number
  readonly earlier: EarlierRuns
  /** For a client of the gateway. */
  readonly recall: Gateway['recall']
}

export type RecalledCalls = {
  /** Goes on without being waited for. */
  start(): void
  /** Resolves once all was recalled; null when it was. */
  ready(): Promise<void> | null
}

export function openRecalledCalls(deps: RecalledCallsDeps): RecalledCalls {
  let recalling: Promise<void> | null = null
  const changes = (name: string, action: string | null): boolean => {
    const tool = deps.registry.get(name)?.tool
    return tool === undefined || changesThings(tool.manifest, action)
  }
  const found = ({ principal, note, ...call }: UnreportedCalls): void => {
    deps.earlier.note(principal, call.key, note)
    if (principal.kind === 'mcp-client')
      deps.recall({ ...call, client: principal.name, session: principal.session })
  }
  return {
    start() {
      const { page, now } = deps
      const work = findUnreportedCalls({ page, changes, now, before: deps.head() + 1, found })
      recalling = work
      // Where it cannot be known what ran, nothing is taken: the promise stays, and every call
      // meets its error.
      work.then(
        () => (recalling = null),
        () => null,
      )
    },
    ready: () => recalling,
  }
}
