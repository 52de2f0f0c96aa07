// A well-behaved server with resources, a template, prompts, and a tool whose answer leads to its
// resources.
import { McpServer, ResourceTemplate } from '@modelcontextprotocol/sdk/server/mcp.js'
import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js'
import { z } from 'zod'

const server = new McpServer({ name: 'library', version: '1.0.0' })

const note = { description: 'A note.', mimeType: 'text/plain' }
server.registerResource('one', 'note://one', note, () => ({
  contents: [
    {
      uri: 'note://one',
      mimeType: 'text/plain',
      text: 'The first note. The key is ghp_0123456789abcdefghijklmnopqrstuvwxyzAB.\u001b[1m',
    },
    { uri: 'note://one/bytes', blob: 'AAECAw==' },
  ],
}))
server.registerResource(
  'any',
  new ResourceTemplate('note://by-id/{id}', { list: undefined }),
  note,
  (uri, { id }) => ({
    contents: [{ uri: uri.href, text: `Note ${String(id)}.` }],
  }),
)
server.registerPrompt(
  'greet',
  { description: 'A greeting.', argsSchema: { name: z.string() } },
  ({ name }) => ({
    messages: [
      { role: 'user', content: { type: 'text', text: `Greet ${name}.` } },
      { role: 'assistant', content: { type: 'text', text: 'Gladly.' } },
    ],
  }),
)
server.registerTool(
  'find_notes',
  { description: 'Finds notes.', inputSchema: {}, annotations: { readOnlyHint: true } },
  () => ({
    content: [
      { type: 'resource_link', uri: 'note://by-id/7', name: 'seven' },
      { type: 'resource_link', uri: 'https://example.com/', name: 'elsewhere' },
    ],
  }),
)
server.registerTool(
  'list_more',
  { description: 'Offers one more.', inputSchema: {}, annotations: { readOnlyHint: true } },
  () => {
    server.registerResource('two', 'note://two', note, () => ({
      contents: [{ uri: 'note://two', text: 'The second note.' }],
    }))
    return { content: [{ type: 'text', text: 'offered' }] }
  },
)

process.stdin.on('end', () => process.exit(0))
await server.connect(new StdioServerTransport())
