// Calls of our own tools that a hook let through, because the gateway decides about them: each has
// to arrive there. And whether a client whose hook is set up is heard of through it at all.
import { letGo } from '../../../contract/let-go.ts'
import type { JournalEntry } from '../../../contract/journal/journal.ts'
import { failure } from '../../../contract/failure.ts'
import { CallId } from '../../../contract/ids.ts'
import type { Principal } from '../../../contract/call/principal.ts'
import { newId } from '../../pipeline/new-id.ts'
import { refusedEntry } from '../../pipeline/record.ts'

export type OwnCallWatchDeps = {
  /** A row that cannot be written now is written later. */
  readonly journal: (entry: JournalEntry, when: 'owed') => Promise<unknown>
  readonly now: () => number
  /** Since when the client has a connection; null: it has none. */
  readonly connectedSince: (client: string) => number | null
  /** Its hook is set up, as far as connect wrote it down. */
  readonly hooked: (client: string) => boolean
  /** What the window says of a client may be different now. */
  readonly changed: () => void
  /**
   * How long a call may take from the hook to the gateway: the agent may ask its own person in
   * between.
   */
  readonly arriveMs?: number
}

export type OwnCallWatch = {
  /** A hook of this client asked. */
  received(client: string): void
  /** A call of ours was let through at the hook. */
  expect(principal: Principal & { kind: 'mcp-client' }, tool: string): void
  /** A call came to the gateway. */
  arrived(client: string, tool: string): void
  /** The last call of this name that was let through for the gateway never came there. */
  strayed(client: string, tool: string): boolean
  /** Its hook is set up and is not heard of, while its calls come to the gateway. */
  silent(client: string): boolean
  dispose(): void
}

type Expected = { readonly client: string; readonly tool: string; readonly timer: NodeJS.Timeout }

const ARRIVE_MS = 120_000
/** So many calls without a word of the hook, and so long after the last one. */
const SILENT_CALLS = 3
const SILENT_MS = 10 * 60_000
const MOST = 1_000

export function ownCallWatch(deps: OwnCallWatchDeps): OwnCallWatch {
  const expected = new Set<Expected>()
  const strays = new Set<string>()
  const receivedAt = new Map<string, number>()
  const unheard = new Map<string, number>()
  const silent = new Set<string>()
  const nameOf = (client: string, tool: string): string => `${client} ${tool}`

  const stray = (one: Expected, principal: Principal): void => {
    expected.delete(one)
    if (strays.size < MOST) strays.add(nameOf(one.client, one.tool))
    letGo(
      deps.journal(
        refusedEntry(
          {
            id: CallId.parse(newId('call')),
            principal,
            channel: 'gateway',
            runId: null,
            tool: one.tool,
          },
          failure(
            'hook.strayed',
            `${one.client} was allowed to call ${one.tool} of the gateway, and no such call arrived. Another server may use its name, or the agent cancelled the call.`,
            'The next call of that name needs approval at the hook. gatehouse agents audit lists the servers of the agent.',
          ),
        ),
        'owed',
      ),
    )
  }

  return {
    received(client) {
      receivedAt.set(client, deps.now())
      unheard.delete(client)
      if (silent.delete(client)) deps.changed()
    },
    expect(principal, tool) {
      if (expected.size >= MOST) return
      const timer = setTimeout(() => stray(one, principal), deps.arriveMs ?? ARRIVE_MS)
      timer.unref()
      const one: Expected = { client: principal.name, tool, timer }
      expected.add(one)
    },
    arrived(client, tool) {
      const one = [...expected].find((each) => each.client === client && each.tool === tool)
      if (one !== undefined) {
        clearTimeout(one.timer)
        expected.delete(one)
      }
      strays.delete(nameOf(client, tool))
      const calls = (unheard.get(client) ?? 0) + 1
      unheard.set(client, calls)
      const since = deps.connectedSince(client)
      const last = receivedAt.get(client)
      const never = since !== null && (last === undefined || last < since)
      const long = calls >= SILENT_CALLS && last !== undefined && deps.now() - last > SILENT_MS
      if ((never || long) && deps.hooked(client) && !silent.has(client)) {
        silent.add(client)
        deps.changed()
      }
    },
    strayed: (client, tool) => strays.has(nameOf(client, tool)),
    silent: (client) => silent.has(client),
    dispose() {
      for (const { timer } of expected) clearTimeout(timer)
      expected.clear()
    },
  }
}
