// What was handed on to clients of the gateway with their tokens: less than the policy allows, for a
// time and a number of calls. Kept in a file of the data folder; a token says by its form that it is one
// of these, so that a file that is lost or unreadable closes it.
import { z } from 'zod'
import {
  Delegation,
  delegate,
  isGenuine,
  mintDelegation,
  whyEnded,
} from '../../contract/agent/delegation.ts'
import { EVERYTHING, NOTHING, type Grant } from '../../contract/agent/grant.ts'
import { failure, type Failure } from '../../contract/failure.ts'
import { err, ok, type Result } from '../../contract/result.ts'
import type { ClientDelegation, ClientRequest } from '../../contract/server/gateway.ts'

const Stored = z.strictObject({
  clients: z.array(
    z.union([
      z.strictObject({ client: z.string(), delegation: Delegation, used: z.int().min(0) }),
      // Of before clients had ids: of the client that had the name then.
      z.strictObject({ name: z.string(), delegation: Delegation, used: z.int().min(0) }),
    ]),
  ),
})
type One = { readonly delegation: Delegation; readonly used: number }

export type ClientDelegationsDeps = {
  /** The text of the file; null: there is none. Throws what the file system throws. */
  readonly read: () => string | null
  /** Durable when it returns. */
  readonly write: (text: string) => void
  /** The tools that were asked for, as a grant. */
  readonly asGrant: (tools: readonly string[] | null) => Result<Grant, Failure>
  /** The client that has that name now; null: nobody has a token under it. */
  readonly idOf: (name: string) => string | null
  readonly sha256: (text: string) => string
  readonly now: () => number
}

export type ClientDelegations = {
  /** What is wrong with a request; null: nothing. */
  fault(request: ClientRequest): Failure | null
  /** Fails with what is wrong with the request. Counts from now on, in place of an earlier one. */
  add(id: string, request: ClientRequest): Result<ClientDelegation, Failure>
  /** That client is gone, or has a token without limits. False: it had none with limits. */
  remove(id: string): boolean
  of(id: string): ClientDelegation | null
  /** Whether its token lets anybody in now. */
  inForce(id: string): boolean
  /** Of the client that has that name now. The same object while nothing about it changed. */
  grantOf(name: string): Grant
  /**
   * One call of the client that has that name now begins, if it has one left. `isLast`: there is
   * none behind it. Fails with `delegation.calls`.
   */
  spend(name: string): Result<{ readonly isLast: boolean }, Failure>
}

/** Calls of one that has no number. */
const UNCOUNTED = Number.MAX_SAFE_INTEGER
const YEAR_SECONDS = 31_536_000

export function openClientDelegations(deps: ClientDelegationsDeps): ClientDelegations {
  const { sha256, now } = deps
  const clients = new Map<string, One>()
  const unreadable = !readInto(clients, deps)

  const save = (): void =>
    deps.write(
      JSON.stringify({ clients: [...clients].map(([client, one]) => ({ client, ...one })) }),
    )
  const shown = ({
    delegation: { grant, expiresAt, turns, hash },
    used,
  }: One): ClientDelegation => ({
    grant,
    expiresAt,
    calls: turns === UNCOUNTED ? null : turns,
    used,
    hash,
  })
  const named = (name: string): { readonly id: string; readonly one: One } | null => {
    const id = deps.idOf(name)
    const one = id === null ? undefined : clients.get(id)
    return id === null || one === undefined ? null : { id, one }
  }
  const inForce = (id: string): boolean => {
    const one = clients.get(id)
    return (
      one !== undefined &&
      whyEnded(one.delegation, now()) === null &&
      isGenuine(one.delegation, sha256)
    )
  }
  return {
    fault({ tools }) {
      const grant = deps.asGrant(tools)
      return grant.ok ? null : grant.error
    },
    add(id, { tools, seconds, calls }) {
      const grant = deps.asGrant(tools)
      if (!grant.ok) return grant
      // The person hands on; a client hands on nothing.
      const person = { grant: EVERYTHING, depth: 0, mostDepth: 1, delegates: true }
      const limits = { turns: UNCOUNTED, seconds: YEAR_SECONDS }
      const end = now() + YEAR_SECONDS * 1_000
      const terms = delegate(
        { ...person, ...limits, expiresAt: end },
        {
          grant: grant.value,
          delegates: false,
          turns: calls ?? UNCOUNTED,
          seconds: YEAR_SECONDS,
          expiresAt: seconds === null ? end : now() + seconds * 1_000,
        },
        now(),
      )
      if (!terms.ok) return terms
      const one: One = { delegation: mintDelegation(terms.value, null, sha256), used: 0 }
      clients.set(id, one)
      save()
      return ok(shown(one))
    },
    remove(id) {
      const had = clients.delete(id)
      if (had) save()
      return had
    },
    of(id) {
      const one = clients.get(id)
      return one === undefined ? null : shown(one)
    },
    inForce,
    grantOf(name) {
      const found = named(name)
      if (found === null) return unreadable ? NOTHING : EVERYTHING
      return inForce(found.id) ? found.one.delegation.grant : NOTHING
    },
    spend(name) {
      const found = named(name)
      if (found === null) return ok({ isLast: false })
      const { id, one } = found
      const { turns } = one.delegation
      if (one.used >= turns) return err(usedUp(turns))
      clients.set(id, { ...one, used: one.used + 1 })
      save()
      return ok({ isLast: one.used + 1 === turns })
    },
  }
}

/** False where there is something that cannot be understood: then nobody knows who was narrowed. */
function readInto(clients: Map<string, One>, { read, idOf }: ClientDelegationsDeps): boolean {
  try {
    const text = read()
    if (text === null) return true
    for (const { delegation, used, ...whose } of Stored.parse(JSON.parse(text)).clients) {
      const id = 'client' in whose ? whose.client : idOf(whose.name)
      if (id !== null) clients.set(id, { delegation, used })
    }
    return true
  } catch {
    return false
  }
}

const usedUp = (calls: number): Failure =>
  failure(
    'delegation.calls',
    `The token of this client was for ${calls} calls, and they are used up.`,
    'A person can give a new one: gatehouse clients add NAME.',
  )
