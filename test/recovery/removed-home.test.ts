// The home of a running Gatehouse is removed: what would be recorded goes nowhere, so nothing runs,
// and what runs is stopped.
// @module-tag whole
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import type { CallResult } from '../../contract/call/call.ts'
import type { AppState } from '../../contract/ipc/app-state.ts'
import { findAppPaths } from '../../main/config/paths.ts'
import { openApp } from '../../main/wiring/app.ts'

it.each([
  ['home', 'home'],
  ['database', 'home/data/gatehouse.db'],
])('removes the %s while Gatehouse runs', { timeout: 600_000 }, async (_what, path) => {
  const root = mkdtempSync(join(tmpdir(), 'gatehouse-removed-'))
  const workspace = join(root, 'home-workspace')
  mkdirSync(workspace)
  // Commands are asked about before they run anywhere.
  mkdirSync(join(root, 'home'), { mode: 0o700 })
  writeFileSync(join(root, 'home', 'config.yaml'), 'preset: careful\n')
  const paths = findAppPaths({
    env: { GATEHOUSE_HOME: join(root, 'home') },
    platform: process.platform,
    homedir: root,
  })
  const composed = await openApp({ host: 'browser', paths: paths, version: '0.0.0-test' })
  if (!composed.ok) throw new Error(composed.error.text)
  const app = composed.value
  onTestFinished(async () => {
    await app.dispose()
    rmSync(root, { recursive: true, force: true })
  })
  const run = async (tool: string, args: object): Promise<CallResult> => {
    const answer = await app.call('tools.run', { tool, args, wait: true }, { surface: 'cli' })
    if (!answer.ok) throw new Error(answer.error.text)
    return answer.value as CallResult
  }
  const long = run('exec', { command: 'touch began; sleep 25; touch ended' })
  let id = ''
  await expect
    .poll(
      async () => {
        const listed = await app.call(
          'approvals.list',
          { states: ['pending'], limit: 1 },
          { surface: 'window' },
        )
        return (id = listed.ok ? ((listed.value as { id: string }[])[0]?.id ?? '') : '')
      },
      { timeout: 600_000 },
    )
    .not.toBe('')
  await app.call('approvals.answer', { id, answer: 'once' }, { surface: 'window' })
  await expect.poll(() => existsSync(join(workspace, 'began'))).toBe(true)

  rmSync(join(root, path), { recursive: true })
  const refused = await run('list_files', {})
  expect([refused.ok, refused.text]).toEqual([
    false,
    expect.stringContaining('was removed while it runs'),
  ])
  expect((await long).status).toBe('cancelled')
  const state = await app.call('app.state', {}, { surface: 'window' })
  expect(state.ok ? (state.value as AppState).journal.fault : state.error.text).toContain(
    'was removed while it runs',
  )
  expect(existsSync(join(workspace, 'ended'))).toBe(false)
})
