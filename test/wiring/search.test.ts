// The search tools as an agent has them: they run unasked in the workspace, they end where a rule or
// the STOP list ends, and their result is cleaned and labelled as that of any read.
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { stringify } from 'yaml'
import type { CallResult } from '../../contract/call/call.ts'
import type { JsonObject } from '../../contract/json.ts'
import { findAppPaths } from '../../main/config/paths.ts'
import type { App } from '../../main/host/app.ts'
import { openApp } from '../../main/wiring/app.ts'

const TOKEN = `ghp_${'a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6q7R8'}`
const root = realpathSync(mkdtempSync(join(tmpdir(), 'gatehouse-search-')))
const workspace = join(root, 'home-workspace')
let app: App

beforeAll(async () => {
  for (const [path, text] of Object.entries({
    'src/a.ts': 'const needle = 1\n',
    'src/b.ts': 'no match\nneedle two\n',
    'closed/c.txt': 'needle of a rule\n',
    'asked/d.txt': 'needle to ask for\n',
    'taxes/2026.txt': 'needle of the STOP list\n',
    'key.txt': `needle ${TOKEN}\n`,
    'odd\u202ename.txt': 'needle odd\n',
  })) {
    mkdirSync(dirname(join(workspace, path)), { recursive: true })
    writeFileSync(join(workspace, path), text)
  }
  mkdirSync(join(root, 'home'))
  writeFileSync(
    join(root, 'home/config.yaml'),
    stringify({
      stop: ['taxes/**'],
      rules: [
        { id: 'shut', when: { paths: ['closed/**'] }, effect: 'deny', reason: 'Mine.' },
        { id: 'asked', when: { paths: ['asked/**'] }, effect: 'confirm', reason: 'Ask me.' },
      ],
    }),
  )
  const paths = findAppPaths({
    env: { GATEHOUSE_HOME: join(root, 'home') },
    platform: process.platform,
    homedir: root,
  })
  const opened = await openApp({ host: 'browser', paths, version: '0.0.0-test' })
  if (!opened.ok) throw new Error(opened.error.text)
  app = opened.value
})
afterAll(async () => {
  await app.dispose()
  rmSync(root, { recursive: true, force: true })
})

async function run(tool: string, args: JsonObject): Promise<CallResult> {
  const answer = await app.call('tools.run', { tool, args, wait: false }, { surface: 'cli' })
  if (!answer.ok) throw new Error(answer.error.text)
  return answer.value as CallResult
}

describe('search_files and find_files', () => {
  it('run unasked and find what a read could, no more', async () => {
    const found = await run('search_files', { pattern: 'needle' })
    expect([found.status, found.decision?.tier, found.label]).toEqual(['done', 'R1', 'workspace'])
    expect(found.text.split('\n')).toEqual([
      expect.stringMatching(/^key\.txt:1: needle (?!ghp_)/),
      'src/a.ts:1: const needle = 1',
      'src/b.ts:2: needle two',
    ])
    expect(JSON.stringify(found)).not.toContain(TOKEN)
    const named = await run('find_files', { pattern: '*.txt' })
    // A name that could not be read either, because it turns the rest of a line, is not told.
    expect(named.text).toBe('key.txt')
    expect(named.data).toMatchObject({ complete: true })
  })

  it('show context, cut what is too much, and say so @whole', async () => {
    const round = await run('search_files', { pattern: 'needle two', context: 1 })
    expect(round.text).toBe('src/b.ts-1- no match\nsrc/b.ts:2: needle two')
    const cut = await run('search_files', { pattern: 'needle', path: 'src', max_results: 1 })
    expect(cut.text).toMatch(/^a\.ts:1: const needle = 1\n\[There are more\./)
    expect((await run('search_files', { pattern: 'nowhere' })).text).toBe('No line matches.')
    expect((await run('find_files', { pattern: '*.none' })).text).toBe('No file matches.')
  })

  it('are decided by the folder they are asked for', async () => {
    for (const path of ['closed', 'taxes', 'taxes/2026.txt', 'asked', '/etc', '/proc']) {
      const found = await run('search_files', { pattern: 'needle', path })
      expect([path, found.status]).toEqual([path, 'denied'])
      expect(found.text).not.toContain('needle of')
    }
    const wrong = await run('search_files', { pattern: '(' })
    expect([wrong.status, wrong.error?.code]).toEqual(['failed', 'search.pattern'])
  })
})
