// An approval that a job gets beforehand.
import { failure } from '../../../../contract/failure.ts'
import type { Failure } from '../../../../contract/failure.ts'
import { ok } from '../../../../contract/result.ts'
import type { Result } from '../../../../contract/result.ts'
import type { GiveBeforehand } from '../../../../contract/schedule/preflight.ts'
import { printJson } from '../command.ts'
import type { Call, Command } from '../command.ts'
import { exit } from '../exit.ts'
import { readLimits } from '../limits.ts'
import { complain } from '../output/complain.ts'
import { visible } from '../output/show.ts'
import { broughtProof, wayToProve, withProof } from '../session/proof.ts'
import { withSession } from '../session/with-session.ts'
import { jobIdIn } from './job-id.ts'
import { expectedIn, usage } from './preflight.ts'

function giveIn(call: Call): Result<GiveBeforehand, Failure> {
  const id = jobIdIn(call.operands[0])
  if (!id.ok) return id
  const expected = expectedIn(call)
  if (!expected.ok) return expected
  const limits = readLimits(call)
  if (!limits.ok) return limits
  const { maxUses, expiresInSeconds } = limits.value
  if (expected.value === null || maxUses === null || expiresInSeconds === null)
    return usage(
      'It needs --tool, --args, --max-uses and --expires.',
      'See: gatehouse help schedules give',
    )
  return ok({ id: id.value, call: expected.value, maxUses, expiresInSeconds })
}

export const schedulesGive: Command = {
  name: 'schedules give',
  operands: ['ID'],
  options: ['tool', 'args', 'max-uses', 'expires', 'totp'],
  usage: `--tool T --args '{…}' --max-uses N --expires 8h [--totp CODE]`,
  summary:
    'Approve a call of a job beforehand, within limits. Requires the same confirmation as an approval',
  run(call) {
    const { context, json } = call
    const given = giveIn(call)
    if (!given.ok) return Promise.resolve(complain(context, given.error, json))
    const brought = broughtProof(call)
    if (!brought.ok) return Promise.resolve(complain(context, brought.error, json))
    return withSession(call, async (session) => {
      const way = await wayToProve(call, session, false)
      if (!way.ok) return complain(context, way.error, json)
      const signal = new AbortController().signal
      const { tool, args } = given.value.call
      if (way.value.kind !== 'brought') {
        const answer = await context.ask(
          `Type yes to let the job call ${visible(tool)} with ${visible(JSON.stringify(args))}: `,
          signal,
        )
        if (answer?.trim().toLowerCase() !== 'yes')
          return complain(context, failure('lease.refused', 'Nothing was approved.'), json)
      }
      const done = await withProof(call, way.value, signal, (proof) =>
        session.call('schedules.give', {
          ...given.value,
          confirmed: true,
          ...(proof === undefined ? {} : { proof }),
        }),
      )
      if (!done.ok) return complain(context, done.error, json)
      if (json) printJson(context, { given: done.value })
      else context.out(`Approved beforehand: ${visible(done.value.text)}.\n`)
      return exit.done
    })
  },
}
