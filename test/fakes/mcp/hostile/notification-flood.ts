// Pours notifications: `some` five thousand before its answer, `list` a thousand times that its tools have changed, `all` for ever.
import { line, serve, words } from '../raw-server.ts'

const note = (method: string, params = {}): string => JSON.stringify({ jsonrpc: '2.0', method, params })
const log = note('notifications/message', { level: 'info', data: 'again' })
serve({
  tools: () => [{ name: 'some' }, { name: 'list' }, { name: 'all' }],
  call: (tool) => {
    if (tool === 'some') line(Array.from({ length: 5000 }, () => log).join('\n'))
    if (tool === 'list') line(Array.from({ length: 1000 }, () => note('notifications/tools/list_changed')).join('\n'))
    if (tool !== 'all') return words('flooded')
    const chunk = `${log}\n`.repeat(500)
    const more = (): void => {
      while (process.stdout.write(chunk));
      process.stdout.once('drain', more)
    }
    more()
    return undefined
  },
})
