// A server of the older era as some are: it greets, and ends at any question that comes before
// `initialize`.
import { serve, words } from '../raw-server.ts'

process.stdout.write('Listening on standard streams …\n')
let met = false
serve({
  tools: () => [{ name: 'echo' }],
  first: ({ method }) => {
    if (method === 'initialize') met = true
    if (!met) process.exit(1)
    return false
  },
  call: () => words('met'),
})
