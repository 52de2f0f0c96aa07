// The floor plan of docs/plan.md as a table: which module may import what. Default deny: what no
// line allows is an error.

export type Module = {
  /** A folder, or one file. The longest that fits a file is its module. */
  readonly at: string
  /** Modules it may import besides itself; '*' means every module. */
  readonly modules: readonly string[]
  /** Whether it may import Node's own modules (some of them have owners, see below). */
  readonly node: boolean
}

const pure = (at: string, ...modules: string[]): Module => ({ at, modules, node: false })
const withNode = (at: string, ...modules: string[]): Module => ({ at, modules, node: true })

const sharedByHosts = [
  'channel-rows',
  'client-connection',
  'heap-growth',
  'last-handler',
  'line-client',
  'line-cutter',
  'lock',
  'lock-guard',
  'lock-owner',
  'open-page',
  'own-folder',
  'peer-user',
  'local-client',
  'local-socket',
  'socket-connection',
  'socket-limits',
  'socket-requests',
  'socket-wire',
  'start-mark',
].map((name) => `main/host/${name}.ts`)
const HEAP_GROWTH = 'main/host/heap-growth.ts'
const facts = [
  'main/policy/policy-facts.ts',
  'main/policy/quick-facts.ts',
  'main/policy/parse-quickly.ts',
]
// What is known of a Gatehouse that does not run.
const atRest = 'main/wiring/at-rest'
const folder = 'main/workspace/workspace-problem.ts'
const restore = 'main/recovery/restore-backup.ts'
// How a text is made visible, in the window and on the command line alike.
const hiding = ['contract/hidden-characters.ts', 'contract/look-alikes.ts']
// Builds the image of commands while no app runs.
const image = 'main/sandbox/container/image.ts'
const forHosts = [
  'contract',
  'main/config',
  'main/host/app.ts',
  'main/wiring/app.ts',
  'main/wiring/safe-mode.ts',
  'main/host/page',
  'package.json',
  ...sharedByHosts,
]

export const MODULES: readonly Module[] = [
  pure('contract'),
  ...hiding.map((at) => pure(at)),
  pure('tools', 'contract'),

  pure('main/gate', 'contract'),
  pure('main/command', 'contract'),
  withNode('main/provenance', 'contract'),
  // Replaces files of ours whole and durably: the one way to do that.
  withNode('main/disk'),
  // Where the program of a thread lies, for all that start one.
  withNode('main/threads'),
  // The life of a call, all of it.
  withNode('main/pipeline', 'contract', 'main/gate', 'main/provenance'),
  // What a lasting answer brings about is measured by the gate.
  withNode('main/approvals', 'contract', 'main/gate'),
  withNode('main/journal', 'contract', 'main/disk'),
  withNode('main/store', 'contract'),
  withNode('main/registry', 'contract'),
  withNode('main/sandbox', 'contract', 'main/threads', image),
  withNode(image, 'contract', 'main/sandbox'),
  withNode('main/undo', 'contract', 'main/disk', 'main/threads'),
  withNode('main/egress', 'contract'),
  withNode('main/secrets', 'contract', 'main/disk', 'main/threads'),
  withNode('main/accounts', 'contract'),
  withNode('main/browsing', 'contract'),
  withNode('main/terminals', 'contract'),
  withNode('main/mail', 'contract'),
  // Rows leave with the hashes of the journal's chain.
  withNode('main/fleet', 'contract', 'main/journal', 'main/fleet/schema'),
  // Printed by the command line for an administrator.
  withNode('main/fleet/schema', 'contract'),
  // What an organisation signs for its machines.
  withNode('main/bundle', 'contract', 'main/disk'),
  // Which elements nobody would see is said once.
  withNode('main/reading', 'contract', 'tools', 'main/threads'),
  // Jobs that are kept to run later.
  withNode('main/schedule', 'contract'),
  // What comes in from outside by webhooks.
  withNode('main/inbound', 'contract'),
  // Passages of the workspace's files.
  withNode('main/documents', 'contract'),
  // What is kept for the person.
  withNode('main/records', 'contract'),
  // Pages of a browser that may come back after a restart.
  withNode('main/pages', 'contract'),
  withNode('main/model', 'contract'),
  withNode('main/agent', 'contract'),
  withNode('main/mcp', 'contract'),
  withNode('main/plugins', 'contract'),
  // What the command line does without an app.
  pure('main/plugins/new-plugin.ts', 'contract'),
  withNode('main/plugins/pack-plugin.ts', 'contract'),
  withNode('main/plugins/write-plugin.ts', 'contract', 'main/plugins/new-plugin.ts'),
  // The command line writes other agents' files and answers their hooks itself.
  withNode('main/clients/connect', 'contract', 'main/clients/hook', 'main/disk'),
  // What other agents' settings let run unasked.
  withNode('main/clients/audit', 'contract', 'main/clients/connect', 'main/clients/hook'),
  withNode('main/clients/hook', 'contract'),
  withNode('main/clients/import-export', 'contract'),
  withNode('main/config', 'contract', 'main/disk'),
  withNode('main/ipc', 'contract'),
  withNode('main/workspace', 'contract', 'main/config', 'main/sandbox'),

  // Composing by hand: only what is below knows more than one module.
  withNode('main/wiring', '*'),
  withNode('main/wiring/app.ts', '*'),
  withNode('main/wiring/safe-mode.ts', '*'),
  withNode(atRest, '*'),
  withNode('main/services', '*'),
  withNode('main/policy', '*'),
  withNode('main/rehearsal', '*'),
  withNode('main/recovery', '*'),
  // Puts a backup back where no app runs: joins the journal and the store as compose.ts does.
  withNode(
    restore,
    'contract',
    'main/config',
    'main/disk',
    'main/journal',
    'main/store',
    'main/host/lock.ts',
  ),
  withNode('main/host', '*'),
  // What a host is given, and what the hosts share.
  pure('main/host/app.ts', 'contract'),
  ...sharedByHosts
    .filter((file) => file !== HEAP_GROWTH)
    .map((file) => withNode(file, 'contract', 'main/host/app.ts', ...sharedByHosts)),
  withNode(HEAP_GROWTH, 'main/host/launch'),
  withNode('main/host/own-socket.ts'),
  // What a configuration is checked against, also where no app is composed.
  ...facts.map((file) =>
    pure(
      file,
      'contract',
      'tools',
      'main/config',
      'main/egress',
      'main/gate',
      'main/clients/hook',
      'main/secrets',
      folder,
      ...facts,
    ),
  ),
  withNode(folder, 'main/config', 'main/sandbox', 'main/workspace'),
  withNode(
    'main/host/bridge',
    'main/host/launch',
    'main/host/last-handler.ts',
    'main/host/line-cutter.ts',
    'main/host/start-mark.ts',
    'main/config',
    'main/threads',
  ),
  withNode('main/host/headless', ...forHosts),
  // Its own small files are replaced whole, too.
  withNode('main/host/electron', ...forHosts, 'main/disk'),
  withNode('main/host/browser', ...forHosts, 'main/pages'),
  // Serves the browser host, with the flags of the launcher, and reads the journal of an app that
  // does not run.
  withNode(
    'main/host/cli',
    ...forHosts,
    ...hiding,
    ...facts,
    folder,
    atRest,
    'main/host/browser',
    'main/host/bridge',
    'main/fleet/schema',
    // Builds, signs and checks bundles without an app.
    'main/bundle',
    'main/host/launch',
    'main/journal',
    'main/secrets',
    'main/store',
    restore,
    image,
    'main/clients/audit',
    'main/clients/connect',
    'main/clients/hook',
    'main/plugins/new-plugin.ts',
    'main/plugins/pack-plugin.ts',
    'main/plugins/write-plugin.ts',
    // Compiled code is replaced whole.
    'main/disk',
    'main/host/hook',
    'main/host/exec',
  ),
  // An agent's shell starts it for each command: it reads next to nothing.
  withNode(
    'main/host/exec',
    'contract',
    'main/config',
    'main/host/last-handler.ts',
    'main/host/own-socket.ts',
  ),
  withNode(
    'main/host/hook',
    'contract',
    'main/config',
    'main/host/last-handler.ts',
    'main/host/own-socket.ts',
    'main/clients/hook',
    'main/wiring/safe-mode.ts',
    'package.json',
  ),
  // Files and headers of the page, the same for both hosts that show it.
  withNode('main/host/page', 'contract'),
  // Runs before anything is installed.
  withNode('main/host/launch'),

  pure('preload', 'contract'),

  pure('renderer/bridge', 'contract'),
  pure('renderer/state', 'contract', 'renderer/bridge'),
  pure('renderer/ui', ...hiding),
  pure('renderer/features', 'contract', 'renderer/bridge', 'renderer/state', 'renderer/ui'),
  pure(
    'renderer/app',
    'contract',
    'renderer/bridge',
    'renderer/state',
    'renderer/ui',
    'renderer/features',
    'renderer/theme',
  ),
  pure('renderer/theme'),
  pure('renderer/css.d.ts'),
  pure('renderer/vite.d.ts'),

  withNode('test', '*'),
  // Read for the version only.
  pure('package.json'),
  // The commands that get a file of their own are listed beside them.
  withNode('build.mjs', 'main/host/launch', 'main/host/cli'),
  withNode('release.mjs', 'main/host/launch', 'sbom.mjs'),
  withNode('pack.mjs', 'main/host/launch'),
  withNode('sbom.mjs', 'main/host/launch'),
  // What packers read: pictures, scripts of packages, and the hook that adds the command line.
  withNode('build', 'main/host/launch'),
  // Writes what is made from the contract.
  withNode('schemas', 'main/config', 'main/host/cli'),
  // Plugins as people write them: they know nothing of Gatehouse.
  withNode('examples/plugins'),
  withNode('playwright.config.ts', 'test'),
  withNode('vitest.config.ts', 'main/host/launch'),
  withNode('renderer/vite.config.ts'),
]

/**
 * A folder here holds modules that are all alike: each of its folders is separate and never imports
 * the one beside it.
 */
export const ISOLATED: readonly string[] = ['renderer/features']

const RENDERER = [
  'renderer/bridge',
  'renderer/state',
  'renderer/ui',
  'renderer/features',
  'renderer/app',
]
const CONFIGS = [
  'build.mjs',
  'main/host/launch/dev-server.mjs',
  'playwright.config.ts',
  'vitest.config.ts',
  'renderer/vite.config.ts',
]

/**
 * Who may import a package, or a module of Node that reaches out of the process. A name ending in
 * `/` stands for everything that begins with it. Tests may import everything. A package that is not
 * here may be imported by nobody.
 */
export const OWNERS: Readonly<Record<string, readonly string[]>> = {
  electron: ['main/host/electron', 'preload'],
  'electron-updater': ['main/host/electron'],
  'better-sqlite3': ['main/store'],
  undici: ['main/egress'],
  'playwright-core': ['main/browsing'],
  'ipaddr.js': ['main/egress'],
  tldts: ['main/egress'],
  unbash: ['main/command'],
  '@mozilla/readability': ['main/reading'],
  linkedom: ['main/reading'],
  croner: ['contract/schedule'],
  'ical.js': ['tools'],
  'postal-mime': ['main/mail'],
  pg: ['main/fleet'],
  'pg-copy-streams': ['main/fleet'],
  '@opentelemetry/': ['main/fleet'],
  htmlparser2: ['main/egress', 'tools'],
  ws: ['main/host/browser'],
  '@ai-sdk/': ['main/model'],
  '@anthropic-ai/': ['main/sandbox'],
  '@secretlint/': ['main/secrets'],
  '@modelcontextprotocol/': ['main/mcp'],
  '@cfworker/json-schema': ['main/mcp'],
  'smol-toml': ['main/clients'],
  'toml-eslint-parser': ['main/plugins'],
  'jsonc-parser': ['main/mcp', 'main/clients', 'tools'],
  yaml: [
    ...['main/config', 'main/clients', 'tools', 'build', 'main/host/electron/updates'],
    'renderer/features',
  ],
  zod: ['contract', 'tools', 'main', 'renderer/bridge', 'renderer/state'],

  zustand: ['renderer/state'],
  react: RENDERER,
  'react-dom': ['renderer/app'],
  '@base-ui/react': RENDERER,
  '@codemirror/': ['renderer/features'],
  '@lezer/highlight': ['renderer/features'],
  '@tanstack/': ['renderer/ui', 'renderer/features'],
  'lucide-react': RENDERER,
  'react-markdown': ['renderer/ui', 'renderer/features'],
  'remark-gfm': ['renderer/ui', 'renderer/features'],
  clsx: RENDERER,
  diff: ['tools', 'renderer/ui', 'renderer/features', 'main/host/cli'],
  wouter: ['renderer/features', 'renderer/app'],

  'electron-builder': ['pack.mjs'],

  vite: CONFIGS,
  vitest: CONFIGS,
  '@vitejs/plugin-react': CONFIGS,
  '@playwright/test': CONFIGS,

  // One client goes out to the network, one module starts processes; the hosts listen, and hand over
  // to a browser.
  'node:child_process': [
    'main/sandbox',
    'main/host',
    'main/disk/sync-file-system.ts',
    'main/disk/give-only-modes.ts',
  ],
  'node:net': ['main/egress', 'main/host', 'main/sandbox/spawner'],
  'node:http': ['main/egress', 'main/host', 'main/mcp/gateway', 'main/inbound'],
  'node:https': [],
  'node:http2': [],
  'node:tls': ['main/egress'],
  // Hears the questions of a sandbox's own network; sends nothing out.
  'node:dgram': ['main/sandbox/spawner/direct-attempts.ts'],
  'node:dns': ['main/egress'],
  'node:cluster': [],
  // Interrupts a regular expression that goes back for too long, which is no wall and not used as
  // one; and the only object of Node's other heap that can be made without a device or a file.
  'node:vm': [
    'main/sandbox/search/in-time.ts',
    'main/inbound/pattern-match.ts',
    'main/wiring/idle-collection.ts',
    // A look from the code that an earlier one compiled.
    'main/host/cli/quick/run-quick-file.ts',
  ],
  'node:wasi': [],
}

/**
 * Where programs begin. Every other file of the product is imported by one of its files, or it is
 * not needed.
 */
export const ENTRIES: readonly string[] = [
  'main/host/electron/main.ts',
  'main/host/browser/main.ts',
  'main/host/cli/main.ts',
  // Small, and started by agents before each call.
  'main/host/hook/main.ts',
  'main/host/exec/main.ts',
  // Light on purpose: see bridge/main.ts; and what it starts, by path.
  'main/host/bridge/main.ts',
  'main/host/headless/main.ts',
  // A thread of its own, started by path.
  'main/undo/worker.ts',
  'main/store/backup-worker.ts',
  'main/sandbox/search/worker.ts',
  'main/wiring/execution/servers/scan-worker.ts',
  'main/wiring/execution/staging/trim-worker.ts',
  'main/reading/page-worker.ts',
  'main/secrets/long-text/worker.ts',
  // Programs of their own, started by path: see spawner/child-helper.ts.
  'main/sandbox/spawner/main.ts',
  'main/sandbox/spawner/relay.ts',
  // Plugins that people copy.
  'examples/plugins/find_todos.mjs',
  // A program of its own and its thread: see wasi/own-run.ts.
  'main/sandbox/wasi/child/main.ts',
  'main/sandbox/wasi/child/worker.ts',
  'main/host/launch/start.mjs',
  'main/host/launch/dev.mjs',
  'main/host/launch/gatehouse.cjs',
  // Reached from gatehouse.cjs by a computed path.
  'main/host/launch/node.mjs',
  'main/host/launch/packages.mjs',
  'main/host/launch/build-state.mjs',
  'preload/preload.ts',
  'renderer/app/main.tsx',
  'contract/everywhere.d.ts',
  'main/sandbox/wasi/child/web-assembly.d.ts',
  'renderer/css.d.ts',
  'renderer/vite.d.ts',
  'schemas/write.ts',
  // Writes the completions and the manual page when the build runs it.
  'main/host/cli/reference/write.ts',
  'release.mjs',
  // Named in electron-builder.yml, and run by hand when the picture has changed.
  'build/after-pack.mjs',
  'build/draw-icons.mjs',
  'build/merge-feeds.mjs',
  'pack.mjs',
  'main/host/electron/updates/sign-update.ts',
  ...CONFIGS,
]

/** Exports that only the named files may take, no matter who else may import the module. */
export const SEALED: readonly {
  readonly module: string
  readonly name: string
  readonly files: readonly string[]
}[] = [
  // A rehearsal spends its permit on powers that reach a throw-away copy and nothing else.
  {
    module: 'main/gate/permit.ts',
    name: 'mint',
    files: [
      'main/pipeline/execute.ts',
      'main/pipeline/rehearse.ts',
      'main/pipeline/staging/stage.ts',
      'main/pipeline/staging/write-staged.ts',
    ],
  },
  { module: 'main/gate/permit.ts', name: 'spend', files: ['main/pipeline/run-tool.ts'] },
  // Those who wait for an answer belong to the pipeline alone.
  {
    module: 'main/pipeline/hold/waiters.ts',
    name: 'openWaiters',
    files: ['main/pipeline/pipeline.ts'],
  },
]
