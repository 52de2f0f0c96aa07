// Every tool of the catalog and every action of it in one running Gatehouse, through the whole pipeline:
// what is looked at runs alone, what is changed is held where the table says so and runs once approved.
// Those of services with an account are in service-tools.test.ts; what needs a browser, a terminal, a
// model or a sender of events has a story of its own.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { webhookSignature } from '../fakes/webhook-signature.ts'
import { catalog } from '../../tools/catalog.ts'
import { modelServer } from '../fakes/model-server.ts'
import { httpService, PLANTED } from '../fakes/services/http-service.ts'
import { openAiImageService } from '../fakes/services/image-services.ts'
import { redditService } from '../fakes/services/reddit-service.ts'
import { searxngService } from '../fakes/services/search-services.ts'
import { openMeteoService } from '../fakes/services/weather-services.ts'
import { post } from '../inbound/fixture.ts'
import {
  ask,
  besideHome,
  answering,
  runApproved,
  startAll,
  startServices,
  store,
  watchScreen,
  wholeApp,
} from '../fakes/services/whole-app.ts'

wholeApp()

/** The test that runs its actions through the pipeline. */
const ELSEWHERE: Readonly<Record<string, string>> = {
  github: 'service-tools',
  google_mail: 'service-tools',
  google_calendar: 'service-tools',
  todoist: 'service-tools',
  media: 'service-tools',
  obsidian: 'service-tools',
  tmux: 'terminal-session',
  browser: '../browsing/browser',
  read_result: 'long-results',
}

type Args = Readonly<Record<string, unknown>>
/** Arguments, or how they follow from what the calls before said. */
type Row = readonly [
  /** The tool, and which action of it. */
  call: string,
  way: 'alone' | 'held',
  args: Args | ((said: (tool: string) => string) => Args | Promise<Args>),
  /** What it says where this caller cannot have it done, for it is no agent. */
  fails?: string,
]

const NOTICE = { title: 'Done', message: 'All storks are counted.' }
const day = { start_date: '2026-11-24', end_date: '2026-11-24' }
const idIn = (text: string, form: RegExp): string => {
  const [found] = form.exec(text) ?? []
  if (found === undefined) throw new Error(`There is no ${form.source} in: ${text}`)
  return found
}
const JOB = /job_\w+/
/** The number that this tool gave first. */
const numbered =
  (tool: string, key: string, more: Args = {}) =>
  (said: (tool: string) => string): Args => ({
    ...more,
    [key]: Number(idIn(said(tool), /\d+/)),
  })
const every = { every_seconds: 3_600 }

const jobNamed = async (name: string) =>
  (await ask('schedules.list', {})).find((job) => job.name === name)
async function failedRun() {
  await expect
    .poll(async () => (await ask('schedules.failed', { state: null })).length)
    .toBeGreaterThan(0)
  const [letter] = await ask('schedules.failed', { state: null })
  if (letter === undefined) throw new Error('Nothing failed.')
  return letter
}

/** What a suggestion of a skill is made from. */
const used: readonly Row[] = [
  ...[1, 2, 3].map((): Row => [
    ...(['record_tool_usage', 'held'] as const),
    { tool_name: 'read_file', query_pattern: 'what is due' },
  ]),
  ['analyze_skill_patterns', 'held', {}],
]

const story = (page: string): readonly Row[] => [
  // What is looked up outside, before anything of the workspace was read.
  ['web_search', 'alone', { query: 'storks' }],
  ['web_search', 'alone', { query: 'storks', page: 2 }],
  ['weather current', 'alone', { location: 'Berlin' }],
  ['weather forecast', 'alone', { location: '52.5,13.4' }],
  ...(['hot', 'new', 'top'] as const).map((action): Row => [
    ...([`reddit ${action}`, 'alone'] as const),
    { subreddit: 'birds' },
  ]),
  ['reddit search', 'alone', { subreddit: 'birds', query: 'stork', after: 't3_10' }],
  ['web_fetch', 'alone', { url: `${page}/page` }],
  ['http', 'held', { url: `${page}/things`, method: 'POST', body: { name: 'stork' } }],
  // Files and commands.
  ['write_file', 'held', { path: 'notes.md', content: '# Notes\nherons\n' }],
  ['read_file', 'alone', { path: 'notes.md' }],
  ['edit_file', 'held', { path: 'notes.md', old_text: 'herons', new_text: 'storks' }],
  ['list_dir', 'alone', {}],
  ['search_files', 'alone', { pattern: 'storks' }],
  ['find_files', 'alone', { pattern: '*.md' }],
  ['search_documents', 'alone', { query: 'storks' }],
  ['exec', 'held', { command: 'touch made.txt && curl -s http://example.org' }],
  ['image_gen', 'held', { prompt: 'A stork' }],
  ['text_transform', 'alone', { operation: 'upper', text: 'a' }],
  ['math_eval', 'alone', { expression: '1 + 1' }],
  ['code_format', 'alone', { language: 'json', text: '{}' }],
  ['secrets_get', 'held', { name: 'forge' }],
  // What is remembered.
  ['memory_search add', 'held', { text: 'Storks nest on chimneys.' }],
  ['memory_search search', 'alone', { query: 'storks' }],
  ['memory_search explain_last', 'alone', {}],
  ['memory_search list_sources', 'alone', {}],
  ['memory_search delete', 'held', numbered('memory_search add', 'id')],
  ['store_memory', 'held', { category: 'people', key: 'Ada', value: 'Likes storks.' }],
  ['query_memory', 'alone', { query: 'Ada' }],
  // What is kept for the person.
  ['create_decision', 'held', { title: 'Use SQLite', description: 'It is there.' }],
  ['search_decisions', 'alone', { query: 'SQLite' }],
  ['update_decision', 'held', numbered('create_decision', 'decision_id', { status: 'deferred' })],
  ['list_pending_decisions', 'alone', {}],
  ['delete_decision', 'held', numbered('create_decision', 'decision_id')],
  ['create_delegation', 'held', { task: 'Count storks', delegated_to: 'Ada' }],
  ['list_delegations', 'alone', {}],
  ['update_delegation', 'held', numbered('create_delegation', 'delegation_id', { status: 'done' })],
  ['check_overdue_delegations', 'alone', {}],
  ['delete_delegation', 'held', numbered('create_delegation', 'delegation_id')],
  ['create_reminder', 'held', { title: 'Call Ada' }],
  ['list_reminders', 'alone', {}],
  ['search_reminders', 'alone', { query: 'Ada' }],
  ['complete_reminder', 'held', numbered('create_reminder', 'reminder_id')],
  ['send_notification', 'held', NOTICE],
  [
    ...(['create_alert_rule', 'held'] as const),
    { name: 'Denied', alert_type: 'denied_calls', condition: { over: 2, within_hours: 3 } },
  ],
  ['list_alert_rules', 'alone', {}],
  ['check_alerts', 'held', {}],
  ['dismiss_alert', 'held', numbered('create_alert_rule', 'rule_id')],
  ['get_proactive_suggestions', 'alone', {}],
  ['dismiss_suggestion', 'held', { category: 'decision', title: 'x' }],
  ...used,
  ['list_skill_suggestions', 'alone', {}],
  [
    ...([
      'auto_create_skill',
      'held',
      numbered('list_skill_suggestions', 'suggestion_id'),
    ] as const),
    'Only an agent of the person',
  ],
  ['list_inbound_events', 'alone', {}],
  ['get_event_summary', 'alone', {}],
  ['list_webhook_events', 'alone', {}],
  ['get_webhook_event', 'alone', { event_id: 1 }],
  ['process_webhook_event', 'held', { event_id: 1 }],
  // Mail and the calendar.
  ['get_mail_messages', 'alone', {}],
  ['get_mail_message', 'alone', { message_id: 'm1' }],
  ['search_mail', 'alone', { query: 'meeting' }],
  ['get_unread_count', 'alone', {}],
  ['mark_mail_read', 'held', { message_id: 'm1' }],
  ['mark_mail_flagged', 'held', { message_id: 'm1' }],
  ['move_mail_message', 'held', { message_id: 'm1', target_mailbox: 'Clients' }],
  [
    ...(['send_email', 'held'] as const),
    { to: ['ada@example.org'], subject: 'Storks', body: 'Nine.', confirm_send: true },
  ],
  ['get_calendar_events', 'alone', day],
  ['search_calendar_events', 'alone', { query: 'Dentist' }],
  ['find_my_open_slots', 'alone', day],
  ['find_group_availability', 'held', { participants: ['ada@example.org'], ...day }],
  // Jobs, every action of them, in both forms.
  ['cron add', 'held', { name: 'Tea', message: 'Make tea.', type: 'echo', ...every }],
  ['cron list', 'alone', {}],
  ['cron get', 'alone', (said) => ({ job_id: idIn(said('cron add'), JOB) })],
  ['cron update', 'held', (said) => ({ job_id: idIn(said('cron add'), JOB), message: 'x' })],
  ['cron pause', 'held', (said) => ({ job_id: idIn(said('cron add'), JOB) })],
  ['cron resume', 'held', (said) => ({ job_id: idIn(said('cron add'), JOB) })],
  ['cron run', 'held', (said) => ({ job_id: idIn(said('cron add'), JOB) })],
  ['cron history', 'alone', (said) => ({ job_id: idIn(said('cron add'), JOB) })],
  ['cron remove', 'held', (said) => ({ job_id: idIn(said('cron add'), JOB) })],
  [
    ...(['create_scheduled_task', 'held'] as const),
    {
      name: 'Water',
      schedule_type: 'interval',
      schedule_config: { seconds: 3_600 },
      handler_type: 'message',
      handler_config: { message: 'Water the plants.' },
    },
  ],
  ['list_scheduled_tasks', 'alone', {}],
  ['get_scheduler_status', 'alone', {}],
  ...(['update_scheduled_task', 'run_scheduled_task', 'delete_scheduled_task'] as const).map(
    (tool): Row => [
      ...([tool, 'held'] as const),
      (said) => ({
        task_id: idIn(said('create_scheduled_task'), JOB),
        ...(tool === 'update_scheduled_task' ? { enabled: false } : {}),
      }),
    ],
  ),
]

/** From a sender that the person knows. */
async function sendEvent(): Promise<void> {
  const { secret, url } = await ask('webhooks.add', { name: 'build' })
  const seconds = String(Math.floor(Date.now() / 1_000))
  const body = '{"type":"build.failed"}'
  const signed = webhookSignature(secret, 'one', seconds, Buffer.from(body))
  const sent = await post(
    url ?? '',
    { 'webhook-id': 'one', 'webhook-timestamp': seconds, 'webhook-signature': signed },
    body,
  )
  expect(sent.status).toBe(202)
}

async function start() {
  const web = await httpService(({ path }) =>
    path === '/page'
      ? { headers: { 'content-type': 'text/html' }, body: '<main><p>Storks.</p></main>' }
      : { json: { fine: true } },
  )
  const search = await searxngService()
  const reddit = await redditService()
  const weather = await openMeteoService()
  const images = await openAiImageService()
  const workspace = besideHome('workspace')
  const hosts = [search, reddit, weather].map(({ hosts: [host] }) => `'${host}'`)
  const posting = [web, images].map(
    ({ hosts: [host] }) => `{ host: '${host}', methods: [GET, POST], maxBytes: 1000 }`,
  )
  const more = [
    'preset: ask',
    `workspace: '${workspace}'`,
    `allowlist: { hosts: [${[...hosts, ...posting].join(', ')}] }`,
  ]
  await startAll({
    more: `${more.join('\n')}\n`,
    extra: [
      `  webSearch: { provider: searxng, url: '${search.url}' }`,
      `  reddit: { url: '${reddit.url}' }`,
      `  weather: { url: '${weather.url}', geocodingUrl: '${weather.url}' }`,
      `  images: { url: '${images.url}' }`,
      '',
    ].join('\n'),
    webhookPort: 0,
    prepare: () => {
      mkdirSync(workspace)
      writeFileSync(join(workspace, 'old.md'), 'old\n')
    },
  })
  await sendEvent()
  await store('image-key', images.url, PLANTED)
  await store('forge', 'https://forge.example', 'forge-0123456789abcdef')
  return { page: web.url, workspace, web }
}

/** A job whose run fails, for the model does not answer it, and what can be done about that. */
const failing: readonly Row[] = [
  ['cron add', 'held', { name: 'Mail', message: 'Broken: look at the mail.', ...every }],
  ['cron run', 'held', async () => ({ job_id: (await jobNamed('Mail'))?.id })],
  ['cron dlq_list', 'alone', async () => ({ dlq_status: (await failedRun()).state })],
  ['cron dlq_replay', 'held', async () => ({ dlq_id: (await failedRun()).id })],
  ['cron dlq_clear', 'held', async () => (await failedRun(), {})],
]

/** What only an agent has: sub-agents, and a memory of its own. */
const asAgent = (child: string): readonly Row[] => [
  ['spawn', 'held', { task: 'Child: count storks.' }],
  ['subagent_control list', 'alone', {}],
  ['subagent_control result', 'alone', { agent_id: child, wait_secs: 30 }],
  ['subagent_control cancel', 'held', { agent_id: child }],
  ['store_memory', 'held', { category: 'birds', key: 'Storks', value: 'Nine.' }],
  ['get_agent_memory', 'alone', { agent_name: 'main' }],
  ['clear_agent_memory', 'held', { agent_name: 'main' }],
  ...used,
  ['list_skill_suggestions', 'alone', {}],
  // Behind what was used, which is a record as well.
  ['auto_create_skill', 'held', { suggestion_id: 2 }],
]

const withAction = (action: string | undefined, args: Args): Record<string, unknown> =>
  action === undefined ? { ...args } : { action, ...args }

/** How each row ends, beside how it has to. */
async function goThrough(rows: readonly Row[]) {
  const said = new Map<string, string>()
  const ended: unknown[] = []
  const wanted: unknown[] = []
  for (const [call, way, args, fails] of rows) {
    const given = typeof args === 'function' ? await args((name) => said.get(name) ?? '') : args
    const [tool = '', action] = call.split(' ')
    const { result, held } = await runApproved(tool, withAction(action, given))
    if (!said.has(call)) said.set(call, result.text)
    const label = `${call} ${JSON.stringify(given)}`
    const went = held === null ? 'alone' : 'held'
    const text = result.status === 'done' ? '' : result.text
    ended.push([
      label,
      result.status,
      went,
      fails !== undefined && text.includes(fails) ? fails : text,
    ])
    wanted.push([label, fails === undefined ? 'done' : 'failed', way, fails ?? ''])
  }
  return { ended, wanted }
}

describe('every action of every built-in tool', () => {
  it('has a row here, or the test that is named for its tool', () => {
    const rows = [...story('https://example.org'), ...failing, ...asAgent('agent_0123456789')]
    const run = new Set(rows.map(([call]) => call))
    const missing = catalog.flatMap(({ manifest: { name, actions } }) =>
      ELSEWHERE[name] !== undefined
        ? []
        : (actions.length === 0 ? [''] : actions.map((each) => each.name))
            .map((action) => `${name} ${action}`.trim())
            .filter((each) => !run.has(each)),
    )
    expect(
      missing,
      'add a row to `story`, or where it asks a service with an account, its name to ELSEWHERE',
    ).toEqual([])
    for (const [tool, file] of Object.entries(ELSEWHERE))
      expect([tool, readFileSync(join(import.meta.dirname, `${file}.test.ts`), 'utf8')]).toEqual([
        tool,
        expect.stringMatching(tool),
      ])
  })

  it('runs without approval or is held, as the table says, and does its work', async () => {
    const { page } = await start()
    const shown = watchScreen()
    const { ended, wanted } = await goThrough(story(page))
    expect(ended).toEqual(wanted)
    // Jobs show theirs too.
    expect(
      shown.flatMap((event) => (event.kind === 'notification' ? [event.notification] : [])),
    ).toContainEqual(expect.objectContaining(NOTICE))
  }, 600_000)

  it('runs for an agent too where only an agent has it, and for a job whose run failed', async () => {
    const model = await modelServer(({ body }) => {
      const messages = body['messages'] as readonly { role: string; content: unknown }[]
      const first = JSON.stringify(messages.find(({ role }) => role === 'user'))
      if (first.includes('Broken:')) return { kind: 'status', status: 401 }
      if (!first.includes('Parent:')) return { kind: 'say', text: ['Nine.'] }
      const child = /agent_\w{6,}/.exec(JSON.stringify(messages))?.[0] ?? 'agent_unknown'
      const at = messages.filter(({ role }) => role === 'assistant').length
      const [call = '', , args] = asAgent(child)[at] ?? []
      const [name = '', action] = call.split(' ')
      return name === ''
        ? { kind: 'say', text: ['Done.'] }
        : {
            kind: 'say',
            calls: [{ id: `c${at}`, name, args: withAction(action, args as Args) }],
          }
    })
    try {
      await startServices({
        more: `preset: ask\nmodel: { provider: openai-compatible, name: m, baseUrl: '${model.url}/v1' }\n`,
      })
      const { id } = await ask('runs.start', { text: 'Parent: go through your tools.' })
      const over = async (): Promise<void> => {
        await expect
          .poll(async () => (await ask('runs.get', { id })).run.state)
          .toMatch(/idle|failed/)
      }
      const { held } = await answering(over(), () => 'once')
      const { items } = await ask('runs.get', { id })
      const calls = items.flatMap((item) =>
        item.kind === 'call' && item.by === undefined
          ? [
              [
                [item.tool, (item.args as Args)['action']].filter(Boolean).join(' '),
                item.state.kind !== 'ended'
                  ? item.state.kind
                  : item.state.result.status === 'done'
                    ? 'done'
                    : item.state.result.text,
                held.some(({ callId }) => callId === item.callId) ? 'held' : 'alone',
              ],
            ]
          : [],
      )
      expect(calls).toEqual(asAgent('').map(([call, way]) => [call, 'done', way]))
      const { agents } = await ask('own-agents.list', {})
      expect(agents.map(({ state, maker }) => [state, maker.kind])).toEqual([['off', 'agent']])
      const { ended, wanted } = await goThrough(failing)
      expect(ended).toEqual(wanted)
    } finally {
      await model.close()
    }
  }, 600_000)
})
