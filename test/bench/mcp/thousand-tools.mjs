// An MCP server over standard streams that offers a thousand tools, without any library: it runs in
// the sandbox, where only its own folder is seen.
import { createInterface } from 'node:readline'

const inputSchema = {
  type: 'object',
  properties: {
    query: { type: 'string', description: 'What to look for.' },
    limit: { type: 'integer', minimum: 1, maximum: 100 },
  },
  required: ['query'],
}
const verbs = ['list', 'find', 'count', 'create', 'move']
const tools = Array.from({ length: 1_000 }, (_, n) => ({
  name: `${verbs[n % verbs.length]}_things_${n}`,
  description: `${verbs[n % verbs.length]} the things of shelf ${n}, by what is written on them.`,
  inputSchema,
  annotations: { readOnlyHint: n % 5 < 3 },
}))

const lines = createInterface({ input: process.stdin })
lines.on('close', () => process.exit(0))
lines.on('line', (text) => {
  const { id, method } = JSON.parse(text)
  if (id === undefined) return
  const answer = (/** @type {object} */ result) =>
    process.stdout.write(`${JSON.stringify({ jsonrpc: '2.0', id, result })}\n`)
  if (method === 'initialize')
    return answer({
      protocolVersion: '2025-11-25',
      capabilities: { tools: {} },
      serverInfo: { name: 'many', version: '1.0.0' },
    })
  if (method === 'tools/list') return answer({ tools })
  if (method === 'ping') return answer({})
  return process.stdout.write(
    `${JSON.stringify({ jsonrpc: '2.0', id, error: { code: -32_601, message: `Method not found: ${method}` } })}\n`,
  )
})
