// A well-behaved server that reads, writes and runs what it is told to, and holds it for a moment,
// so that it can be seen.
import { spawnSync } from 'node:child_process'
import { closeSync, openSync, writeSync } from 'node:fs'
import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js'
import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js'
import { z } from 'zod'

const server = new McpServer({ name: 'busy', version: '1.0.0' })
const done = { content: [{ type: 'text' as const, text: 'done' }] }
const input = { inputSchema: { at: z.string(), ms: z.number() } }
const hold = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms))

server.registerTool('read', { description: 'Reads.', ...input }, async ({ at, ms }) => {
  const file = openSync(at, 'r')
  await hold(ms)
  closeSync(file)
  return done
})
server.registerTool(
  'write',
  { description: 'Writes, and is quick about it.', ...input },
  async ({ at, ms }) => {
    const file = openSync(at, 'w')
    writeSync(file, 'x')
    closeSync(file)
    await hold(ms)
    return done
  },
)
server.registerTool('run', { description: 'Runs.', ...input }, async ({ at, ms }) => {
  await hold(1)
  spawnSync(at, [String(ms / 1_000)], { stdio: 'ignore' })
  return done
})

process.stdin.on('end', () => process.exit(0))
await server.connect(new StdioServerTransport())
