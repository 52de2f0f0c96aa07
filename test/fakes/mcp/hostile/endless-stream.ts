// Answers a call with bytes that never end: lines that are no messages (`lines`), or one line
// without an end (`line`).
import { serve } from '../raw-server.ts'

serve({
  tools: () => [{ name: 'lines' }, { name: 'line' }],
  call: (tool) => {
    const chunk = (tool === 'line' ? 'x'.repeat(1024) : `${'x'.repeat(1023)}\n`).repeat(64)
    const more = (): void => {
      while (process.stdout.write(chunk));
      process.stdout.once('drain', more)
    }
    more()
    return undefined
  },
})
