// The search for documents as an agent has it: what is new, changed or gone is known at once; what a
// rule, an ignore file, the STOP list or a guard closes is never taken in; the result is a stranger's.
import {
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { stringify } from 'yaml'
import type { CallResult } from '../../contract/call/call.ts'
import { findAppPaths } from '../../main/config/paths.ts'
import type { App } from '../../main/host/app.ts'
import { openApp } from '../../main/wiring/app.ts'

const root = realpathSync(mkdtempSync(join(tmpdir(), 'gatehouse-documents-')))
const workspace = join(root, 'home-workspace')
let app: App

const put = (path: string, text: string | Buffer): void => {
  mkdirSync(dirname(join(workspace, path)), { recursive: true })
  writeFileSync(join(workspace, path), text)
}

beforeAll(async () => {
  put('docs/plan.md', `# Plan\n\n${'Nothing here.\n'.repeat(60)}The heron flies on Tuesday.\n`)
  put('docs/other.md', 'A heron, and another heron.\n')
  put('closed/rule.txt', 'heron of a rule\n')
  put('taxes/2026.txt', 'heron of the STOP list\n')
  put('.envrc', 'heron of a guard\n')
  put('ignored/x.txt', 'heron that is ignored\n')
  put('.gitignore', 'ignored/\n')
  put('picture.bin', Buffer.from([0, 1, 2, 255]))
  put('large.txt', 'heron\n'.repeat(100_000))
  writeFileSync(join(root, 'secret.txt'), 'heron outside\n')
  symlinkSync(join(root, 'secret.txt'), join(workspace, 'link.txt'))
  mkdirSync(join(root, 'home'))
  writeFileSync(
    join(root, 'home/config.yaml'),
    stringify({
      stop: ['taxes/**'],
      rules: [{ id: 'shut', when: { paths: ['closed/**'] }, effect: 'deny', reason: 'Mine.' }],
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

async function search(query: string, top_k = 10): Promise<CallResult> {
  const args = { query, top_k }
  const answer = await app.call(
    'tools.run',
    { tool: 'search_documents', args, wait: false },
    { surface: 'cli' },
  )
  if (!answer.ok) throw new Error(answer.error.text)
  return answer.value as CallResult
}
const passagesFound = ({ text }: CallResult): readonly string[] =>
  text.match(/^[\w./-]+:\d+$/gm)?.toSorted() ?? []

describe('search_documents', () => {
  it('finds passages by path and line, and nothing that is closed', async () => {
    const found = await search('heron')
    expect([found.status, found.decision?.tier, found.label]).toEqual(['done', 'R1', 'untrusted'])
    expect(passagesFound(found)).toEqual(['docs/other.md:1', 'docs/plan.md:61'])
    expect(found.text).toContain('[Left out: 1 too large, 1 without text.]')
    const index = readFileSync(join(root, 'home/data/documents.db')).toString('latin1')
    for (const closed of ['of a rule', 'of the STOP', 'of a guard', 'is ignored', 'outside'])
      expect(index).not.toContain(closed)
  })

  it('knows what changed, what is new and what is gone', async () => {
    put('docs/other.md', 'An egret now.\n')
    put('docs/new.md', 'Heron of today.\n')
    rmSync(join(workspace, 'docs/plan.md'))
    expect(passagesFound(await search('heron'))).toEqual(['docs/new.md:1'])
    expect(passagesFound(await search('egret'))).toEqual(['docs/other.md:1'])
  })

  it.each(['"', 'a" OR "b', 'NEAR(a b)', 'text:x', '*', "'; DROP TABLE files; --", '((('])(
    'takes %s for words @whole',
    async (query) => {
      expect((await search(query)).status).toBe('done')
    },
  )

  it('says in the journal which documents were read', async () => {
    const { requestId } = await search('egret')
    const page = await app.call(
      'audit.page',
      {
        limit: 20,
        filter: {
          kinds: ['outcome'],
          tool: null,
          effect: null,
          callId: requestId,
          runId: null,
          text: '',
        },
      },
      { surface: 'window' },
    )
    expect(page).toMatchObject({
      value: {
        rows: [
          {
            entry: {
              readBack: [{ of: 'document', id: 'docs/other.md', untrusted: 'docs/other.md' }],
            },
          },
        ],
      },
    })
  })
})
