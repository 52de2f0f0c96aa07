// `gatehouse leases revoke`: revokes leases.
import { failure } from '../../../../contract/failure.ts'
import type { Failure } from '../../../../contract/failure.ts'
import { LeaseId, SessionId } from '../../../../contract/ids.ts'
import type { Input } from '../../../../contract/ipc/ipc.ts'
import { err, ok } from '../../../../contract/result.ts'
import type { Result } from '../../../../contract/result.ts'
import { printJson } from '../command.ts'
import type { Call, Command } from '../command.ts'
import { complain } from '../output/complain.ts'
import { exit } from '../exit.ts'
import { withSession } from '../session/with-session.ts'

export const leasesRevoke: Command = {
  name: 'leases revoke',
  operands: ['[ID]'],
  options: ['session', 'all'],
  usage: '[--session ID | --all]',
  summary: 'Revoke one lease, those of a session, or all',
  run(call) {
    const which = whichOf(call)
    const { context, json } = call
    if (!which.ok) return Promise.resolve(complain(context, which.error, json))
    return withSession(call, async (session) => {
      const done = await session.call('leases.revoke', which.value)
      if (!done.ok) return complain(context, done.error, json)
      const { revoked } = done.value
      if (revoked === 0 && 'id' in which.value)
        return complain(
          context,
          failure(
            'lease.unknown',
            `There is no active lease ${which.value.id}.`,
            'See: gatehouse leases list',
          ),
          json,
        )
      if (json) printJson(context, { revoked })
      else
        context.out(`${revoked === 0 ? 'There was no lease to revoke.' : `Revoked: ${revoked}.`}\n`)
      return exit.done
    })
  },
}

function whichOf({ operands, options }: Call): Result<Input<'leases.revoke'>, Failure> {
  const [id] = operands
  const usage = (text: string): Result<never, Failure> =>
    err(failure('usage', text, 'Use: gatehouse leases revoke ID, or --session ID, or --all'))
  if (options.has('all'))
    return id === undefined && !options.has('session')
      ? ok({ all: true })
      : usage('Use --all alone.')
  if (options.has('session')) {
    const session = SessionId.safeParse(options.get('session') || id)
    return session.success
      ? ok({ session: session.data })
      : usage('--session needs the id of a session, which begins with ses_.')
  }
  const lease = LeaseId.safeParse(id)
  if (lease.success) return ok({ id: lease.data })
  return usage(
    id === undefined
      ? 'Say which lease to revoke.'
      : `"${id}" is not the id of a lease. Ids begin with lease_.`,
  )
}
