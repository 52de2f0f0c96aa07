// `npm run test:soak`: every test that has a long form, in that form (they import test/soak.ts).
// Names of files or folders narrow it: `npm run test:soak -- test/faults`.
import { readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { ensureBuilt } from '../main/host/launch/build-state.mjs'
import { findNode, plainEnv } from '../main/host/launch/node.mjs'
import { ensurePackages } from '../main/host/launch/packages.mjs'
import { run } from '../main/host/launch/program.mjs'
import { CannotGoOn, runMain } from '../main/host/launch/say.mjs'
import { ensureSandbox } from '../main/host/launch/system.mjs'

const root = fileURLToPath(new URL('../', import.meta.url))
const LIMIT_MS = 6 * 3_600_000

await runMain(async () => {
  await ensurePackages(root)
  await ensureSandbox()
  await ensureBuilt(root)
  const named = process.argv.slice(2)
  const files = readdirSync(join(root, 'test'), { recursive: true, encoding: 'utf8' })
    .map((name) => join('test', name))
    .filter(
      (name) =>
        /\.test\.tsx?$/.test(name) &&
        !name.includes('node_modules') &&
        /\/soak\.ts'$/m.test(readFileSync(join(root, name), 'utf8')),
    )
    .filter((name) => named.length === 0 || named.some((word) => name.includes(word)))
  if (files.length === 0) throw new CannotGoOn('no test of that name has a long form.')
  const vitest = join(root, 'node_modules', 'vitest', 'vitest.mjs')
  // One file at a time: each measures or kills what would disturb the next.
  const args = [vitest, 'run', '--no-file-parallelism', ...files]
  const { code } = await run(findNode(root), args, {
    cwd: root,
    env: { ...plainEnv(root), GATEHOUSE_SOAK: '1' },
    timeoutMs: LIMIT_MS,
    show: true,
  })
  return code ?? 1
})
