import { availableParallelism } from 'node:os'
import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    include: ['test/**/*.test.{ts,tsx}'],
    exclude: ['test/e2e/**', 'test/bench/**', 'node_modules/**'],
    // Real processes and disks: a busy machine is slow, not wrong.
    testTimeout: 30_000,
    hookTimeout: 30_000,
    pool: 'forks',
    // Most of the time goes by waiting for processes and disks: two files at once even where there are two cores.
    maxWorkers: Math.max(2, availableParallelism() - 1),
    // CI machines are shared and noisy. A test that needs its second try there is named in the summary; at home it is red.
    retry: process.env['CI'] === undefined ? 0 : 1,
    setupFiles: ['./test/seed.ts'],
  },
})
