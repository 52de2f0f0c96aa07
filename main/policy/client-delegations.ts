// What was handed on to clients of the gateway with their tokens: less than the policy allows, for a
// time and a number of calls. The terms are kept in a file of the data folder; beside the token are their
// hash and what is used of them, so that a file that is lost, older, of another home or another client's
// closes a token and never widens it.
import {
  delegate,
  isGenuine,
  mintDelegation,
  whyEnded,
  type Delegation,
} from '../../contract/agent/delegation.ts'
import { EVERYTHING, NOTHING, type Grant } from '../../contract/agent/grant.ts'
import { failure, type Failure } from '../../contract/failure.ts'
import { err, ok, type Result } from '../../contract/result.ts'
import type { ClientDelegation, ClientRequest } from '../../contract/server/gateway.ts'
import {
  readDelegations,
  shownDelegation,
  UNCOUNTED,
  writtenDelegations,
} from './stored-delegations.ts'

/** What the row of a token knows. */
type Narrowed = {
  readonly id: string
  /** The hash of the terms; null: of before the row knew, or it is not narrowed. */
  readonly delegation: string | null
  readonly used: number
  /** The latest time at which it was looked at. */
  readonly seenAt: number
}

export type ClientDelegationsDeps = {
  /** The text of the file; null: there is none. Throws what the file system throws. */
  readonly read: () => string | null
  /** Durable when it returns. */
  readonly write: (text: string) => void
  /** The tools that were asked for, as a grant. */
  readonly asGrant: (tools: readonly string[] | null) => Result<Grant, Failure>
  /** The rows of tokens. */
  readonly table: {
    narrowed(id: string): Narrowed | null
    /** Null: nobody has a token under that name. */
    narrowedBy(name: string): Narrowed | null
    /** The same, without a look at the disk where nothing was written since the last one. */
    narrowedAsRead(name: string): Narrowed | null
    narrow(id: string, delegation: string, used: number): void
    /** How many are used then; null: none of `most` was left. */
    spend(id: string, most: number, now: number): number | null
    seen(id: string, now: number): void
  }
  readonly sha256: (text: string) => string
  /** When the last row of the journal was written: nothing is earlier. 0: there is none. */
  readonly lastAt: number
  readonly now: () => number
  /** Milliseconds that only ever grow. */
  readonly monotonic: () => number
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

const YEAR_SECONDS = 31_536_000

export function openClientDelegations(deps: ClientDelegationsDeps): ClientDelegations {
  const { sha256, now, monotonic, table, lastAt } = deps
  const stored = readDelegations(deps.read, (name) => table.narrowedBy(name)?.id ?? null)
  const unreadable = stored === null
  const clients = new Map(stored?.map(({ client, delegation }) => [client, delegation]))
  for (const { client, delegation, used } of stored ?? [])
    if (used !== null) table.narrow(client, delegation.hash, used)
  const opened = now() - monotonic()
  /** A clock that is set back while this runs gives nobody more time. */
  const time = (): number => Math.max(now(), Math.floor(opened + monotonic()))

  /**
   * When each token that was there at this start would have had zero on the monotonic clock, had the
   * clock not been set back meanwhile.
   */
  const resumed = new Map(
    [...clients.keys()].map((id) => {
      const seenAt = table.narrowed(id)?.seenAt ?? 0
      return [id, Math.max(now(), lastAt, seenAt) - monotonic()]
    }),
  )

  const save = (): void => deps.write(writtenDelegations(clients))
  /** By which a token is judged: never earlier than what was written before this start. */
  const timeOf = ({ id, seenAt }: Narrowed): number =>
    Math.max(time(), seenAt, Math.floor((resumed.get(id) ?? opened) + monotonic()))
  const inForce = (row: Narrowed, delegation: Delegation): boolean => {
    if (delegation.hash !== row.delegation || !isGenuine(delegation, sha256)) return false
    const at = timeOf(row)
    if (whyEnded(delegation, at) === null) return true
    // Over for good, whatever the clock says next.
    if (row.seenAt < delegation.expiresAt) table.seen(row.id, at)
    return false
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
      const issuedAt = time()
      const end = issuedAt + YEAR_SECONDS * 1_000
      const terms = delegate(
        { ...person, ...limits, expiresAt: end },
        {
          grant: grant.value,
          delegates: false,
          turns: calls ?? UNCOUNTED,
          seconds: YEAR_SECONDS,
          expiresAt: seconds === null ? end : issuedAt + seconds * 1_000,
        },
        issuedAt,
      )
      if (!terms.ok) return terms
      const delegation = mintDelegation(terms.value, null, sha256)
      clients.set(id, delegation)
      save()
      return ok(shownDelegation(delegation, 0))
    },
    remove(id) {
      const had = clients.delete(id)
      if (had) save()
      return had
    },
    of(id) {
      const delegation = clients.get(id)
      return delegation === undefined
        ? null
        : shownDelegation(delegation, table.narrowed(id)?.used ?? 0)
    },
    inForce(id) {
      const [row, delegation] = [table.narrowed(id), clients.get(id)]
      return row !== null && delegation !== undefined && inForce(row, delegation)
    },
    grantOf(name) {
      // Asked some ten times in a call; the disk is asked once, when the call begins.
      const row = table.narrowedAsRead(name)
      const delegation = row === null ? undefined : clients.get(row.id)
      if (row === null || delegation === undefined)
        return unreadable || (row?.delegation ?? null) !== null ? NOTHING : EVERYTHING
      return inForce(row, delegation) ? delegation.grant : NOTHING
    },
    spend(name) {
      const row = table.narrowedBy(name)
      const delegation = row === null ? undefined : clients.get(row.id)
      if (row === null || delegation === undefined) return ok({ isLast: false })
      const { turns } = delegation
      const used = table.spend(row.id, turns, timeOf(row))
      return used === null ? err(usedUp(turns)) : ok({ isLast: used === turns })
    },
  }
}

const usedUp = (calls: number): Failure =>
  failure(
    'delegation.calls',
    `The token of this client was for ${calls} calls, and they are used up.`,
    'A person can give a new one: gatehouse clients add NAME.',
  )
