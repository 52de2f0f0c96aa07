// Every action of the tools of outside services in a whole Gatehouse, against services that follow
// the published wire formats: what reads runs alone, what changes something is held until a person
// approves it, and what the person sees is what is sent.
import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, it } from 'vitest'
import type { Approval } from '../../contract/approval/approval.ts'
import { CallFacts } from '../../renderer/features/approvals/facts/call-facts.tsx'
import { catalog } from '../../tools/catalog.ts'
import { modelServer } from '../fakes/model-server.ts'
import { GITHUB_TOKEN } from '../fakes/services/github.ts'
import {
  ask,
  runApproved,
  startAll,
  startServices,
  store,
  wholeApp,
} from '../fakes/services/whole-app.ts'
import { givenMoment } from '../../renderer/features/approvals/facts/given-moment.ts'

wholeApp()

const outbound = catalog.flatMap(({ manifest }) =>
  manifest.networkOutbound ? [manifest.name] : [],
)
const here = { owner: 'ada', repo: 'engine' }
const film = { title: 'The Matrix', quality_profile_id: 4, root_folder: '/films' }

/** By tool and action: arguments that work. */
const calls: Readonly<Record<string, Readonly<Record<string, Record<string, unknown>>>>> = {
  github: {
    list_issues: here,
    get_issue: { ...here, number: 1 },
    list_prs: here,
    get_pr: { ...here, number: 5 },
    get_pr_files: { ...here, number: 5 },
    get_file_content: { ...here, path: 'src/main.ts' },
    get_workflow_runs: here,
    notifications: {},
    create_issue: { ...here, title: 'A fault', body: 'It breaks.', labels: ['bug', 'slow'] },
    close_issue: { ...here, number: 2 },
    reopen_issue: { ...here, number: 2 },
    comment_issue: { ...here, number: 2, body: 'Seen.' },
    create_pr_review: { ...here, number: 5, event: 'COMMENT', body: 'Fine.' },
    close_pr: { ...here, number: 10 },
    merge_pr: { ...here, number: 5, merge_method: 'squash' },
    trigger_workflow: { ...here, workflow_id: 'ci.yml', ref: 'dev', inputs: { level: 'all' } },
  },
  google_mail: {
    search: { query: 'is:unread' },
    read: { message_id: 'm1' },
    attachment: { message_id: 'm1', attachment: 1 },
    list_labels: {},
    send: {
      to: ['ada@example.org', 'bob@example.org'],
      cc: ['eve@example.org'],
      bcc: ['tim@example.org'],
      subject: 'Hello',
      body: 'Tuesday.\nAt nine.',
      attachments: [{ name: 'plan.txt', text: 'The plan' }],
    },
    reply: { message_id: 'm1', to: ['ada@example.org'], subject: 'Re', body: 'Tuesday.' },
    label: { message_id: 'm1', label_ids: ['STARRED'], remove_label_ids: ['UNREAD'] },
    trash: { message_id: 'm1' },
  },
  google_calendar: {
    list_events: {},
    get_event: { event_id: 'e1' },
    list_calendars: {},
    create_event: {
      summary: 'Talk',
      start: '2026-11-24T14:00:00Z',
      end: '2026-11-24T15:00:00Z',
      attendees: ['ada@example.org'],
      location: 'Room 5',
      description: 'About it',
    },
    update_event: { event_id: 'e1', summary: 'Doctor' },
    delete_event: { event_id: 'e2' },
    rsvp: { event_id: 'e1', response: 'accepted' },
  },
  todoist: {
    list_tasks: {},
    get_task: { task_id: 't1' },
    list_comments: { task_id: 't1' },
    list_projects: {},
    create_task: { content: 'Bread', priority: 4, due_string: 'today', labels: ['home'] },
    update_task: { task_id: 't1', content: 'Milk', description: 'Two litres' },
    complete_task: { task_id: 't2' },
    delete_task: { task_id: 't3' },
    add_comment: { task_id: 't1', comment_content: 'Soon' },
  },
  media: {
    search_movie: { query: 'matrix' },
    get_movie: { id: 1 },
    list_movies: {},
    search_series: { query: 'matrix' },
    get_series: { id: 1 },
    list_series: {},
    profiles: { service: 'radarr' },
    root_folders: { service: 'sonarr' },
    add_movie: { tmdb_id: 603, ...film },
    add_series: { tvdb_id: 603, ...film },
  },
  obsidian: {
    read: { path: 'Plan.md' },
    search: { query: 'bread' },
    list: {},
    write: { path: 'New.md', content: '# New' },
    append: { path: 'Plan.md', content: 'more' },
    rename: { path: 'Plan.md', new_path: 'Old/Plan.md' },
    delete: { path: 'Old/Plan.md' },
  },
}

const kindOf = (tool: string, action: string): string =>
  tool === 'google_mail' && (action === 'label' || action === 'trash')
    ? 'record'
    : ({ github: 'repository', google_mail: 'mail', google_calendar: 'event' }[tool] ?? 'record')

/** A note is written at its new path and deleted at the old one. */
const writes = (tool: string, action: string): number =>
  tool === 'obsidian' && action === 'rename' ? 2 : 1

const texts = (value: unknown): readonly string[] =>
  typeof value === 'object' && value !== null
    ? Object.values(value).flatMap(texts)
    : [String(value)]

/** What was given and cannot be read on the card that a person decides by; raw JSON counts as nothing. */
function missingOnCard(
  held: Approval | null,
  { action: _action, ...args }: Record<string, unknown>,
): readonly string[] {
  if (held === null) return []
  if (held.facts === undefined) return ['the whole card']
  const { verb, target } = held.facts
  const drawn = renderToStaticMarkup(createElement(CallFacts, { facts: held.facts }))
  const text = `${verb} ${target} ${drawn.replace(/<[^>]*>/g, ' ')}`
  return Object.values(args)
    .flatMap(texts)
    .filter((value) => !text.includes(value) && !text.includes(givenMoment(value)))
    .concat(/\{&quot;|\[&quot;/.test(drawn) ? ['raw JSON'] : [])
}

describe('tools of outside services in a whole Gatehouse', () => {
  it('run reads without approval and hold every change, action by action', async () => {
    const services = Object.values(await startAll())
    /** Requests that change something at a service; Obsidian searches by a POST. */
    const written = (): number =>
      services.flatMap(({ asked }) =>
        asked.filter(({ method, path }) => method !== 'GET' && !/^\/(token|search\/)/.test(path)),
      ).length
    const tools = await ask('tools.list', {})
    for (const [tool, actions] of Object.entries(calls)) {
      const declared = tools.find(({ name }) => name === tool)?.manifest.actions ?? []
      expect([tool, Object.keys(actions)]).toEqual([tool, declared.map(({ name }) => name)])
      for (const { name, readOnly } of declared) {
        const args = { action: name, ...actions[name] }
        const before = written()
        const { result, held } = await runApproved(tool, args)
        expect([tool, name, written() - before]).toEqual([
          tool,
          name,
          readOnly ? 0 : writes(tool, name),
        ])
        expect([tool, name, missingOnCard(held, args)]).toEqual([tool, name, []])
        expect([tool, name, result.status, result.route, held === null, result.text]).toEqual([
          tool,
          name,
          'done',
          readOnly ? 'policy' : 'person',
          readOnly,
          expect.any(String),
        ])
        expect([name, held?.facts?.kind]).toEqual([name, readOnly ? undefined : kindOf(tool, name)])
      }
    }
  }, 600_000)

  it('shows what is missing, and shows no model a tool that has no credential @whole', async () => {
    const { github } = await startServices()
    const listed = async () =>
      (await ask('tools.list', {})).find(({ name }) => name === 'github') ?? null
    expect(await listed()).toMatchObject({
      available: false,
      missing: [{ what: 'The credential github-token is needed.' }],
    })
    const { result } = await runApproved('github', { action: 'notifications' })
    expect(result).toMatchObject({ status: 'denied' })
    expect(github.asked).toEqual([])
    await store('github-token', 'https://elsewhere.example', GITHUB_TOKEN)
    expect((await listed())?.missing[0]?.what).toContain('is not for http://127.0.0.1')
    await store('github-token', github.url, GITHUB_TOKEN)
    expect(await listed()).toMatchObject({ available: true, missing: [] })
  }, 600_000)

  it('sends nothing after a denial, and says so @whole', async () => {
    const { github } = await startAll()
    const running = ask('tools.run', {
      tool: 'github',
      args: { action: 'create_issue', ...here, title: 'A fault' },
      wait: true,
    })
    await expect
      .poll(async () => (await ask('approvals.list', { states: ['pending'], limit: 1 })).length)
      .toBe(1)
    const [held] = await ask('approvals.list', { states: ['pending'], limit: 1 })
    await ask('approvals.answer', { id: held?.id as Approval['id'], answer: 'deny-once' })
    expect(await running).toMatchObject({ status: 'denied', route: 'person' })
    expect(github.asked).toEqual([])
  }, 600_000)

  it('has no outbound tool while the exfiltration guard is on, in a running session too @whole', async () => {
    const model = await modelServer([{ kind: 'say', text: ['Nothing.'] }])
    try {
      await startAll({
        more: `model: { provider: openai-compatible, name: m, baseUrl: '${model.url}/v1' }\n`,
      })
      await runApproved('github', { action: 'notifications' })
      const { id } = await ask('runs.start', { text: 'Hello' })
      /** What the model is shown: the names of its tools, and every tool that is named in its words. */
      const shown = async () => {
        await expect
          .poll(async () => (await ask('runs.get', { id })).run.state)
          .toMatch(/idle|failed/)
        const last = model.asked.at(-1)
        if (last === undefined) throw new Error('The model was not asked.')
        const { tools, messages } = last.body as {
          tools: readonly { function: { name: string } }[]
          messages: readonly { role: string; content: unknown }[]
        }
        const words = JSON.stringify(messages.filter(({ role }) => role === 'system'))
        return {
          tools: tools.map((each) => each.function.name),
          words: outbound.filter((name) => new RegExp(`\\b${name}\\b`).test(words)),
        }
      }
      const before = await shown()
      await ask('guard.set', { on: true })
      await ask('runs.send', { id, text: 'And now?' })
      await expect.poll(() => model.asked.length).toBe(2)
      const after = await shown()
      expect(after).toEqual({
        tools: before.tools.filter((name) => !outbound.includes(name)),
        words: [],
      })
      expect(before.tools).toEqual(expect.arrayContaining(['github', 'google_mail', 'todoist']))
      const { result } = await runApproved('github', { action: 'notifications' })
      expect(result).toMatchObject({ status: 'denied' })
    } finally {
      await model.close()
    }
  }, 600_000)
})
