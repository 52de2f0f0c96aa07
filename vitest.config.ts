import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { defineConfig } from 'vitest/config'
import { isBuilt } from './main/host/launch/build-state.mjs'

// What the programs that tests start are made of is compiled once, not for each of them.
process.env['NODE_COMPILE_CACHE'] ??= join(import.meta.dirname, 'node_modules/.cache/compiled')

// The small programs that main starts hundreds of times are those that ship, where they are built
// from these very sources: from the sources each start reads and compiles them all.
const once = process.argv.includes('run')
if (once && isBuilt(import.meta.dirname))
  process.env['GATEHOUSE_BUILT_HELPERS'] = join(import.meta.dirname, 'out/main')

/** A long form has hours: one that a busy machine makes slow is not wrong. */
const mostMs = process.env['GATEHOUSE_SOAK'] === '1' ? 7_200_000 : 600_000

/**
 * Node loads our sources as they are, so it does in a run: Vite would rewrite each of them, and
 * hand it to each process (decision 88). A watching run has Vite, which knows what a change reaches.
 */
const byNode = { experimental: { viteModuleRunner: !once, nodeLoader: false } }

const everything = ['test/**/*.test.{ts,tsx}']
const arch = ['test/arch/**/*.test.ts']
const never = ['test/e2e/**', 'test/bench/**', 'node_modules/**']
/**
 * Tests of functions: no program is started, no environment or working folder changed. They share
 * their threads, so that a module is loaded once and not once for each file.
 */
const pure = [
  'agent',
  'approvals',
  'config',
  'gate',
  'ipc',
  'mcp/trust',
  'model',
  'pipeline',
  'provenance',
  'tools',
].map((folder) => `test/${folder}/**/*.test.{ts,tsx}`)

/** They use what is written in JSX, which Node does not read: Vite loads it for them. */
const jsx = ['test/renderer/**/*.test.ts', 'test/wiring/service-tools.test.ts']

export default defineConfig({
  test: {
    // Real processes and disks: a busy machine is slow, not wrong.
    testTimeout: mostMs,
    hookTimeout: mostMs,
    // Who waits for something waits until it is there: a short patience fails only where much else
    // runs.
    expect: { poll: { timeout: 240_000 } },
    // Half of the time goes by waiting for processes and disks: three files at once even where there
    // are two cores.
    maxWorkers: Math.max(3, availableParallelism() - 1),
    // CI machines are shared and noisy. A test that needs its second try there is named in the
    // summary; at home it is red.
    retry: process.env['CI'] === undefined ? 0 : 1,
    // Snapshots are compared; whoever means to change one says -u.
    update: 'none',
    tags: [
      {
        name: 'whole',
        description: 'Only in `npm run test:whole` and where a part is named (decision 64).',
      },
    ],
    runner: './test/runner.ts',
    setupFiles: ['./test/seed.ts'],
    projects: [
      {
        extends: true,
        test: {
          name: 'pure',
          include: pure,
          exclude: [...never, ...jsx],
          pool: 'threads',
          isolate: false,
          ...byNode,
        },
      },
      {
        extends: true,
        test: {
          name: 'jsx',
          include: jsx,
          exclude: never,
          pool: 'forks',
          isolate: false,
        },
      },
      {
        extends: true,
        test: {
          name: 'arch',
          include: arch,
          exclude: never,
          pool: 'threads',
          isolate: false,
          ...byNode,
        },
      },
      {
        extends: true,
        test: {
          name: 'processes',
          include: everything,
          exclude: [...never, ...pure, ...jsx, ...arch],
          // A file after another in one process, so that a module is loaded once: whoever changes
          // the environment or the working folder puts it back.
          pool: 'forks',
          isolate: false,
          setupFiles: ['./test/built-helpers.ts'],
          ...byNode,
        },
      },
    ],
  },
})
