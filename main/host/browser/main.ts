// Entry of the browser host: out/main/browser.js. The built page lies beside the built main.
import { join } from 'node:path'
import about from '../../../package.json' with { type: 'json' }
import { runBrowser } from './run.ts'

process.exitCode = await runBrowser(process.argv.slice(2), join(import.meta.dirname, '..', 'renderer'), about.version)
