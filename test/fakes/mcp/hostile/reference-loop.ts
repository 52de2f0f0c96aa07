// Schemas that refer to themselves without ever getting anywhere (`loop`), and one that rightly
// describes a tree (`tree`).
import { serve } from '../raw-server.ts'

serve({
  tools: () => [
    {
      name: 'loop',
      outputSchema: {
        type: 'object',
        $ref: '#/$defs/a',
        $defs: { a: { $ref: '#/$defs/b' }, b: { $ref: '#/$defs/a' } },
      },
    },
    {
      name: 'tree',
      outputSchema: {
        type: 'object',
        properties: { name: { type: 'string' }, children: { type: 'array', items: { $ref: '#' } } },
        required: ['name'],
      },
    },
  ],
  call: () => ({
    content: [],
    structuredContent: { name: 'root', children: [{ name: 'leaf', children: [] }] },
  }),
})
