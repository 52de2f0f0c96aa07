// Lists of services in a whole Gatehouse: an agent that follows what each answer says comes to the end of
// the list, with nothing lost and nothing twice; and a service that takes no more is left alone for as
// long as it asks, whatever an agent tries.
import { expect, it } from 'vitest'
import { GITHUB_TOKEN } from '../fakes/services/github.ts'
import { GOOGLE_TOKEN } from '../fakes/services/google.ts'
import { TODOIST_TOKEN } from '../fakes/services/todoist.ts'
import { journal, runApproved, startAll, wholeApp } from '../fakes/services/whole-app.ts'

wholeApp()

type Args = Readonly<Record<string, unknown>>
type List = readonly [
  tool: string,
  args: Args,
  /** What one entry is known by in the text. */
  entry: RegExp,
  entries: number,
  pages: number,
]

const repository = { owner: 'ada', repo: 'engine' }
const lists: readonly List[] = [
  ['github', { action: 'list_issues', ...repository, per_page: 10 }, /^#\d+/gm, 20, 3],
  ['google_mail', { action: 'search', query: 'is:unread', max_results: 10 }, /^id \w+/gm, 13, 2],
  [
    'google_calendar',
    { action: 'list_events', calendar_id: 'team@group.calendar.google.com' },
    /\bt\d\b/g,
    2,
    2,
  ],
  ['todoist', { action: 'list_tasks', limit: 30 }, /\bTask \d+/g, 70, 3],
]

/** As an answer names it: `call again with page 2 and per_page 10`. Tokens of pages are text. */
function nextIn(text: string, numbered: boolean): Args | null {
  const said = /call again with ((?:(?: and )?\w+ [\w=+/-]+)+)/.exec(text)?.[1]
  if (said === undefined) return null
  return Object.fromEntries(
    said.split(' and ').map((pair) => {
      const [name = '', value = ''] = pair.split(' ')
      return [name, numbered ? Number(value) : value]
    }),
  )
}

it('are read to their end, page by page, as each answer says @whole', async () => {
  await startAll()
  for (const [name, args, entry, entries, pages] of lists) {
    const found: string[] = []
    let [more, read]: [Args | null, number] = [{}, 0]
    for (; more !== null && read < 10; read += 1) {
      const { result, held } = await runApproved(name, { ...args, ...more })
      expect([name, result.status, held, result.text]).toEqual([
        name,
        'done',
        null,
        expect.any(String),
      ])
      found.push(...(result.text.match(entry) ?? []))
      more = nextIn(result.text, name === 'github')
    }
    expect([name, new Set(found).size, found.length, read]).toEqual([name, entries, entries, pages])
  }
}, 600_000)

it('are left alone where the service takes no more, and nothing tells a credential', async () => {
  const { github, todoist, google } = await startAll()
  const rows: readonly (readonly [
    string,
    typeof github | typeof todoist | typeof google,
    Args,
    Args,
  ])[] = [
    [
      'github',
      github,
      { action: 'notifications' },
      { action: 'comment_issue', ...repository, number: 2, body: 'Seen.' },
    ],
    ['todoist', todoist, { action: 'list_projects' }, { action: 'complete_task', task_id: 't2' }],
    ['google_mail', google, { action: 'list_labels' }, { action: 'trash', message_id: 'm1' }],
    [
      'google_calendar',
      google,
      { action: 'list_calendars' },
      { action: 'delete_event', event_id: 'e2' },
    ],
  ]
  const said: string[] = []
  for (const [name, service, reading, changing] of rows) {
    for (const [args, way] of [
      [reading, 'alone'],
      [changing, 'held'],
    ] as const) {
      const before = service.asked.length
      service.limitTo(0, 600)
      const { result, held } = await runApproved(name, { ...args })
      said.push(JSON.stringify(result))
      expect([name, way, result.status, held === null, service.asked.length - before]).toEqual([
        name,
        way,
        'failed',
        way === 'alone',
        1,
      ])
      expect([name, result.text]).toEqual([name, expect.stringContaining('Wait 10 minutes')])
    }
    // A short wait is waited for within the call, by what only looks.
    service.limitTo(Number.POSITIVE_INFINITY)
    const before = service.asked.length
    service.goWrong('429', 1)
    const again = await runApproved(name, { ...reading })
    expect([name, again.result.status, service.asked.length - before]).toEqual([name, 'done', 2])
    service.goWrong('429', 1)
    const once = service.asked.length
    const changed = await runApproved(name, { ...changing })
    said.push(JSON.stringify(changed.result))
    expect([name, changed.result.status, service.asked.length - once]).toEqual([name, 'failed', 1])
  }
  const reported = said.join('\n') + JSON.stringify(await journal())
  for (const secret of [GITHUB_TOKEN, TODOIST_TOKEN, GOOGLE_TOKEN, 'ya29.'])
    expect(reported).not.toContain(secret)
}, 600_000)
