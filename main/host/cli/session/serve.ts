// `gatehouse serve`: the browser host, in this process.
import type { Command } from '../command.ts'

export const serve: Command = {
  name: 'serve',
  operands: [],
  options: ['port', 'no-open', 'mcp-port', 'webhook-port'],
  usage: '[--port N] [--no-open] [--mcp-port N] [--webhook-port N]',
  summary: 'Start Gatehouse for a browser on this machine',
  run: ({ context, options }) =>
    context.serve(
      [...options].flatMap(([name, value]) =>
        value === '' ? [`--${name}`] : [`--${name}`, value],
      ),
    ),
}
