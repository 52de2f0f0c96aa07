import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    include: ['test/**/*.test.{ts,tsx}'],
    exclude: ['test/e2e/**', 'test/bench/**', 'node_modules/**'],
    // Real processes and disks: a busy machine is slow, not wrong.
    testTimeout: 30_000,
    hookTimeout: 30_000,
    pool: 'forks',
  },
})
