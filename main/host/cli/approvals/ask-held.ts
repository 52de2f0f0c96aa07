// While a call of this command is held: says so, or asks the person at this terminal and carries
// the answer over.
import { letGo } from '../../../../contract/let-go.ts'
import type { Approval } from '../../../../contract/approval/approval.ts'
import type { Failure } from '../../../../contract/failure.ts'
import type { ApprovalId } from '../../../../contract/ids.ts'
import type { Json } from '../../../../contract/json.ts'
import { card, section, waitsText } from '../output/card.ts'
import type { Call } from '../command.ts'
import { wayToProve, withProof } from '../session/proof.ts'
import { rehearsalLines } from '../output/rehearsal-lines.ts'
import type { Session } from '../session/session.ts'
import { clock, paint } from '../output/show.ts'
import { askApproval } from './ask-yes.ts'

export type AskOptions = {
  readonly call: Call
  readonly session: Session
  readonly tool: string
  readonly args: Json
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

/**
 * How long a call may take before the queue is searched for it: one that joined an earlier question
 * opens no new one.
 */
const joinedAfterMs = 400

/** Begin before the call is sent; `end` after its result. */
export async function askForHeld({ call, session, tool, args, here }: AskOptions): Promise<Asked> {
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
  const see = (approval: Approval): void => {
    if (asked.has(approval.id) || !isOurs(approval, tool, args)) return
    asked.add(approval.id)
    slot = slot.then(() => put(approval))
  }

  await session.subscribe((event) => {
    if (event.kind === 'approval-opened') see(event.approval)
    if (event.kind === 'approval-changed' && here && asked.has(event.approval.id))
      showRehearsal(context, event.approval)
    if (event.kind === 'approval-closed') closed.get(event.approval.id)?.abort()
  })
  const timer = setTimeout(() => {
    if (asked.size > 0) return
    letGo(
      session.call('approvals.list', { states: ['pending'], limit: 200 }).then((listed) => {
        for (const approval of listed.ok ? listed.value : []) see(approval)
      }),
    )
  }, joinedAfterMs)

  return {
    async end() {
      clearTimeout(timer)
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

/**
 * Asked by the command line, for this tool, with these arguments as far as they are shown; secrets
 * are replaced in them.
 */
function isOurs(approval: Approval, tool: string, args: Json): boolean {
  // What another machine asks is not ours, however alike it is.
  if (approval.from !== undefined) return false
  if (approval.principal.kind !== 'cli' || approval.tool !== tool) return false
  if (typeof args !== 'object' || args === null || Array.isArray(args)) return false
  return Object.keys(args).every((key) => Object.hasOwn(approval.args, key))
}
