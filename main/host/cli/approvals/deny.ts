// `gatehouse approvals deny`: opens nothing, so it needs no proof.
import type { Approval, Reply } from '../../../../contract/approval/approval.ts'
import { failure } from '../../../../contract/failure.ts'
import { printJson } from '../command.ts'
import type { Call, Command } from '../command.ts'
import { complain } from '../output/complain.ts'
import { exit } from '../exit.ts'
import type { Session } from '../session/session.ts'
import { notADuration, readFor, scopeAt } from '../session/read-reply.ts'
import { withApproval } from '../session/with-approval.ts'

export const approvalsDeny: Command = {
  name: 'approvals deny',
  operands: ['ID'],
  options: ['always', 'scope-index', 'for', 'word'],
  usage: '[--always | --scope-index N [--for run|hour|today|until-revoked]] [--word TEXT]',
  summary: 'Deny a pending call, once or for longer. --word sends the agent a note',
  run(call) {
    const { context, json, options } = call
    const word = options.get('word')
    if (word !== undefined && word.length > 2_000)
      return Promise.resolve(
        complain(
          context,
          failure('usage', 'The note after --word is too long.', 'Use at most 2000 characters.'),
          json,
        ),
      )
    const index = options.get('scope-index')
    const lasts = readFor(options.get('for'))
    const fault =
      lasts === null
        ? notADuration
        : index === undefined && lasts !== undefined
          ? failure('usage', '--for requires a scope.', 'Add --scope-index N.')
          : index !== undefined && options.has('always')
            ? failure('usage', '--always and --scope-index cannot be combined.', 'Use one of them.')
            : null
    if (fault !== null) return Promise.resolve(complain(context, fault, json))
    const said = word === undefined ? {} : { word }
    return withApproval(call, (session, approval) => {
      const { id } = approval
      if (index === undefined) {
        const answer = options.has('always') ? 'deny-always' : 'deny-once'
        return deny(call, session, id, { answer, ...said }, exit.done)
      }
      const scope = scopeAt(approval, index)
      if (!scope.ok) return Promise.resolve(complain(context, scope.error, json))
      const choice = { proposal: scope.value, lasts: lasts ?? 'until-revoked' }
      return deny(call, session, id, { answer: 'deny-scope', choice, ...said }, exit.done)
    })
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
        : reply.answer === 'deny-scope'
          ? 'Denied, now and for longer: see gatehouse leases list.\n'
          : 'Denied.\n',
    )
  return code
}
