// Values that the journal's search offers, through one whole Gatehouse: of the newest rows too, which a
// person looks for right after they came.
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { findAppPaths } from '../../main/config/paths.ts'
import { openApp } from '../../main/wiring/app.ts'
import { makeTemporary } from '../temporary.ts'

it('offers values of rows that came a moment ago', async () => {
  const root = makeTemporary('audit-values')
  const env = { GATEHOUSE_HOME: join(root, 'home') }
  const paths = findAppPaths({ env, platform: process.platform, homedir: root })
  mkdirSync(paths.defaultWorkspace, { recursive: true })
  writeFileSync(join(paths.defaultWorkspace, 'plan.txt'), 'Prune the trees.\n')
  const opened = await openApp({ host: 'browser', paths, version: '0.0.0-test' })
  if (!opened.ok) throw new Error(opened.error.text)
  const app = opened.value
  try {
    const offered = async () => {
      const answer = await app.call(
        'audit.values',
        { key: 'tool', typed: 'read' },
        { surface: 'window' },
      )
      return answer.ok ? answer.value : answer.error
    }
    // From here on the index is there, and each row has to come into it.
    expect(await offered()).toEqual([])
    const read = { tool: 'read_file', args: { path: 'plan.txt' }, wait: true }
    const ran = await app.call('tools.run', read, { surface: 'cli' })
    expect(ran.ok).toBe(true)
    expect(await offered()).toMatchObject([{ value: 'read_file' }])
  } finally {
    await app.dispose()
    rmSync(root, { recursive: true, force: true })
  }
})
