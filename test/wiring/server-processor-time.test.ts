// A server that eats the processor is ended by the kernel: at its own bound where it has one, else at
// that of all servers. In a whole Gatehouse, with a real program.
// @module-tag whole
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import { findAppPaths } from '../../main/config/paths.ts'
import type { App } from '../../main/host/app.ts'
import { openApp } from '../../main/wiring/app.ts'
import { makeTemporary } from '../temporary.ts'

let app: App | null = null
afterEach(async () => {
  await app?.dispose()
  app = null
})

/** What the list of servers says of one that never does anything but reckon. */
async function said(limits: string, own: string): Promise<string> {
  const root = makeTemporary('server-cpu')
  const home = join(root, 'home')
  mkdirSync(home, { mode: 0o700 })
  writeFileSync(
    join(home, 'config.yaml'),
    `limits: {${limits}}
servers:
  eater:
    transport: stdio
    command: ${JSON.stringify(process.execPath)}
    args: ['-e', 'for (;;);']
    timeoutSeconds: 600
${own}`,
  )
  const opened = await openApp({
    host: 'browser',
    version: '0.0.0-test',
    paths: findAppPaths({
      env: { GATEHOUSE_HOME: home },
      platform: process.platform,
      homedir: root,
    }),
  })
  if (!opened.ok) throw new Error(opened.error.text)
  app = opened.value
  let text = ''
  await expect
    .poll(
      async () => {
        const answer = await app?.call('servers.list', {}, { surface: 'window' })
        return (text = JSON.stringify(answer))
      },
      { interval: 100 },
    )
    .toContain('more processor time')
  return /used more processor time than (\S+) allows/.exec(text)?.[1] ?? text
}

describe.runIf(process.platform === 'linux')('a server that eats the processor', () => {
  it.each([
    [
      ...['its own bound, which is below that of all', 'serverCpuSeconds: 3600'],
      ...['    cpuSeconds: 1\n', 'servers.eater.cpuSeconds'],
    ],
    ['the bound of all, where it has none', 'serverCpuSeconds: 1', '', 'limits.serverCpuSeconds'],
  ])('is ended at %s', { timeout: 600_000 }, async (_what, limits, own, bound) => {
    expect(await said(limits ?? '', own ?? '')).toBe(bound)
  })
})
