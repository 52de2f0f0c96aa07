// Tools and calls where no Gatehouse runs, over homes with services, accounts, containers and the strict registry,
// held against the answers of a whole one over the same home.
import { mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { stringify } from 'yaml'
import { ok } from '../../contract/result.ts'
import type { IpcChannel } from '../../contract/ipc/ipc.ts'
import { SupposedCall } from '../../contract/policy/supposed.ts'
import { findAppPaths, type AppPaths } from '../../main/config/paths.ts'
import { answerAtRest } from '../../main/host/cli/session/answer-at-rest.ts'
import { startsBubblewrap } from '../../main/sandbox/quick-trial.ts'
import { openCredentials } from '../../main/secrets/credentials.ts'
import { vaultFile } from '../../main/secrets/vault-file.ts'
import { catalog } from '../../tools/catalog.ts'
import { fakeCliContext } from '../fakes/cli-context.ts'
import { makeTemporary } from '../temporary.ts'
import { comparable, fromDifference, opened } from './outside-home.ts'

const sandbox = await startsBubblewrap()

const config =
  (given: object) =>
  ({ configFile }: AppPaths): void =>
    writeFileSync(configFile, stringify(given))

/** Both accounts, each at the address where its tokens come from, and a credential beside them. */
const signedIn =
  (given: object, accounts: Readonly<Record<string, string>>) =>
  async (paths: AppPaths): Promise<void> => {
    config(given)(paths)
    const store = openCredentials({
      file: vaultFile(join(paths.home, 'secrets.json')),
      system: null,
      fromEnvironment: () => null,
      confirm: async () => ok(null),
      listed: () => false,
      now: () => 1_800_000_000_000,
      changed: () => {},
      cost: { memory: 8_192, passes: 1 },
    })
    const opens = await store.unlock('correct horse battery')
    if (!opens.ok) throw new Error(opens.error.text)
    for (const [account, token] of Object.entries(accounts)) {
      const saved = await store.signIns.save(`account/${account}`, token, '{}')
      if (!saved.ok) throw new Error(saved.error.text)
    }
    const set = await store.set({
      name: 'github-token',
      hosts: ['api.github.com'],
      header: 'authorization',
      template: 'Bearer {}',
      value: 'not a real one',
    })
    if (!set.ok) throw new Error(set.error.text)
  }

const BOTH = {
  google: 'https://oauth2.googleapis.com/token',
  reddit: 'https://www.reddit.com/api/v1/access_token',
}
const ALL_SERVICES = {
  webSearch: { provider: 'brave' },
  weather: { provider: 'openweather', credential: 'sky' },
  reddit: { access: 'app' },
  images: { provider: 'google', model: 'imagen-4' },
  mail: {
    provider: 'server',
    imap: 'mail.example.org',
    smtp: 'mail.example.org:587',
    user: 'ada',
    from: 'ada@example.org',
  },
  calendar: { provider: 'both', files: [{ path: '/srv/ada.ics' }] },
  github: { url: 'https://git.example.org/api/v3' },
  todoist: { url: 'http://127.0.0.1:8080/todoist' },
  google: { mail: 'http://127.0.0.1:8081', calendar: 'http://127.0.0.1:8082' },
  radarr: { url: 'http://127.0.0.1:7878' },
  obsidian: { url: 'http://127.0.0.1:27123', vault: '/srv/vault' },
}
const FILES = { obsidian: { vault: '/srv/vault' }, calendar: { provider: 'files' } }

const homes: readonly (readonly [string, (paths: AppPaths) => void | Promise<void>])[] = [
  ['every service set', config({ services: ALL_SERVICES })],
  ['notes and calendars in files @whole', config({ services: FILES })],
  ['both accounts signed in', signedIn({}, BOTH)],
  [
    'one account, and services @whole',
    signedIn({ services: ALL_SERVICES }, { google: BOTH.google }),
  ],
  [
    'an account at an address that was changed @whole',
    signedIn({ services: { google: { token: 'http://127.0.0.1:8083' } } }, BOTH),
  ],
  ['the strict registry @whole', config({ plugins: { strict: true } })],
  [
    'the strict registry, with notes and calendars in files',
    config({ plugins: { strict: true }, services: FILES }),
  ],
  [
    'containers, and no engine',
    config({
      runner: 'container',
      container: { program: 'docker' },
      gateway: { clients: { codex: { commands: 'sandbox' } } },
    }),
  ],
  ['containers of any engine @whole', config({ runner: 'container' })],
  [
    'containers, services, an account and the strict registry @whole',
    signedIn({ runner: 'container', plugins: { strict: true }, services: ALL_SERVICES }, BOTH),
  ],
  [
    'a preset, a setting and an allowlist @whole',
    config({
      preset: 'read-only',
      services: ALL_SERVICES,
      tools: { github: { disabled: true }, todoist: { tier: 'R4' } },
      allowlist: { hosts: ['api.search.brave.com'] },
    }),
  ],
]

const calls: readonly Readonly<Record<string, unknown>>[] = [
  { tool: 'read_file', args: { path: 'a.txt' } },
  { tool: 'write_file', args: { path: 'a.txt', content: 'abc' } },
  { tool: 'exec', args: { command: 'ls' } },
  { tool: 'exec', args: { command: 'git push --force' }, principal: 'subagent' },
  { tool: 'weather', args: { location: '52.5,13.4' } },
  { tool: 'web_search', args: { query: 'gatehouse' } },
  { tool: 'reddit', args: { action: 'hot', subreddit: 'typescript' } },
  { tool: 'image_gen', args: { prompt: 'a gate' } },
  { tool: 'github', args: { action: 'notifications' } },
  { tool: 'github', args: { action: 'create_issue', owner: 'a', repo: 'b', title: 'c' } },
  { tool: 'todoist', args: { action: 'list_tasks' } },
  { tool: 'media', args: { action: 'list_movies' } },
  { tool: 'obsidian', args: { action: 'read', path: 'a.md' } },
  { tool: 'obsidian', args: { action: 'delete', path: 'a.md' }, principal: 'person' },
  { tool: 'google_mail', args: { action: 'search', query: 'is:unread' } },
  { tool: 'google_calendar', args: { action: 'list_events' }, principal: 'schedule' },
  { tool: 'get_mail_messages', args: {} },
  { tool: 'send_email', args: { to: ['bob@example.org'], subject: 'a', body: 'b' } },
  { tool: 'get_calendar_events', args: { start_date: '2026-12-01', end_date: '2026-12-02' } },
  { tool: 'nobody_has_it', args: {} },
]

const channels: readonly (readonly [IpcChannel, unknown])[] = [
  ['tools.list', {}],
  ['plugins.list', {}],
  ['own-agents.capabilities', {}],
  ['clients.list', {}],
  ...calls.map((call) => ['policy.explain', { calls: [SupposedCall.parse(call)] }] as const),
]

const filesIn = (folder: string): readonly string[] =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' }).toSorted()

describe.runIf(sandbox)('with no Gatehouse running (skipped where there is no sandbox)', () => {
  let root = ''
  beforeAll(() => {
    root = makeTemporary('services-alone')
  })
  afterAll(() => rmSync(root, { recursive: true, force: true }))

  it.each(homes)('answers as a running Gatehouse would, over %s', async (name, change) => {
    const home = join(root, String(homes.findIndex(([one]) => one === name)))
    const env = { GATEHOUSE_HOME: home, PATH: process.env['PATH'] }
    const paths = findAppPaths({ env, platform: 'linux', homedir: dirname(home) })
    mkdirSync(paths.defaultWorkspace, { recursive: true })
    mkdirSync(home, { recursive: true })
    await change(paths)
    const before = filesIn(home)
    const context = fakeCliContext({ env, homedir: dirname(home) })
    const here = new Map<string, string | null>()
    for (const [channel, input] of channels) {
      const answer = await answerAtRest(context, paths, channel, input)
      here.set(
        `${channel} ${JSON.stringify(input)}`,
        answer && (answer.ok ? comparable(channel, answer) : JSON.stringify(answer)),
      )
    }
    const byName: string[] = []
    for (const { manifest } of catalog) {
      const answer = await answerAtRest(context, paths, 'tools.list', {}, manifest.name)
      byName.push(comparable('tools.list', answer).slice(1, -1))
    }
    expect(filesIn(home)).toEqual(before)
    const app = await opened(paths, 'cli')
    const differ: string[] = []
    const elsewhere: string[] = []
    try {
      for (const [channel, input] of channels) {
        const asked = `${channel} ${JSON.stringify(input)}`
        const answer = await app.call(channel, input, { surface: 'cli' })
        const whole = answer.ok ? comparable(channel, answer) : JSON.stringify(answer)
        const mine = here.get(asked) ?? null
        if (mine === null) elsewhere.push(asked)
        else if (mine !== whole) differ.push(`${asked}: ${fromDifference(mine, whole)}`)
      }
    } finally {
      await app.dispose()
    }
    expect(differ).toEqual([])
    expect(elsewhere).toEqual([])
    expect(`[${byName.join(',')}]`).toBe(here.get('tools.list {}'))
  })
})
