// A server on the official library that asks during its calls: for a model's answer, for words of the
// person, and for a secret.
import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js'
import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js'

const server = new McpServer({ name: 'asking', version: '1.0.0' }, { capabilities: {} })
const words = (text: string) => ({ content: [{ type: 'text' as const, text }] })

server.registerTool('choose', { description: 'Chooses with the person.' }, async () => {
  const { action, content } = await server.server.elicitInput({
    message: 'Which colour, and how many?',
    requestedSchema: {
      type: 'object',
      properties: {
        colour: { type: 'string', title: 'Colour' },
        count: { type: 'integer', title: 'Count', minimum: 1 },
      },
      required: ['colour'],
    },
  })
  return words(`${action} ${JSON.stringify(content ?? null)}`)
})
server.registerTool('sign_on', { description: 'Signs on.' }, async () => {
  const { action, content } = await server.server.elicitInput({
    message: 'Your password, please.',
    requestedSchema: { type: 'object', properties: { password: { type: 'string' } } },
  })
  return words(`${action} ${JSON.stringify(content ?? null)}`)
})
server.registerTool('sum_up', { description: 'Sums up by a model.' }, async () => {
  const { content } = await server.server.createMessage({
    messages: [{ role: 'user', content: { type: 'text', text: 'Sum up the minutes.' } }],
    maxTokens: 50,
  })
  return words(`The model said: ${JSON.stringify(content)}`)
})

process.stdin.on('end', () => process.exit(0))
await server.connect(new StdioServerTransport())
