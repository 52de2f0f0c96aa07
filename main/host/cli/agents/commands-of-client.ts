// `clients commands`: who runs the commands of a client.
import { failure } from '../../../../contract/failure.ts'
import type { ClientCommands } from '../../../../contract/server/gateway.ts'
import { printJson } from '../command.ts'
import type { Command } from '../command.ts'
import { complain } from '../output/complain.ts'
import { exit } from '../exit.ts'
import { columns } from '../output/show.ts'
import { withEvidence } from '../session/with-evidence.ts'
import { withSession } from '../session/with-session.ts'

export const clientsCommands: Command = {
  name: 'clients commands',
  operands: ['[NAME]', '[sandbox|agent]'],
  options: ['totp'],
  usage: '[--totp CODE]',
  summary:
    "Show or set who runs an agent's shell commands: the sandbox of Gatehouse, or the agent itself. A change must be confirmed",
  run: (call) =>
    withSession(call, async (session) => {
      const { context, json, operands } = call
      const [name, run] = operands
      const state = await session.call('clients.list', {})
      if (!state.ok) return complain(context, state.error, json)
      const known = state.value.commands
      if (name === undefined) {
        if (json) printJson(context, known)
        else context.out(columns(known.map((one) => [one.name, commandsText(one)])))
        return exit.done
      }
      const about = known.find((one) => one.name === name)
      if (run !== 'sandbox' && run !== 'agent')
        return complain(
          context,
          failure('usage', 'Say who runs the commands.', 'Use sandbox or agent.'),
          json,
        )
      if (run === 'sandbox' && about !== undefined && about.gate !== 'rewrite')
        return complain(
          context,
          failure('client.no-rewrite', `${about.title}: ${commandsText(about)}`),
          json,
        )
      const updated = await withEvidence(call, session, false, (evidence) =>
        session.call('clients.commands', { name, run, ...evidence }),
      )
      if (!updated.ok) return complain(context, updated.error, json)
      const now = updated.value.commands.find((one) => one.name === name)
      if (json) printJson(context, now ?? null)
      else context.out(`${name}: ${now === undefined ? run : commandsText(now)}\n`)
      return exit.done
    }),
}

function commandsText({ gate, run, hooked, problem }: ClientCommands): string {
  if (gate === 'none') return 'Gatehouse does not see its shell commands.'
  const unset = hooked ? '' : ' Its hook is not set up: gatehouse connect NAME --hooks.'
  if (gate === 'rehearse')
    return `It runs its shell commands itself, after approval. The card shows a rehearsal.${unset}`
  switch (problem) {
    case 'no-sandbox':
      return 'It runs its shell commands itself, because the sandbox does not work here.'
    case 'ignored':
      return 'It ran a command itself although its hook changed it, so its commands need approval again. Check its other hooks, then set sandbox again.'
    case null:
      return `${run === 'sandbox' ? 'Its shell commands run in the sandbox of Gatehouse.' : 'It runs its shell commands itself, after approval.'}${unset}`
  }
}
