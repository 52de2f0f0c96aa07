// The answer of the person here to what another machine asks: proved, signed with the key of this
// machine, and kept before it is sent.
import type { Approval, Reply } from '../../../contract/approval/approval.ts'
import type { Proof } from '../../../contract/approval/proof.ts'
import type { AnsweredOn } from '../../../contract/call/principal.ts'
import { failure, type Failure } from '../../../contract/failure.ts'
import type { SecondAnswer } from '../../../contract/fleet/second-request.ts'
import type { ApprovalId } from '../../../contract/ids.ts'
import { canonicalJson } from '../../../contract/json.ts'
import type { SecondEntry } from '../../../contract/journal/second-entry.ts'
import type { FleetConfig } from '../../../contract/policy/config/fleet-config.ts'
import { err, ok, type Result } from '../../../contract/result.ts'
import type { FleetSigner } from '../forward-journal.ts'
import type { Incoming, IncomingRequests } from './incoming.ts'
import { answerText } from './signed-mail.ts'

export type GiveDeps = {
  readonly config: () => FleetConfig | null
  readonly signer: () => Result<FleetSigner, Failure>
  readonly prove: (
    proof: Proof,
    surface: AnsweredOn,
    approval: Approval,
  ) => Promise<Result<Proof['kind'], Failure>>
  /** False: it was answered here before. */
  readonly keep: (
    answer: SecondAnswer,
    signed: { readonly body: string; readonly signature: Buffer },
    expiresAt: number,
  ) => Promise<Result<boolean, Failure>>
  readonly record: (entry: SecondEntry) => Promise<Result<unknown, Failure>>
  readonly now: () => number
}

export type GiveAnswer = (
  id: ApprovalId,
  reply: Reply,
  surface: AnsweredOn,
) => Promise<Result<Approval, Failure>>

export function givingAnswers(
  incoming: IncomingRequests,
  deps: GiveDeps,
  given: () => void,
): GiveAnswer {
  /** Being answered: a second answer meanwhile is none. */
  const busy = new Set<ApprovalId>()

  async function give(
    one: Incoming,
    reply: Reply,
    surface: AnsweredOn,
  ): Promise<Result<Approval, Failure>> {
    const { approval, document, request } = one
    const approves = reply.answer === 'once'
    let stepUp: Proof['kind'] | null = null
    if (approves) {
      if (reply.proof === undefined) return err(needsProof)
      const proven = await deps.prove(reply.proof, surface, approval)
      if (!proven.ok) return proven
      stepUp = proven.value
    }
    const fleet = deps.config()
    if (fleet === null || fleet.person === null || incoming.find(approval.id) === null)
      return err(gone)
    const signer = deps.signer()
    if (!signer.ok) return signer
    const answer: SecondAnswer = {
      version: 1,
      request,
      to: document.from.machine,
      from: { machine: fleet.machine, person: fleet.person },
      answer: approves ? 'approve' : 'deny',
      word: approves ? null : (reply.word ?? null),
      at: deps.now(),
    }
    const body = canonicalJson(answer)
    const signature = signer.value.sign(answerText(fleet.machine, body))
    // No record, no answer: what leaves this machine is in its journal before.
    const written = await deps.record({
      kind: 'second-approval',
      change: 'given',
      request,
      ...document.from,
      toolName: approval.tool,
      text: approves ? 'approved' : 'denied',
      call: null,
      approvalId: null,
      surface,
      stepUp,
    })
    if (!written.ok) return written
    const stored = await deps.keep(answer, { body, signature }, approval.expiresAt)
    if (!stored.ok) return stored
    if (!stored.value) return err(already)
    const ended = incoming.end(one, {
      state: approves ? 'approved' : 'denied',
      answer: reply.answer,
      route: 'person',
      answeredOn: surface,
      word: answer.word,
    })
    given()
    return ok(ended)
  }

  return async (id, reply, surface) => {
    const one = incoming.find(id)
    if (one === null) return err(incoming.get(id) === null ? unknown(id) : already)
    if (one.approval.expiresAt <= deps.now()) return err(expired)
    if (!isOffered(reply) || surface === 'client') return err(notOffered)
    if (busy.has(id)) return err(already)
    busy.add(id)
    try {
      return await give(one, reply, surface)
    } finally {
      busy.delete(id)
    }
  }
}

const isOffered = ({ answer, args, cut, scope, choice }: Reply): boolean =>
  (answer === 'once' || answer === 'deny-once') &&
  [args, cut, scope, choice].every((part) => part === undefined)

const unknown = (id: ApprovalId): Failure =>
  failure('approval.unknown', `There is no approval ${id}.`)
const already = failure('approval.answered', 'This request was answered or withdrawn already.')
const expired = failure(
  'approval.expired',
  'The time to answer ran out, so the call was denied on the machine that asked.',
)
const gone = failure('approval.answered', 'This request was withdrawn while you answered it.')
const notOffered = failure(
  'approval.not-offered',
  'What another machine asks can be approved once or denied once, as it is.',
  'Approve it, or deny it.',
)
const needsProof = failure(
  'approval.step-up',
  'Approving for another machine requires the Gatehouse passphrase or a one-time code.',
  'If none is set, set a passphrase first.',
)
