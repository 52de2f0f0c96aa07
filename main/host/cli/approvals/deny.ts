// `gatehouse approvals deny`: opens nothing, so it needs no proof.
import type { Approval, Reply } from '../../../../contract/approval/approval.ts'
import { failure } from '../../../../contract/failure.ts'
import { printJson } from '../command.ts'
import type { Call, Command } from '../command.ts'
import { complain } from '../output/complain.ts'
import { exit } from '../exit.ts'
import type { Session } from '../session/session.ts'
import { withApproval } from '../session/with-approval.ts'

export const approvalsDeny: Command = {
  name: 'approvals deny',
  operands: ['ID'],
  options: ['always', 'word'],
  usage: '[--always] [--word TEXT]',
  summary: 'Deny a pending call, once or always. --word sends the agent a note',
  run(call) {
    const { context, json, options } = call
    const word = options.get('word')
    if (word !== undefined && word.length > 2_000)
      return Promise.resolve(
        complain(
          context,
          failure('usage', 'The note after --word is too long.', 'Use at most 2000 characters.'),
          json,
          exit.usage,
        ),
      )
    const answer = options.has('always') ? 'deny-always' : 'deny-once'
    return withApproval(call, (session, { id }) =>
      deny(call, session, id, { answer, ...(word === undefined ? {} : { word }) }, exit.done),
    )
  },
}

export async function deny(
  { context, json }: Call,
  session: Session,
  id: Approval['id'],
  reply: Reply,
  code: number,
): Promise<number> {
  const answered = await session.call('approvals.answer', { id, ...reply })
  if (!answered.ok) return complain(context, answered.error, json)
  if (json) printJson(context, { approval: answered.value })
  else
    context.out(
      reply.answer === 'deny-always'
        ? 'Denied, now and always: see the rules in the configuration file.\n'
        : 'Denied.\n',
    )
  return code
}
