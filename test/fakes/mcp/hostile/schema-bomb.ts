// Output schemas that take for ever: each level refers twice to the next (`bomb`), one is nested
// deeper than anyone reads (`deep`; a thousand deep when started with `abyss`), one has a pattern
// that backtracks for ever (`pattern`), one points at another machine (`remote`).
import { serve } from '../raw-server.ts'

const levels = 40
const defs = Object.fromEntries(
  Array.from({ length: levels }, (_, n) => [
    `l${n}`,
    n === levels - 1
      ? { type: 'number' }
      : { allOf: [{ $ref: `#/$defs/l${n + 1}` }, { $ref: `#/$defs/l${n + 1}` }] },
  ]),
)
let deep: Record<string, unknown> = { type: 'object' }
for (let n = 0; n < (process.argv[2] === 'abyss' ? 1000 : 45); n += 1) deep = { allOf: [deep] }

serve({
  tools: () => [
    {
      name: 'bomb',
      outputSchema: { type: 'object', properties: { v: { $ref: '#/$defs/l0' } }, $defs: defs },
    },
    { name: 'deep', outputSchema: { type: 'object', allOf: [deep] } },
    {
      name: 'pattern',
      outputSchema: { type: 'object', properties: { v: { type: 'string', pattern: '^(a+)+$' } } },
    },
    {
      name: 'remote',
      outputSchema: {
        type: 'object',
        properties: { v: { $ref: 'http://127.0.0.1:9/schema.json' } },
      },
    },
  ],
  call: (tool) => {
    const v = tool === 'pattern' ? `${'a'.repeat(40)}!` : 1
    return { content: [{ type: 'text', text: 'done' }], structuredContent: { v } }
  },
})
