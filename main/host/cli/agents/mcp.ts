// `gatehouse mcp`: Gatehouse as an MCP server on standard input and output. The launcher goes to
// the bridge directly; this is the same for anyone who starts the command line itself.
import type { Command } from '../command.ts'
import { exit } from '../exit.ts'

export const mcp: Command = {
  name: 'mcp',
  operands: [],
  options: ['client'],
  usage: '[--client NAME]',
  summary:
    'Serve an MCP client on standard input and output. Starts Gatehouse if it is not running',
  async run() {
    // It reads the same words, and ends the process itself when its client is gone.
    await import('../../bridge/main.ts')
    return exit.done
  },
}
