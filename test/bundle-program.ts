// One file out of a program of the tests that is started very often: reading a hundred files for
// each start costs more than what it does.
import { basename, join } from 'node:path'
import { build } from 'vite'

/** The file to start; it lies in `folder`. */
export async function bundleProgram(source: string, folder: string): Promise<string> {
  await build({
    configFile: false,
    logLevel: 'error',
    publicDir: false,
    ssr: { noExternal: true, external: ['better-sqlite3', '@anthropic-ai/sandbox-runtime'] },
    build: {
      ssr: source,
      target: 'node24',
      outDir: folder,
      emptyOutDir: false,
      minify: false,
      rolldownOptions: {
        output: { entryFileNames: '[name].mjs', chunkFileNames: '[name]-[hash].mjs' },
      },
    },
  })
  return join(folder, basename(source).replace(/\.ts$/, '.mjs'))
}
