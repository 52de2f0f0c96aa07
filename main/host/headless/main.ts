// Entry of the app that a bridge starts when none runs: out/main/headless.js. Has no window and
// asks nobody by itself; it ends some time after its last client has gone, keeps running while
// calls wait for a person, and makes space for an app with a window at once: what is held is in the
// store, and the bridges find the other one.
import { withHint } from '../../../contract/failure.ts'
import { homedir } from 'node:os'
import { parseArgs } from 'node:util'
import about from '../../../package.json' with { type: 'json' }
import { findAppPaths } from '../../config/paths.ts'
import { limitHeapGrowthLater } from '../heap-growth.ts'
import { openLastHandler } from '../last-handler.ts'
import { ensureHomeVariable } from '../../config/folders/home-variable.ts'
import { startEnded } from '../start-mark.ts'
import { workIn } from '../../config/folders/working-folder.ts'
import { openAppSafely } from '../../wiring/safe-mode.ts'

const { values } = parseArgs({
  options: { config: { type: 'string' }, 'linger-seconds': { type: 'string', default: '60' } },
})
const lingerMs = Number(values['linger-seconds']) * 1_000
const { env, platform } = process

const last = openLastHandler()
ensureHomeVariable(env, platform)
const ended = Promise.withResolvers<void>()
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
  process.on(signal, () => ended.resolve())

const paths = findAppPaths({ env, platform, homedir: homedir(), config: values.config })
const app = await openAppSafely({
  host: 'browser',
  paths,
  version: about.version,
  yieldInstance: ended.resolve,
})
// From now on it answers, or the bridges that wait for it say why it does not.
startEnded(paths.runDir, app.ok ? null : app.error)
if (app.ok) {
  workIn(paths.home)
  limitHeapGrowthLater()
  last.join({ noted: app.value.noted, end: app.value.dispose })
  let busyAt = Date.now()
  const searching = setInterval(() => {
    if (app.value.gateway.busy()) busyAt = Date.now()
    else if (Date.now() - busyAt > lingerMs) ended.resolve()
  }, 1_000)
  await ended.promise
  clearInterval(searching)
  await app.value.dispose()
}
if (!app.ok) console.error(`gatehouse: ${withHint(app.error)}`)
process.exit(app.ok ? 0 : 1)
