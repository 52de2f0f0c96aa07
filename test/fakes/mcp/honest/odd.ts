// A server that keeps to the protocol in ways that few do: what it is asked for says which.
import { answer, serve } from '../raw-server.ts'

const way = process.argv[2] ?? ''
serve({
  tools: () => [{ name: 'list_things' }],
  first({ id, method }) {
    if (method !== 'initialize' || way !== 'future') return false
    answer(id, {
      protocolVersion: '2099-01-01',
      capabilities: { tools: {} },
      serverInfo: { name: 'odd', version: '1' },
    })
    return true
  },
})
