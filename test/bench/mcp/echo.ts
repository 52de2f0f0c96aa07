// The server that every lane of the bench ends at: made of the official library, over its standard
// streams or over HTTP.
import { createServer } from 'node:http'
import { randomUUID } from 'node:crypto'
import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js'
import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js'
import { StreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/streamableHttp.js'
import { z } from 'zod'

const big = 'some words of a long result, one line after the other\n'
  .repeat(20_000)
  .slice(0, 1024 * 1024)

function make(): McpServer {
  const server = new McpServer({ name: 'echo', version: '1.0.0' })
  const readOnlyHint = { readOnlyHint: true, openWorldHint: false }
  server.registerTool(
    'echo',
    {
      description: 'Gives back a text.',
      inputSchema: { text: z.string() },
      annotations: readOnlyHint,
    },
    ({ text }) => ({
      content: [{ type: 'text', text }],
    }),
  )
  server.registerTool(
    'big',
    { description: 'Gives back a megabyte.', inputSchema: {}, annotations: readOnlyHint },
    () => ({
      content: [{ type: 'text', text: big }],
    }),
  )
  return server
}

if (process.argv[2] === 'http') {
  const transports = new Map<string, StreamableHTTPServerTransport>()
  const server = createServer((request, response) => {
    void (async () => {
      const id = request.headers['mcp-session-id']
      let transport = typeof id === 'string' ? transports.get(id) : undefined
      if (transport === undefined) {
        const fresh = new StreamableHTTPServerTransport({
          sessionIdGenerator: randomUUID,
          enableJsonResponse: true,
          onsessioninitialized: (session) => void transports.set(session, fresh),
        })
        // The library's own types do not agree with exactOptionalPropertyTypes.
        await make().connect(fresh as Parameters<McpServer['connect']>[0])
        transport = fresh
      }
      await transport.handleRequest(request, response)
    })()
  })
  server.listen(0, '127.0.0.1', () => console.log((server.address() as { port: number }).port))
} else await make().connect(new StdioServerTransport())
