// Ends by itself as soon as it has said who it is.
import { serve } from '../raw-server.ts'

process.stderr.write('fatal: cannot open the display\n')
serve({
  tools: () => [],
  first: ({ method }) => {
    if (method === 'tools/list') process.exit(3)
    return false
  },
})
