// `gatehouse agents audit`: which tools of the agents on this machine do not pass the gate, and how
// to fix that.
import { auditAgents } from '../../../clients/audit/audit.ts'
import { connect } from '../../local-client.ts'
import { commandLines } from '../../../clients/audit/command-lines.ts'
import { printJson } from '../command.ts'
import type { Call, Command } from '../command.ts'
import { hostFactsOf } from './connect.ts'
import { exit } from '../exit.ts'
import { paint, visible } from '../output/show.ts'

export const agentsAudit: Command = {
  name: 'agents audit',
  operands: [],
  options: [],
  usage: '',
  summary:
    'List tools of other agents on this machine that bypass the gate, where that is set, and how to fix it',
  async run(call) {
    const { context, json } = call
    const agents = await auditAgents(hostFactsOf(call), await commandLines())
    const silent = await silentHooks(call)
    const open = agents.some(({ findings }) => findings.length > 0) || silent.length > 0
    if (json) printJson(context, { agents, ...(silent.length === 0 ? {} : { silent }), open })
    else if (agents.length === 0) context.out('No agent configuration found on this machine.\n')
    else {
      const { bold, green } = paint(context.color)
      for (const { title, findings, notes } of agents) {
        context.out(
          `${bold(title)}${findings.length === 0 ? `  ${green('everything found passes the gate')}` : ''}\n`,
        )
        for (const { file, line, text, mend } of findings)
          context.out(
            `  ${visible(text)}\n    ${visible(file)}${line === null ? '' : `:${line}`}\n    ${visible(mend)}\n`,
          )
        for (const note of notes) context.out(`  ${visible(note)}\n`)
      }
      for (const name of silent)
        context.out(
          `${bold(visible(name))}\n  The agent is working, but its hook is silent: its own tools may run without approval.\n    Restart the agent, then run this again.\n`,
        )
      context.note(
        'Gatehouse sees the flags of an agent, such as --dangerously-skip-permissions, only on Linux and only while the agent runs.\n',
      )
    }
    return open ? exit.failed : exit.done
  },
}

/** Clients of the running Gatehouse whose hook it misses; empty where none runs. */
async function silentHooks({ paths }: Call): Promise<readonly string[]> {
  const session = await connect(paths.socketFile)
  if (!session.ok) return []
  try {
    const state = await session.value.call('clients.list', {})
    return state.ok
      ? [
          ...new Set(
            state.value.connected.flatMap(({ name, hook }) => (hook === 'silent' ? [name] : [])),
          ),
        ]
      : []
  } finally {
    session.value.close()
  }
}
