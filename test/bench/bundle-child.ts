// The process of a WASI module as it is shipped: in two files.
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { build } from 'vite'

/** @returns the script of the child, in this folder */
export async function bundleChild(folder: string): Promise<string> {
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, 'package.json'), '{"type":"module"}')
  const root = join(import.meta.dirname, '..', '..')
  const child = join(root, 'main/sandbox/wasi/child')
  await build({
    root,
    configFile: false,
    logLevel: 'warn',
    publicDir: false,
    ssr: { noExternal: true },
    build: {
      ssr: true,
      target: 'node24',
      outDir: folder,
      emptyOutDir: false,
      rolldownOptions: {
        input: { 'wasi-child': join(child, 'main.ts'), 'wasi-worker': join(child, 'worker.ts') },
        output: { format: 'es', entryFileNames: '[name].js' },
      },
    },
  })
  return join(folder, 'wasi-child.js')
}
