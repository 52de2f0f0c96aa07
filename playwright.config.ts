import { defineConfig } from '@playwright/test'
import { findHeadlessShell, LEAN } from './test/chromium.mjs'
import { olderChromium } from './test/older-chromium.mjs'
import { noRealElectron } from './test/e2e/harness/start-electron.ts'
import type { HostOptions } from './test/e2e/harness/test.ts'
import { short } from './test/whole.ts'

const executablePath = findHeadlessShell()
const older = olderChromium(import.meta.dirname)

/**
 * What runs in the Electron host. In the real Electron, and in the nightly run, every spec does.
 * Its stand-in draws the same page in the same Chromium as the browser host, so there it is its own
 * specs and what is marked @desktop: where the way differs with the host (its dialogs, its keychain,
 * its policy of content), and one run from task to journal. In a plain `npm test`
 * its own specs are enough.
 */
const inElectron =
  noRealElectron() === null || process.env['GATEHOUSE_SOAK'] === '1'
    ? /(?:)/
    : short
      ? /electron-\w+\.spec/
      : /electron-\w+\.spec|@desktop/

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
  timeout: 600_000,
  // What is waited for comes; how soon is what the benches measure.
  expect: { timeout: 120_000 },
  reporter: 'list',
  // Pictures are compared; whoever means to change one says --update-snapshots.
  updateSnapshots: 'none',
  use: {
    launchOptions: { args: [...LEAN], ...(executablePath === null ? {} : { executablePath }) },
    // Recording costs a quarter of a spec's time, so it is for the second try, or for whoever asks
    // for it with `--trace on`.
    trace: 'on-first-retry',
  },
  projects: [
    // The pictures in docs/screens. One long test, so it begins first.
    { name: 'screens', testDir: 'test/screens' },
    { name: 'browser', use: { host: 'browser' }, testIgnore: '**/electron-*.spec.ts' },
    // In a Chromium of a year ago: what differs between versions, a first start, and every screen.
    {
      name: 'older',
      use: {
        host: 'browser',
        launchOptions: { args: [...LEAN], ...(older === null ? {} : { executablePath: older }) },
      },
      testMatch:
        older === null || short ? [] : /(?:browser-late-screen|every-screen|first-run)\.spec\.ts$/,
    },
    {
      name: 'electron',
      use: { host: 'electron' },
      grep: inElectron,
      testIgnore: '**/browser-*.spec.ts',
    },
    // What is packed and installed, up to its window.
    { name: 'packages', testDir: 'test/packages', testMatch: short ? [] : '**/*.spec.ts' },
    // Parts of the window drawn alone; needs no host.
    {
      name: 'stories',
      testDir: 'test/stories',
      snapshotPathTemplate: 'test/stories/pictures/{arg}{ext}',
    },
  ],
})
