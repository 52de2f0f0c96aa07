// Conditions on what came before, over real calls of a whole Gatehouse, and over its restart.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { stringify } from 'yaml'
import type { CallResult } from '../../contract/call/call.ts'
import type { Input, IpcChannel, Output } from '../../contract/ipc/ipc.ts'
import { findAppPaths } from '../../main/config/paths.ts'
import type { App } from '../../main/host/app.ts'
import { openApp } from '../../main/wiring/app.ts'

let root: string
let app: App | null

async function start(config?: unknown): Promise<void> {
  if (config !== undefined) writeFileSync(join(root, 'home', 'config.yaml'), stringify(config))
  const env = { GATEHOUSE_HOME: join(root, 'home') }
  const paths = findAppPaths({ env, platform: process.platform, homedir: root })
  const opened = await openApp({ host: 'browser', paths, version: '0.0.0-test' })
  if (!opened.ok) throw new Error(opened.error.text)
  app = opened.value
}
async function stop(): Promise<void> {
  await app?.dispose()
  app = null
}
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'gatehouse-past-'))
  mkdirSync(join(root, 'home'))
  mkdirSync(join(root, 'home-workspace'))
  writeFileSync(join(root, 'home-workspace', 'a.txt'), 'one\n')
  app = null
})
afterEach(async () => {
  await stop()
  rmSync(root, { recursive: true, force: true })
})

async function ask<C extends IpcChannel>(channel: C, input: Input<C>): Promise<Output<C>> {
  const surface = channel === 'tools.run' ? 'cli' : 'window'
  const answer = await app?.call(channel, input, { surface })
  if (answer?.ok !== true) throw new Error(JSON.stringify(answer))
  return answer.value as Output<C>
}
const reads = async (wait = false): Promise<CallResult> =>
  ask('tools.run', { tool: 'read_file', args: { path: 'a.txt' }, wait })
const ruled = (result: CallResult): string | undefined => result.decision?.by.id

it('refuses from the third call in an hour on, also after a restart', async () => {
  const slow = {
    id: 'slow',
    effect: 'deny',
    reason: 'That is enough.',
    when: { tools: ['read_file'], rate: { over: 2, per: 'hour' } },
  }
  await start({ rules: [slow] })
  expect([(await reads()).status, (await reads()).status]).toEqual(['done', 'done'])
  expect(ruled(await reads())).toBe('slow')
  await stop()
  await start()
  expect(ruled(await reads())).toBe('slow')
})

it('refuses what follows a denial in the session', async () => {
  const asks = { id: 'ask', when: { paths: ['a.txt'] }, effect: 'confirm', reason: 'Look first.' }
  const enough = { id: 'enough', when: { denials: 1 }, effect: 'deny', reason: 'It was denied.' }
  await start({ rules: [asks, enough] })
  const first = reads(true)
  const held = await vi.waitFor(
    async () => {
      const [approval] = await ask('approvals.list', { states: ['pending'], limit: 1 })
      if (approval === undefined) throw new Error('Nothing is held yet.')
      return approval
    },
    { timeout: 240_000 },
  )
  await ask('approvals.answer', { id: held.id, answer: 'deny-once' })
  expect(ruled(await first)).toBe('ask')
  expect(ruled(await reads())).toBe('enough')
})
