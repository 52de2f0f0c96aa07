// `npm run dev`: the window with hot reload, over a browser host that restarts when its sources
// change. For work on Gatehouse only: the page comes from Vite and without the Content Security
// Policy of the real hosts. Must run on Node 20 with nothing installed; what needs packages is in
// dev-server.mjs.
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { engineEnv } from './engine.mjs'
import { childEnv, findNode } from './node.mjs'
import { ensurePackages } from './packages.mjs'
import { runInForeground } from './program.mjs'
import { runMain } from './say.mjs'
import { ensureSandbox } from './system.mjs'

const root = fileURLToPath(new URL('../../../', import.meta.url))

await runMain(async () => {
  await ensurePackages(root)
  await ensureSandbox()
  const server = join(root, 'main', 'host', 'launch', 'dev-server.mjs')
  // What the host and Vite are made of is read and compiled once, not at each start.
  const compiled = { NODE_COMPILE_CACHE: join(root, 'node_modules', '.cache', 'compiled') }
  return runInForeground(findNode(root), [server, ...process.argv.slice(2)], {
    env: { ...compiled, ...engineEnv, ...childEnv(root) },
  })
})
