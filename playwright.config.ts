import { defineConfig } from '@playwright/test'
import { findChromium } from './test/chromium.mjs'
import type { HostOptions } from './test/e2e/harness/test.ts'

const executablePath = findChromium()

export default defineConfig<HostOptions>({
  testDir: 'test/e2e',
  outputDir: 'test-results',
  // Each spec starts its own Gatehouse with its own home, so they can run beside each other.
  fullyParallel: true,
  workers: 2,
  forbidOnly: process.env['CI'] !== undefined,
  // As in vitest.config.ts: a second try on a shared machine only, and named in the summary.
  retries: process.env['CI'] === undefined ? 0 : 1,
  // Long ones look at many screens with axe; on a machine with other work that takes its time.
  timeout: 120_000,
  expect: { timeout: 10_000 },
  reporter: 'list',
  use: {
    launchOptions: executablePath === null ? {} : { executablePath },
    trace: 'retain-on-failure',
  },
  // A spec runs in both hosts, but for those that are named after one.
  projects: [
    // The pictures in docs/screens. One long test, so it begins first.
    { name: 'screens', testDir: 'test/screens' },
    { name: 'browser', use: { host: 'browser' }, testIgnore: '**/electron-*.spec.ts' },
    { name: 'electron', use: { host: 'electron' }, testIgnore: '**/browser-*.spec.ts' },
    // Parts of the window drawn alone; needs no host.
    {
      name: 'stories',
      testDir: 'test/stories',
      snapshotPathTemplate: 'test/stories/pictures/{arg}{ext}',
    },
  ],
})
