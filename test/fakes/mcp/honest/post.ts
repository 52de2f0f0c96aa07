// A server with one tool, which sends what it is given to somebody else. It says so.
import { serve } from '../raw-server.ts'

serve({
  tools: () => [
    {
      name: 'post_note',
      description: 'Posts a note to the board.',
      inputSchema: { type: 'object', properties: { text: { type: 'string' } } },
      annotations: { readOnlyHint: false, openWorldHint: true },
    },
  ],
})
