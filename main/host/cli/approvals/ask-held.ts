// While a call of this command is held: says so, or asks the person at this terminal and carries
// the answer over.
import { letGo } from '../../../../contract/let-go.ts'
import type { Approval } from '../../../../contract/approval/approval.ts'
import type { Failure } from '../../../../contract/failure.ts'
import type { ApprovalId, CallTicket } from '../../../../contract/ids.ts'
import { card, section, waitsText } from '../output/card.ts'
import type { Call } from '../command.ts'
import { wayToProve, withProof } from '../session/proof.ts'
import { rehearsalLines } from '../output/rehearsal-lines.ts'
import type { Session } from '../session/session.ts'
import { clock, paint } from '../output/show.ts'
import { askApproval } from './ask-approval.ts'

export type AskOptions = {
  readonly call: Call
  readonly session: Session
  /** The one that the call is sent with: no other call's question is shown, or answered, here. */
  readonly ticket: CallTicket
  /**
   * Ask at this terminal, or say yes with the proof that was brought; otherwise only say that
   * somebody else has to answer.
   */
  readonly here: boolean
}

export type Asked = {
  /**
   * To be awaited after the call's result. What kept an approval from being given here, null when
   * nothing did.
   */
  end(): Promise<Failure | null>
}

/** How often is looked whether the call has joined an earlier question: that opens no new one. */
const JOINED_MS = 400

/** Begin before the call is sent; `end` after its result. */
export async function askForHeld({ call, session, ticket, here }: AskOptions): Promise<Asked> {
  const { context } = call
  const ended = new AbortController()
  const asked = new Set<ApprovalId>()
  const closed = new Map<ApprovalId, AbortController>()
  let slot: Promise<void> = Promise.resolve()
  let unproven: Failure | null = null

  const put = async (approval: Approval): Promise<void> => {
    if (ended.signal.aborted) return
    if (!here) {
      context.note(
        `gatehouse: approval required; expires ${clock(approval.expiresAt)}.\n` +
          `Approve in the window, or in another terminal: gatehouse approvals approve ${approval.id}\n`,
      )
      return
    }
    const over = new AbortController()
    closed.set(approval.id, over)
    const signal = AbortSignal.any([ended.signal, over.signal])
    const way = await wayToProve(call, session, approval.decision.stepUp)
    if (!way.ok) {
      context.note(`\n${card(approval, context.color)}\n`)
      return refuse(approval, way.error)
    }
    if (way.value.kind === 'brought' && !context.terminal)
      context.note(`\n${card(approval, context.color)}\n`)
    else {
      const approved = await askApproval(call, approval, signal, 'to approve it once', '')
      if (approved === null || signal.aborted) return
      if (!approved) return refuse(approval, null)
    }
    const { id } = approval
    const answered = await withProof(call, way.value, signal, (proof) =>
      session.call('approvals.answer', {
        id,
        answer: 'once',
        ...(proof === undefined ? {} : { proof }),
      }),
    )
    if (!answered.ok && !signal.aborted) return refuse(approval, answered.error)
    if (answered.ok && answered.value.state === 'pending' && answered.value.second !== undefined)
      context.note(`${waitsText(answered.value.second)}\n`)
  }
  /** Said here, so no here: nothing is left standing that this command would wait for in vain. */
  const refuse = async ({ id }: Approval, why: Failure | null): Promise<void> => {
    unproven = why
    if (why !== null)
      context.note(`gatehouse: ${why.text}\n${why.hint === undefined ? '' : `${why.hint}\n`}`)
    const answered = await session.call('approvals.answer', { id, answer: 'deny-once' })
    if (!answered.ok) context.note(`gatehouse: ${answered.error.text}\n`)
  }
  /** Whatever is opened meanwhile, only what this very call waits for is taken up. */
  const look = async (): Promise<void> => {
    const held = await session.call('tools.held', { ticket })
    if (!held.ok || held.value === null || asked.has(held.value)) return
    asked.add(held.value)
    const found = await session.call('approvals.get', { id: held.value })
    if (!found.ok) asked.delete(held.value)
    else if (found.value.state === 'pending') slot = slot.then(() => put(found.value))
  }

  await session.subscribe((event) => {
    if (event.kind === 'approval-opened') letGo(look())
    if (event.kind === 'approval-changed' && here && asked.has(event.approval.id))
      showRehearsal(context, event.approval)
    if (event.kind === 'approval-closed') closed.get(event.approval.id)?.abort()
  })
  const timer = setInterval(() => {
    if (asked.size === 0) letGo(look())
  }, JOINED_MS)

  return {
    async end() {
      clearInterval(timer)
      ended.abort()
      await slot
      return unproven
    },
  }
}

/** It came after the card was shown, and under it is the question, which waits on. */
function showRehearsal(context: Call['context'], { rehearsal }: Approval): void {
  if (rehearsal === null) return
  const shown = rehearsalLines(rehearsal, paint(context.color)).flatMap(([title, lines]) =>
    section(title, lines),
  )
  context.note(`\n${shown.join('\n')}\n\nThe call above still needs an answer: `)
}
