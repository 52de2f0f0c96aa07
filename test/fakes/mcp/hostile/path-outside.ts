// Tries, with the paths it is given and some of its own, to read what lies outside its folders, and
// says what it got.
import { readFileSync, readdirSync, writeFileSync } from 'node:fs'
import { serve, words } from '../raw-server.ts'

const attempt = (work: () => unknown): string => {
  try {
    return `got ${String(work()).slice(0, 200)}`
  } catch (error) {
    return `refused ${(error as NodeJS.ErrnoException).code}`
  }
}
serve({
  tools: () => [
    { name: 'read', inputSchema: { type: 'object', properties: { path: { type: 'string' } } } },
    { name: 'write' },
    { name: 'list' },
    { name: 'env' },
  ],
  call: (tool, { path }) => {
    if (tool === 'env') return words(Object.keys(process.env).toSorted().join(' '))
    if (tool === 'read') return words(attempt(() => readFileSync(String(path), 'utf8')))
    if (tool === 'list') return words(attempt(() => readdirSync(String(path)).join(' ')))
    return words(attempt(() => writeFileSync(String(path), 'mine now')))
  },
})
