import { describe, expect, it } from 'vitest'
import { Services } from '../../../contract/policy/config/services.ts'
import type { AnyTool } from '../../../contract/call/tool.ts'
import { github } from '../../../tools/github.ts'
import { fakeGithub, GITHUB_TOKEN } from '../../fakes/services/github.ts'
import { runTool, saidBy } from '../../fakes/services/run-tool.ts'
import { sharedRules } from './shared-rules.ts'

const credentials = {
  'github-token': { header: 'authorization', value: `Bearer ${GITHUB_TOKEN}` },
}
const start = async () => {
  const service = await fakeGithub()
  const tool = github(Services.parse({ github: { url: service.url } })) as unknown as AnyTool
  const run = (args: Record<string, unknown>) =>
    runTool(tool, args, { hosts: service.hosts, credentials })
  return { tool, service, credentials, run }
}
const inEngine = { owner: 'ada', repo: 'engine' }

sharedRules('github', start, {
  reading: { action: 'list_issues', ...inEngine },
  changing: { action: 'create_issue', ...inEngine, title: 'New' },
  refused: [
    ['a way up as the owner', { action: 'list_issues', owner: '..', repo: 'engine' }],
    ['a path as the owner', { action: 'list_issues', owner: 'ada/x', repo: 'engine' }],
    ['a query in the name', { action: 'list_issues', owner: 'ada', repo: 'engine?x=' }],
    ['a long name', { action: 'list_issues', owner: 'a'.repeat(101), repo: 'engine' }],
    ['a way up in a path', { action: 'get_file_content', ...inEngine, path: 'src/../../x' }],
    ['an empty part of a path', { action: 'get_file_content', ...inEngine, path: 'src//x' }],
    ['a query in a path', { action: 'get_file_content', ...inEngine, path: 'src?x=1' }],
    ['a way up in a ref', { action: 'get_file_content', ...inEngine, path: 'a', ref: 'a/../b' }],
    ['a line break in a title', { action: 'create_issue', ...inEngine, title: 'a\nb' }],
    ['a title too long', { action: 'create_issue', ...inEngine, title: 'x'.repeat(257) }],
    [
      'a body too long',
      { action: 'create_issue', ...inEngine, title: 'a', body: 'x'.repeat(65_537) },
    ],
    ['two labels in one', { action: 'create_issue', ...inEngine, title: 'a', labels: ['a,b'] }],
    ['a number that is none', { action: 'get_issue', ...inEngine, number: '1' }],
    ['number zero', { action: 'get_issue', ...inEngine, number: 0 }],
    ['no repository', { action: 'get_issue', owner: 'ada', number: 1 }],
    ['a title for a reading action', { action: 'list_issues', ...inEngine, title: 'x' }],
    ['a workflow outside', { action: 'trigger_workflow', ...inEngine, workflow_id: '../x' }],
    ['more on a page than there may be', { action: 'list_issues', ...inEngine, per_page: 101 }],
  ],
})

describe('github', () => {
  it('lists issues without pull requests, a page at a time, and names the next page', async () => {
    const { run } = await start()
    const first = await run({ action: 'list_issues', ...inEngine })
    expect(first).toMatchObject({ ok: true, value: { data: { more: true } } })
    expect(saidBy(first)).toContain('#1 Thing 1')
    expect(saidBy(first)).not.toContain('#5 Thing 5')
    expect(saidBy(first)).toContain('call again with page 2')
    const last = await run({ action: 'list_issues', ...inEngine, page: 3 })
    expect(last).toMatchObject({ ok: true, value: { data: { more: false } } })
  })

  it.each<[string, Record<string, unknown>, string]>([
    ['get_issue', { number: 1 }, 'First!'],
    ['list_prs', {}, '#5 Thing 5'],
    ['get_pr', { number: 5 }, 'From ada:fix into ada:main'],
    ['get_pr_files', { number: 5 }, 'modified src/main.ts +3 −1'],
    ['get_file_content', { path: 'src/main.ts' }, 'call again with offset 10000'],
    ['get_file_content', { path: 'src/main.ts', offset: 25_990 }, 'of code'],
    ['get_file_content', { path: 'src' }, 'src is a folder'],
    ['get_workflow_runs', {}, '#9 CI on main: success'],
    ['get_workflow_runs', { workflow_id: 'ci.yml' }, 'CI'],
    ['comment_issue', { number: 2, body: 'Seen' }, 'Done: https://github.com/c/1'],
    ['close_issue', { number: 2 }, '#2 is closed'],
    ['reopen_issue', { number: 2 }, '#2 is open'],
    ['create_pr_review', { number: 5, event: 'APPROVE' }, 'Done'],
    ['close_pr', { number: 5 }, '#5 is closed'],
    ['merge_pr', { number: 5, sha: 'a'.repeat(40) }, 'Merged'],
    ['trigger_workflow', { workflow_id: 'ci.yml', inputs: { level: '2' } }, 'started'],
  ])('%s %j', async (action, args, text) => {
    const { run } = await start()
    expect(saidBy(await run({ action, ...inEngine, ...args }))).toContain(text)
  })

  it.each<[string, Record<string, unknown>, string]>([
    [
      'create_pr_review',
      { number: 10, event: 'APPROVE' },
      'service.refused: GitHub did not take the request (HTTP 422): Unprocessable Entity; Can not approve your own pull request',
    ],
    [
      'create_issue',
      { title: 'A fault', body: '@@' },
      'GitHub did not take the request (HTTP 422): Validation Failed; body: invalid',
    ],
  ])('%s %j: says what is wrong, not only that something is', async (action, args, text) => {
    const { run } = await start()
    expect(saidBy(await run({ action, ...inEngine, ...args }))).toContain(text)
  })

  it('reads notifications', async () => {
    const { run } = await start()
    expect(await run({ action: 'notifications' })).toMatchObject({
      ok: true,
      value: { text: 'ada/engine: Look here (mention, 2026-11-02T00:00:00Z)' },
    })
  })

  it('merges nothing whose head is another than the one that was looked at', async () => {
    const { run, service } = await start()
    expect(
      await run({ action: 'merge_pr', ...inEngine, number: 5, sha: 'b'.repeat(40) }),
    ).toMatchObject({ ok: false, error: { code: 'service.conflict' } })
    expect(service.issues[4]?.merged).toBe(false)
  })

  it('says on the card what would be filed, where and with which labels', async () => {
    const { tool } = await start()
    const args = { action: 'create_issue', ...inEngine, title: 'New', body: 'Why', labels: ['bug'] }
    expect(tool.facts?.(tool.input.parse(args), { now: 0, touches: [] })).toEqual({
      kind: 'repository',
      verb: 'File an issue in',
      target: 'ada/engine',
      repository: 'ada/engine',
      labels: ['bug'],
      title: 'New',
      body: 'Why',
      details: [],
    })
  })
})
