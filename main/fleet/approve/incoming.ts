// What other machines ask the person here: read, held against who signed it, shown until it is
// answered, withdrawn or out of time.
import type { Approval } from '../../../contract/approval/approval.ts'
import type { SecondHash } from '../../../contract/approval/second-person.ts'
import { ApprovalId } from '../../../contract/ids.ts'
import { canonicalJson } from '../../../contract/json.ts'
import type { SecondRequest } from '../../../contract/fleet/second-request.ts'
import type { FleetConfig, FleetPeer } from '../../../contract/policy/config/fleet-config.ts'
import { isSignature } from '../signature.ts'
import type { Mailbox } from './mailbox.ts'
import { readRequest } from './read-request.ts'
import type { NoteRefusal } from './refusals.ts'
import { hashOf, keyOf, withdrawalText } from './signed-mail.ts'

export type Incoming = {
  readonly request: SecondHash
  readonly document: SecondRequest
  /** Of the machine that asked, when it was shown. */
  readonly key: string
  /** As it is shown here. */
  readonly approval: Approval
}

export type IncomingDeps = {
  /** Requests that were answered here, in this process or an earlier one. */
  readonly answered: () => readonly SecondHash[]
  readonly refuse: NoteRefusal
  readonly now: () => number
  readonly opened: (approval: Approval) => void
  readonly closed: (approval: Approval) => void
}

/** At once; who asks more than this waits until some are answered. */
const MOST_SHOWN = 200
/** Forgotten beyond this: then they are refused again. */
const MOST_REFUSED = 10_000

export type IncomingRequests = ReturnType<typeof openIncoming>

export function openIncoming(deps: IncomingDeps) {
  const shown = new Map<ApprovalId, Incoming>()
  /** The last that ended, for a card that is still open. */
  const ended = new Map<ApprovalId, Approval>()
  /** Signatures of what was refused: not read again while the same machines are known. */
  const refused = new Set<string>()
  let peersThen = ''

  const end = (one: Incoming, how: Partial<Approval> & Pick<Approval, 'state'>): Approval => {
    const approval = { ...one.approval, answeredAt: deps.now(), ...how }
    shown.delete(approval.id)
    ended.set(approval.id, approval)
    const [oldest] = ended.keys()
    if (ended.size > MOST_SHOWN && oldest !== undefined) ended.delete(oldest)
    deps.closed(approval)
    return approval
  }

  async function take(box: Mailbox, fleet: FleetConfig): Promise<void> {
    if (shown.size >= MOST_SHOWN) return
    const peers = fleet.peers.map(({ machine }) => machine)
    const known = [...[...shown.values()].map(({ request }) => request), ...deps.answered()]
    for (const mail of await box.requests(known, [...refused], peers)) {
      const request = hashOf(mail.body)
      const read = readRequest(mail, fleet, await box.registration(mail.machine), deps.now())
      if (!read.ok || known.includes(request)) {
        if (refused.size >= MOST_REFUSED) refused.clear()
        refused.add(mail.signature.toString('hex'))
        await deps.refuse.request(mail, read.ok ? 'It is known under another name.' : read.error)
        continue
      }
      const key = fleet.peers.find(({ machine }) => machine === mail.machine)?.key ?? ''
      const one = { request, document: read.value, key, approval: asShown(request, read.value) }
      if (shown.has(one.approval.id) || shown.size >= MOST_SHOWN) continue
      shown.set(one.approval.id, one)
      deps.opened(one.approval)
    }
  }

  async function withdraw(box: Mailbox): Promise<void> {
    const waiting = [...shown.values()]
    if (waiting.length === 0) return
    for (const { machine, hash, signature } of await box.withdrawals(
      waiting.map(({ request }) => request),
    )) {
      const one = waiting.find(({ request }) => request === hash)
      if (one === undefined || one.document.from.machine !== machine) continue
      const key = keyOf({ ...one.document.from, key: one.key })
      if (!shown.has(one.approval.id)) continue
      if (isSignature(withdrawalText(machine, one.request), signature, key))
        end(one, { state: 'cancelled', answer: 'deny-once', route: 'cancelled' })
    }
  }

  return {
    /** Takes what is new, and ends what nobody has to answer any more. */
    async look(box: Mailbox, fleet: FleetConfig): Promise<void> {
      const peersNow = canonicalJson(fleet.peers)
      if (peersNow !== peersThen) refused.clear()
      peersThen = peersNow
      await withdraw(box)
      await take(box, fleet)
    },
    /** Needs no database: what is out of time ends, and what is from a machine that is a peer no more. */
    tidy(peers: readonly FleetPeer[]): void {
      for (const one of shown.values()) {
        const { machine } = one.document.from
        if (!peers.some((peer) => peer.machine === machine && peer.key === one.key))
          end(one, { state: 'cancelled', answer: 'deny-once', route: 'cancelled' })
        else if (one.approval.expiresAt <= deps.now())
          end(one, { state: 'expired', answer: 'deny-once', route: 'time-out' })
      }
    },
    end,
    find: (id: ApprovalId): Incoming | null => shown.get(id) ?? null,
    /** Also one that has ended a while ago. */
    get: (id: ApprovalId): Approval | null => shown.get(id)?.approval ?? ended.get(id) ?? null,
    /** Newest first. */
    list: (): readonly Approval[] =>
      [...shown.values()]
        .map(({ approval }) => approval)
        .toSorted((a, b) => b.createdAt - a.createdAt),
    count: (): number => shown.size,
  }
}

/**
 * The same card, under a name of its own here, and with the two answers there are. Its run is on the
 * other machine.
 */
const asShown = (request: SecondHash, { approval, from }: SecondRequest): Approval => ({
  ...approval,
  id: ApprovalId.parse(`apr_${request.slice(0, 40)}`),
  runId: null,
  decision: { ...approval.decision, stepUp: true },
  answers: ['once', 'deny-once'],
  proposals: [],
  durations: [],
  from,
})
