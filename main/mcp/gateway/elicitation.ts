// A client's own prompt as a place where its person may answer a held call: only where the person
// allowed that client to, and only up to R2. What it gives counts as the client's word, and is
// journalled as that.
import { letGo } from '../../../contract/let-go.ts'
import type { CallState } from '../../../contract/call/call.ts'
import type { ApprovalId } from '../../../contract/ids.ts'
import type { Json } from '../../../contract/json.ts'
import { tierRank } from '../../../contract/call/tier.ts'
import { isObject } from '../../../contract/is-object.ts'
import { field } from './protocol/protocol.ts'
import type { Context } from './provider.ts'
import type { Reply } from './protocol/reply.ts'

export type Held = CallState & { readonly kind: 'held' }

/** Whether this question may be put there at all. */
export const mayAskThere = (
  allowed: boolean,
  { decision }: Held,
  { capabilities }: Context,
): boolean =>
  allowed &&
  tierRank(decision.tier) <= tierRank('R2') &&
  !decision.stepUp &&
  field(capabilities, 'elicitation') !== undefined

const form = (tool: string, { decision }: Held): Json => ({
  mode: 'form',
  message: `Gatehouse holds ${tool} (${decision.tier}). ${decision.reasons.map(({ text }) => text).join(' ')} Approve it once?`,
  requestedSchema: {
    type: 'object',
    properties: { run: { type: 'boolean', title: 'Let it run once', default: false } },
    required: ['run'],
  },
})

/** Only a plain yes approves, only a plain no denies; everything else leaves the question open. */
export function answerFrom(given: unknown): 'once' | 'deny-once' | null {
  if (!isObject(given)) return null
  const action = field(given, 'action')
  const content = field(given, 'content')
  const run = isObject(content) ? field(content, 'run') : undefined
  if (action === 'decline' || (action === 'accept' && run === false)) return 'deny-once'
  return action === 'accept' && run === true ? 'once' : null
}

export type Answering = (id: ApprovalId, answer: 'once' | 'deny-once') => Promise<void>

/**
 * In the era of sessions the client is asked at once; later it gets the question as its answer, and
 * sends the call again.
 */
export function askThere(
  tool: string,
  callId: string,
  held: Held,
  context: Context,
  answer: Answering,
): Reply | null {
  if (context.era === 'modern') {
    return {
      kind: 'input-required',
      requests: { run: { method: 'elicitation/create', params: form(tool, held) } },
      state: callId,
    }
  }
  letGo(
    context.ask('elicitation/create', form(tool, held)).then(async (given) => {
      const said = answerFrom(given)
      if (said !== null) await answer(held.approvalId, said)
    }),
  )
  return null
}

/** What came with a call that was sent again. */
export const broughtAnswer = (callId: string, { input }: Context): 'once' | 'deny-once' | null =>
  input.state === callId && isObject(input.responses)
    ? answerFrom(field(input.responses, 'run'))
    : null
