// `npm run bench`: installs what is missing and hands over to run.ts on the Node that Gatehouse is
// measured with. Must run on Node 20 with nothing installed: imports only `node:` modules and the
// launcher.
import { realpathSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { childEnv, findNode } from '../../main/host/launch/node.mjs'
import { ensurePackages } from '../../main/host/launch/packages.mjs'
import { runInForeground } from '../../main/host/launch/program.mjs'
import { runMain, say } from '../../main/host/launch/say.mjs'

const root = fileURLToPath(new URL('../../', import.meta.url))

await runMain(async () => {
  await ensurePackages(root)
  const node = findNode(root)
  if (realpathSync(node) !== realpathSync(process.execPath)) {
    say(`started with Node ${process.versions.node}; the benches run on the Node of the packages.`)
  }
  return runInForeground(node, [join(root, 'test', 'bench', 'run.ts'), ...process.argv.slice(2)], {
    env: childEnv(root),
  })
})
