// `gatehouse agents enable` and `disable`: turns an agent that a program made on, with the text that the
// person was shown, or off again.
import { makerText } from '../../../../contract/agent/agent-maker.ts'
import type { WholeAgent } from '../../../../contract/ipc/topics/ipc-own-agents.ts'
import { failure } from '../../../../contract/failure.ts'
import { printJson } from '../command.ts'
import type { Call, Command } from '../command.ts'
import { complain } from '../output/complain.ts'
import { exit } from '../exit.ts'
import { paint, visible, visibleLines } from '../output/show.ts'
import type { Session } from '../session/session.ts'
import { withSession } from '../session/with-session.ts'
import { noAgent, toolLines } from './own-agents.ts'

export const agentsEnable: Command = {
  name: 'agents enable',
  operands: ['NAME'],
  options: [],
  usage: '',
  summary:
    'Turn on an agent that a program made: show its text and what it may do, and ask. Needs a terminal; exit 4 if nobody can be asked',
  run: (call) => withSession(call, (session) => turn(call, session, true)),
}

export const agentsDisable: Command = {
  name: 'agents disable',
  operands: ['NAME'],
  options: [],
  usage: '',
  summary: 'Turn off an agent that a program made: it may do nothing until you enable it again',
  run: (call) => withSession(call, (session) => turn(call, session, false)),
}

async function turn(call: Call, session: Session, on: boolean): Promise<number> {
  const { context, json, operands } = call
  const name = operands[0] ?? ''
  const found = await session.call('own-agents.get', { name })
  if (!found.ok) {
    const listed = await session.call('own-agents.list', {})
    const names = listed.ok ? listed.value.agents.map((agent) => agent.name) : []
    const unknown = found.error.code === 'agent.unknown'
    return complain(context, unknown ? noAgent(name, names) : found.error, json)
  }
  const { agent, text } = found.value
  const already = agent.state === (on ? 'ready' : 'off')
  if (agent.maker.kind !== 'person' && already) {
    if (json) printJson(context, { agent: name, state: agent.state, changed: false })
    else context.out(`${visible(name)} is ${on ? 'on' : 'off'} already.\n`)
    return exit.done
  }
  // What cannot be turned on is refused below, and nobody has to read it.
  if (on && agent.maker.kind !== 'person' && agent.state === 'off') {
    context.note(agentText(found.value, context.color))
    if (!context.terminal) return complain(context, noTerminal, json)
    const said = await context.ask(
      'Type yes to turn it on with this text: ',
      new AbortController().signal,
    )
    if (said?.trim().toLowerCase() !== 'yes') return complain(context, refused, json)
  }
  const turned = await session.call('own-agents.turn', { name, on, seen: text })
  if (!turned.ok) return complain(context, turned.error, json)
  if (json) printJson(context, { agent: name, state: turned.value.agent.state, changed: true })
  else
    context.out(
      on
        ? `${visible(name)} is on, with the text that you have seen.\n`
        : `${visible(name)} is off.\n`,
    )
  return exit.done
}

function agentText({ agent, text, check }: WholeAgent, color: boolean): string {
  const { bold, yellow } = paint(color)
  const { name, maker, untrusted, warnings } = agent
  return [
    `${bold(`The agent ${visible(name)}`)}  made by ${visible(makerText(maker))}`,
    ...(untrusted === null
      ? []
      : [
          `  ${yellow(`Its maker had read text from ${visible(untrusted)}, which anyone may write.`)}`,
        ]),
    ...warnings.map((warning) => `  ${yellow('!')} ${visible(warning.text)}`),
    '',
    ...visibleLines(text.trimEnd())
      .split('\n')
      .map((line) => `  ${line}`),
    '',
    check.tools.length === 0 ? 'It may use no tool.' : 'What it may use:',
    toolLines(check.tools),
  ].join('\n')
}

const noTerminal = failure(
  'approval.no-terminal',
  'Nothing was done: a person has to read the text above, and there is no terminal.',
  'Run this in a terminal, or turn the agent on in the window under Agents.',
)
const refused = failure('agent.refused', 'Nothing was done: the agent stays off.')
