// `gatehouse agents audit`: which tools of the agents on this machine do not pass the gate, and how to mend that.
import { auditAgents } from '../../mcp/connect/audit.ts'
import { printJson } from './command.ts'
import type { Command } from './command.ts'
import { machineOf } from './connect.ts'
import { exit } from './exit.ts'
import { paint, visible } from './show.ts'

export const agentsAudit: Command = {
  name: 'agents audit',
  operands: [],
  options: [],
  usage: '',
  summary: 'which tools of other agents on this machine do not pass the gate, where that is set, and how to mend it',
  async run(call) {
    const { world, json } = call
    const agents = await auditAgents(machineOf(call))
    const open = agents.some(({ findings }) => findings.length > 0)
    if (json) printJson(world, { agents, open })
    else if (agents.length === 0) world.out('No configuration of an agent was found here.\n')
    else {
      const { bold, green } = paint(world.color)
      for (const { title, findings } of agents) {
        world.out(`${bold(title)}${findings.length === 0 ? `  ${green('everything found here passes the gate')}` : ''}\n`)
        for (const { file, line, text, mend } of findings)
          world.out(`  ${visible(text)}\n    ${visible(file)}${line === null ? '' : `:${line}`}\n    ${visible(mend)}\n`)
      }
      world.note('Flags on the command line of an agent, such as --dangerously-skip-permissions, cannot be seen from its files.\n')
    }
    return open ? exit.failed : exit.done
  },
}
