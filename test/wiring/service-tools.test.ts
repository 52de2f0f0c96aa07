// Every action of the tools of outside services in a whole Gatehouse, against services that follow
// the published wire formats: what reads runs alone, what changes something is held until a person
// approves it, and what the person sees is what is sent.
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { Approval } from '../../contract/approval/approval.ts'
import type { CallResult } from '../../contract/call/call.ts'
import type { Input, IpcChannel, Output } from '../../contract/ipc/ipc.ts'
import { findAppPaths } from '../../main/config/paths.ts'
import type { App } from '../../main/host/app.ts'
import { openApp } from '../../main/wiring/app.ts'
import { fakeGithub, GITHUB_TOKEN } from '../fakes/services/github.ts'
import { fakeLibrary, LIBRARY_KEY } from '../fakes/services/library.ts'
import { fakeVault, VAULT_KEY } from '../fakes/services/vault.ts'
import { fakeTodoist, TODOIST_TOKEN } from '../fakes/services/todoist.ts'
import { makeTemporary } from '../temporary.ts'

const PASSPHRASE = 'correct horse battery'
let root: string
let app: App
let before: string | undefined

async function ask<C extends IpcChannel>(channel: C, input: Input<C>): Promise<Output<C>> {
  const answer = await app.call(channel, input, {
    surface: channel === 'tools.run' ? 'cli' : 'window',
  })
  if (!answer.ok) throw new Error(`${channel}: ${answer.error.code} ${answer.error.text}`)
  return answer.value as Output<C>
}

async function start() {
  const services = {
    github: await fakeGithub(),
    todoist: await fakeTodoist(),
    radarr: await fakeLibrary('movie'),
    sonarr: await fakeLibrary('series'),
    obsidian: await fakeVault(),
  }
  mkdirSync(join(root, 'home'), { mode: 0o700 })
  const lines = Object.entries(services).map(([name, { url }]) => `  ${name}:\n    url: ${url}\n`)
  writeFileSync(join(root, 'home', 'config.yaml'), `services:\n${lines.join('')}`)
  const paths = findAppPaths({
    env: { GATEHOUSE_HOME: join(root, 'home') },
    platform: process.platform,
    homedir: root,
  })
  const opened = await openApp({ host: 'browser', paths, version: '0.0.0-test' })
  if (!opened.ok) throw new Error(opened.error.text)
  app = opened.value
  return services
}

const store = (name: string, url: string, value: string, header = 'authorization') =>
  ask('secrets.set', {
    name,
    hosts: [new URL(url).host],
    header,
    template: header === 'authorization' ? 'Bearer {}' : '{}',
    value,
  })

async function everything() {
  const services = await start()
  await store('github-token', services.github.url, GITHUB_TOKEN)
  await store('todoist-token', services.todoist.url, TODOIST_TOKEN)
  await store('radarr-key', services.radarr.url, LIBRARY_KEY, 'x-api-key')
  await store('sonarr-key', services.sonarr.url, LIBRARY_KEY, 'x-api-key')
  await store('obsidian-key', services.obsidian.url, VAULT_KEY)
  return services
}

type Ran = { readonly result: CallResult; readonly held: Approval | null }

/** Runs it, and says yes where it is held. */
async function run(tool: string, args: Record<string, unknown>): Promise<Ran> {
  const running = ask('tools.run', { tool, args: args as never, wait: true })
  let held: Approval | null = null
  let ended = false
  const over = running.then(() => (ended = true))
  while (!ended) {
    const [pending] = await ask('approvals.list', { states: ['pending'], limit: 1 })
    if (pending !== undefined) {
      held = pending
      await ask('approvals.answer', { id: pending.id, answer: 'once' })
    }
    await Promise.race([over, new Promise((done) => setTimeout(done, 15))])
  }
  return { result: await running, held }
}

beforeEach(() => {
  root = makeTemporary('services')
  before = process.env['GATEHOUSE_PASSPHRASE']
  process.env['GATEHOUSE_PASSPHRASE'] = PASSPHRASE
})
afterEach(async () => {
  await app.dispose()
  if (before === undefined) delete process.env['GATEHOUSE_PASSPHRASE']
  else process.env['GATEHOUSE_PASSPHRASE'] = before
  rmSync(root, { recursive: true, force: true })
})

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
    create_issue: { ...here, title: 'A fault', body: 'It breaks.' },
    close_issue: { ...here, number: 2 },
    reopen_issue: { ...here, number: 2 },
    comment_issue: { ...here, number: 2, body: 'Seen.' },
    create_pr_review: { ...here, number: 5, event: 'COMMENT', body: 'Fine.' },
    close_pr: { ...here, number: 10 },
    merge_pr: { ...here, number: 5 },
    trigger_workflow: { ...here, workflow_id: 'ci.yml' },
  },
  todoist: {
    list_tasks: {},
    get_task: { task_id: 't1' },
    list_comments: { task_id: 't1' },
    list_projects: {},
    create_task: { content: 'Bread' },
    update_task: { task_id: 't1', content: 'Milk' },
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
  },
}

describe('tools of outside services in a whole Gatehouse', () => {
  it('run what reads alone and hold every change, action by action', async () => {
    await everything()
    const tools = await ask('tools.list', {})
    for (const [tool, actions] of Object.entries(calls)) {
      const declared = tools.find(({ name }) => name === tool)?.manifest.actions ?? []
      expect([tool, Object.keys(actions)]).toEqual([tool, declared.map(({ name }) => name)])
      for (const { name, readOnly } of declared) {
        const { result, held } = await run(tool, { action: name, ...actions[name] })
        expect([tool, name, result.status, result.route, held === null, result.text]).toEqual([
          ...[tool, name, 'done', readOnly ? 'policy' : 'person', readOnly],
          expect.any(String),
        ])
        expect([name, held?.facts?.kind]).toEqual([
          name,
          readOnly ? undefined : tool === 'github' ? 'repository' : 'record',
        ])
      }
    }
  }, 120_000)

  it('shows what is missing, and shows no model a tool that has no credential', async () => {
    const { github } = await start()
    const listed = async () =>
      (await ask('tools.list', {})).find(({ name }) => name === 'github') ?? null
    expect(await listed()).toMatchObject({
      available: false,
      missing: [{ what: 'The credential github-token is needed.' }],
    })
    const { result } = await run('github', { action: 'notifications' })
    expect(result).toMatchObject({ status: 'denied' })
    expect(github.asked).toEqual([])
    await store('github-token', 'https://elsewhere.example', GITHUB_TOKEN)
    expect((await listed())?.missing[0]?.what).toContain('is not for http://127.0.0.1')
    await store('github-token', github.url, GITHUB_TOKEN)
    expect(await listed()).toMatchObject({ available: true, missing: [] })
  }, 60_000)

  it('sends nothing after a no, and says so', async () => {
    const { github } = await everything()
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
  }, 60_000)

  it('has no outbound tool while the exfiltration guard is on, in a running session too', async () => {
    await everything()
    await run('github', { action: 'notifications' })
    await ask('guard.set', { on: true })
    const { result } = await run('github', { action: 'notifications' })
    expect(result).toMatchObject({ status: 'denied' })
  }, 60_000)
})
