// `gatehouse stop-everything` and `gatehouse resume`. Stopping asks for nothing; going on asks for
// a person.
import { failure } from '../../../../contract/failure.ts'
import { exit } from '../exit.ts'
import { printJson } from '../command.ts'
import type { Call, Command } from '../command.ts'
import { complain } from '../output/complain.ts'
import { broughtProof, wayToProve, withProof } from '../session/proof.ts'
import type { Session } from '../session/session.ts'
import { withSession } from '../session/with-session.ts'

export const stopEverything: Command = {
  name: 'stop-everything',
  operands: [],
  options: [],
  usage: '',
  summary:
    'Deny every call from now on, end running commands, revoke all leases, deny held calls. Needs no confirmation',
  run: (call) =>
    withSession(call, async (session) => {
      const { context, json } = call
      const done = await session.call('emergency-stop.stop', {})
      if (!done.ok) return complain(context, done.error, json)
      const { leases, held, runs } = done.value
      const state = await session.call('app.state', {})
      const fault = state.ok ? (state.value.stopped?.fault ?? null) : null
      if (json) printJson(context, { stopped: true, ...done.value, fault })
      else {
        context.out(
          `Everything is stopped. Runs ended: ${runs}. Denied: ${held}. Leases revoked: ${leases}.\n`,
        )
        context.out(
          'This stays in force after a restart. To let calls run again: gatehouse resume\n',
        )
        if (fault !== null) context.note(`gatehouse: ${fault}\n`)
      }
      return fault === null ? exit.done : exit.failed
    }),
}

export const resume: Command = {
  name: 'resume',
  operands: [],
  options: ['totp'],
  usage: '[--totp CODE]',
  summary:
    'Let calls run again after everything was stopped. Requires "yes" at a terminal, the passphrase, or a code',
  run: (call) => {
    const { context, json } = call
    const brought = broughtProof(call)
    if (!brought.ok) return Promise.resolve(complain(context, brought.error, json))
    return withSession(call, (session) => goOn(call, session))
  },
}

async function goOn(call: Call, session: Session): Promise<number> {
  const { context, json } = call
  const state = await session.call('app.state', {})
  if (!state.ok) return complain(context, state.error, json)
  if (state.value.stopped === null) {
    if (json) printJson(context, { stopped: false })
    else context.out('Nothing is stopped.\n')
    return exit.done
  }
  const way = await wayToProve(call, session, false)
  if (!way.ok) return complain(context, way.error, json)
  const never = new AbortController().signal
  if (way.value.kind === 'word') {
    const typed = await context.ask(
      'Agents, clients and commands can make calls again. Type yes to resume: ',
      never,
    )
    if (typed?.trim().toLowerCase() !== 'yes')
      return complain(
        context,
        failure('emergency-stop.refused', 'Everything remains stopped.'),
        json,
      )
  }
  const lifted = await withProof(call, way.value, never, (proof) =>
    session.call('emergency-stop.resume', {
      confirmed: true,
      ...(proof === undefined ? {} : { proof }),
    }),
  )
  if (!lifted.ok) return complain(context, lifted.error, json)
  if (json) printJson(context, { stopped: false })
  else context.out('Calls can run again. Ended runs are not restored.\n')
  return exit.done
}
