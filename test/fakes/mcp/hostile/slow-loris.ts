// Answers the handshake one byte at a time and never to its end (`handshake`), or does the same
// with a call.
import { serve, words } from '../raw-server.ts'

const drip = (text: string): void => {
  let at = 0
  setInterval(() => process.stdout.write(text[at++] ?? ' '), 200)
}
const inHandshake = process.argv[2] === 'handshake'

serve({
  tools: () => [{ name: 'slow' }, { name: 'quick' }],
  first: ({ id, method }) => {
    if (!inHandshake || (method !== 'initialize' && method !== 'server/discover')) return false
    drip(`{"jsonrpc":"2.0","id":${JSON.stringify(id)},"result":{`)
    return true
  },
  call: (tool, _args, { id }) => {
    if (tool === 'quick') return words('here')
    drip(`{"jsonrpc":"2.0","id":${JSON.stringify(id)},"result":{`)
    return undefined
  },
})
