// A well-behaved server on the newer SDK: it speaks the newest revision and asks inside of its
// answers.
import { McpServer } from '@modelcontextprotocol/server'
import { serveStdio } from '@modelcontextprotocol/server/stdio'
import { z } from 'zod'

const words = (text: string) => ({ content: [{ type: 'text' as const, text }] })
serveStdio(() => {
  const server = new McpServer({ name: 'v2', version: '2.0.0' })
  server.registerTool(
    'echo',
    { description: 'Says it again.', inputSchema: z.object({ text: z.string() }) },
    ({ text }) => words(text),
  )
  return server
})
