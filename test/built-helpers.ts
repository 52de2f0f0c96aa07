// The two modules that start small programs of ours find them where they are built, when vitest.config.ts
// says where that is.
import { readFileSync } from 'node:fs'
import { registerHooks } from 'node:module'
import { fileURLToPath } from 'node:url'

const startsHelpers = /\/main\/sandbox\/(?:spawner\/child-helper|wasi\/own-run)\.ts$/

if (process.env['GATEHOUSE_BUILT_HELPERS'] !== undefined) {
  const hooks = registerHooks({
    load(url, context, nextLoad) {
      if (!startsHelpers.test(url)) return nextLoad(url, context)
      return {
        format: 'module-typescript',
        shortCircuit: true,
        source: readFileSync(fileURLToPath(url), 'utf8').replaceAll(
          'import.meta.dirname',
          "process.env['GATEHOUSE_BUILT_HELPERS']",
        ),
      }
    },
  })
  await import('../main/sandbox/spawner/child-helper.ts')
  await import('../main/sandbox/wasi/own-run.ts')
  hooks.deregister()
}
