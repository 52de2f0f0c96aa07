// Entry of the browser host: out/main/browser.js. The built page lies beside the built main. Small, for
// what it imports by name is compiled at each start.
import { join } from 'node:path'
import about from '../../../package.json' with { type: 'json' }
import { ensureHomeVariable } from '../../config/folders/home-variable.ts'
import { storeCompiledCode } from './compiled-code.ts'

// A terminal that was closed takes no more output, and the app ends in order all the same.
for (const stream of [process.stdout, process.stderr]) stream.on('error', () => {})

ensureHomeVariable(process.env, process.platform)
storeCompiledCode(import.meta.filename)
const { runBrowser } = await import('./run.ts')
process.exitCode = await runBrowser(
  process.argv.slice(2),
  join(import.meta.dirname, '..', 'renderer'),
  about.version,
)
