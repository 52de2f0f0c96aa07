// `npm run build`: everything that runs, into out/. Main and preload are described here, the
// renderer in renderer/vite.config.ts.
import { copyFileSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { build } from 'vite'
import { licencesOf, noteShipped } from './main/host/launch/licences.mjs'
import { markBuilt, sourceHash } from './main/host/launch/build-state.mjs'
import { quickFiles } from './main/host/cli/quick/quick-files.ts'
import { latePackages } from './main/host/launch/late-packages.mjs'
import { lateSchemas } from './main/host/launch/late-schemas.mjs'
import { hostBuiltins } from './main/host/launch/lean-builtins.mjs'
import { buildQuickFiles } from './main/host/launch/quick-files.mjs'
import { run } from './main/host/launch/program.mjs'

const root = import.meta.dirname
const started = performance.now()
// Whoever starts it: test runners have a value of their own, and libraries come in two forms.
process.env['NODE_ENV'] = 'production'
const hash = sourceHash(root)

/**
 * What every Node-side bundle has in common. Packages are bundled, so that out/ runs without
 * node_modules; what cannot be is native (better-sqlite3), the host itself (electron), or only
 * there if somebody installed it (the sandbox library).
 * @type {import('vite').InlineConfig}
 */
const forNode = {
  root,
  configFile: false,
  logLevel: 'warn',
  publicDir: false,
  ssr: {
    noExternal: true,
    external: ['electron', 'better-sqlite3', '@anthropic-ai/sandbox-runtime', 'playwright-core'],
  },
}

/**
 * Importing `node:http` by name reads all of its names, and some of them load the engine's own
 * WebSocket and fetch: 20 to 40 ms of every start, and memory, for what nobody uses. Asked for as
 * an object it does not, so the bundles import this in its place.
 */
const LEAN_HTTP = '\0lean-http'
const httpNames = Object.keys(process.getBuiltinModule('node:http')).filter(
  (name) => !['WebSocket', 'CloseEvent', 'MessageEvent'].includes(name),
)
/** @type {import('vite').Plugin} */
const leanHttp = {
  name: 'lean-http',
  enforce: 'pre',
  resolveId: (id) => (id === 'node:http' || id === 'http' ? LEAN_HTTP : null),
  load: (id) =>
    id === LEAN_HTTP
      ? `const http = process.getBuiltinModule('node:http')\nexport default http\nexport const { ${httpNames.join(', ')} } = http\n`
      : null,
}

/**
 * The engine keeps the text of a file at one byte a character, and at two where one letter of it is
 * beyond Latin-1. The bundler writes strings so; what it leaves are licences in comments, and raw
 * templates of ours.
 * @type {import('vite').Plugin}
 */
const asciiOnly = {
  name: 'ascii-only',
  renderChunk(code, { fileName }) {
    const text = code.replaceAll(/\/\*!.*?\*\//gs, (comment) =>
      comment.replaceAll(/[^\0-\x7f]/g, (unit) => `\\u${hex(unit)}`),
    )
    const beyond = /.{0,60}[^\0-\x7f]/.exec(text)?.[0]
    if (beyond !== undefined)
      this.error(
        `${fileName} has a letter beyond ASCII; write it as \\u${hex(beyond.slice(-1))}: ${beyond}`,
      )
    return text === code ? null : { code: text, map: null }
  },
}
/** @param {string} unit one of UTF-16 */
const hex = (unit) => unit.charCodeAt(0).toString(16).padStart(4, '0')

const SERVE = 'main/host/browser/run.ts'

/**
 * The hosts, in a pass of their own: a file that several entries read becomes one file for each set
 * of them, and beside the command line's hundred entries a host read 260. `serve` is what the command
 * line reads when it becomes a host.
 */
const hosts = {
  electron: 'main/host/electron/main.ts',
  browser: 'main/host/browser/main.ts',
  headless: 'main/host/headless/main.ts',
  serve: SERVE,
}
/** What a host starts as a thread or a process, with no file of the command line among its own. */
const workers = {
  'undo-worker': 'main/undo/worker.ts',
  'backup-worker': 'main/store/backup-worker.ts',
  'search-worker': 'main/sandbox/search/worker.ts',
  'scan-worker': 'main/wiring/execution/servers/scan-worker.ts',
  'trim-worker': 'main/wiring/execution/staging/trim-worker.ts',
  'page-worker': 'main/reading/page-worker.ts',
  'long-text-worker': 'main/secrets/long-text/worker.ts',
  spawner: 'main/sandbox/spawner/main.ts',
  relay: 'main/sandbox/spawner/relay.ts',
  'wasi-child': 'main/sandbox/wasi/child/main.ts',
  'wasi-worker': 'main/sandbox/wasi/child/worker.ts',
}
const others = {
  hook: 'main/host/hook/main.ts',
  exec: 'main/host/exec/main.ts',
  mcp: 'main/host/bridge/main.ts',
}
const preload = { preload: 'preload/preload.ts' }

/**
 * The shared files of a pass lie in a folder beside those of another.
 * @type {import('vite').Plugin}
 */
const serveElsewhere = {
  name: 'serve-elsewhere',
  enforce: 'pre',
  async resolveId(specifier, importer, options) {
    if (!('kind' in options) || options.kind !== 'dynamic-import') return null
    const found = await this.resolve(specifier, importer)
    return found?.id === join(root, SERVE) ? { id: '../serve.js', external: true } : found
  },
}

/**
 * The desktop's archive has the folders of the hosts and their workers, and not that of the command
 * line, which lies beside it (electron-builder.yml).
 * @param {'host' | 'worker' | 'part'} folder of the files that several entries share
 * @param {Readonly<Record<string, string>>} input
 * @param {readonly import('vite').Plugin[]} plugins
 */
const buildMain = (folder, input, plugins) =>
  build({
    ...forNode,
    plugins: [...plugins, asciiOnly, noteShipped(shipped)],
    build: {
      ssr: true,
      target: 'node24',
      outDir: 'out/main',
      // The quick files are there already.
      emptyOutDir: false,
      sourcemap: true,
      minify: false,
      // Libraries that are imported with import() stay in files of their own and are not read at
      // start. The engine keeps the text of all it has loaded: without comments, and at one byte a
      // character, which one letter beyond Latin-1 would make two for its whole file. Lines stay,
      // so that a stack says where.
      rolldownOptions: {
        input,
        // A host imports at its start what the command line reads late, and how long the build's own
        // plugins take helps nobody who waits for a window.
        checks: { ineffectiveDynamicImport: false, bundlerTimings: false },
        output: {
          format: 'es',
          entryFileNames: '[name].js',
          chunkFileNames: `${folder}/[name]-[hash].js`,
          charset: 'ascii',
          comments: { annotation: false, jsdoc: false, legal: true },
        },
      },
    },
  })

/** @type {Set<string>} Folders of the packages that are in a bundle. */
const shipped = new Set()

for (const folder of ['out/main', 'out/compiled'])
  rmSync(join(root, folder), { recursive: true, force: true })
mkdirSync(join(root, 'out/main'), { recursive: true })
const quick = { build, forNode, plugins: [asciiOnly, noteShipped(shipped)] }
const rest = await buildQuickFiles(root, quick, quickFiles)

// All go on when one fails: the person sees every error at once.
const results = await Promise.allSettled([
  buildMain('host', hosts, [hostBuiltins, latePackages, lateSchemas]),
  buildMain('worker', workers, [leanHttp]),
  buildMain('part', { ...others, ...rest }, [leanHttp, serveElsewhere]),
  build({
    ...forNode,
    plugins: [noteShipped(shipped)],
    build: {
      ssr: true,
      target: 'chrome156',
      outDir: 'out/preload',
      sourcemap: true,
      // A sandboxed preload can neither be an ES module nor load a second file.
      // The schemas of contract/ are not used here, only plain values beside them: leave zod out.
      rolldownOptions: {
        input: preload,
        treeshake: { manualPureFunctions: ['z'] },
        output: { format: 'cjs', entryFileNames: '[name].cjs', codeSplitting: false },
      },
    },
  }),
  build({
    configFile: join(root, 'renderer/vite.config.ts'),
    logLevel: 'warn',
    plugins: [noteShipped(shipped)],
    // The window reads its files from this machine.
    build: { chunkSizeWarningLimit: 1000 },
  }),
])
const failures = results.flatMap((result) => (result.status === 'rejected' ? [result.reason] : []))
for (const reason of failures) console.error(reason instanceof Error ? reason.message : reason)
if (failures.length > 0) process.exit(1)
writeFileSync(
  join(root, 'out/renderer/licences.json'),
  JSON.stringify(
    licencesOf(root, shipped, [
      'better-sqlite3',
      'electron',
      '@fontsource-variable/inter',
      '@fontsource-variable/jetbrains-mono',
    ]),
  ),
)
// The completions and the manual page, from the table of commands.
const written = await run(process.execPath, ['main/host/cli/reference/write.ts', 'out/share'], {
  cwd: root,
  timeoutMs: 600_000,
})
if (written.code !== 0) {
  console.error(written.output)
  process.exit(1)
}
// The image of `runner: container` is built from this file, wherever the bundles are.
copyFileSync(
  join(root, 'main/sandbox/container/Containerfile'),
  join(root, 'out/main/Containerfile'),
)
// One file that people pass on, so it is in no bundle.
copyFileSync(
  join(root, 'main/journal/receipts/verify-export.mjs'),
  join(root, 'out/main/verify-export.mjs'),
)
markBuilt(root, hash)
console.log(`Built out/ in ${((performance.now() - started) / 1000).toFixed(1)} s.`)
