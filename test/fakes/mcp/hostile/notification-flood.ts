// Pours notifications: `some` five thousand before its answer, `list` a thousand times that its
// tools have changed, `all` for ever. `checks` says how often its tools were listed.
import { line, serve, words } from '../raw-server.ts'

const note = (method: string, params = {}): string =>
  JSON.stringify({ jsonrpc: '2.0', method, params })
const log = note('notifications/message', { level: 'info', data: 'again' })
let checks = 0
serve({
  tools: () => [{ name: 'some' }, { name: 'list' }, { name: 'all' }, { name: 'looks' }],
  first: ({ method }) => {
    if (method === 'tools/list') checks += 1
    return false
  },
  call: (tool) => {
    if (tool === 'some') line(Array.from({ length: 5000 }, () => log).join('\n'))
    if (tool === 'list')
      line(Array.from({ length: 1000 }, () => note('notifications/tools/list_changed')).join('\n'))
    if (tool === 'looks') return words(String(checks))
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
