// The table that says what every tool may do, row for row and action for action, both ways: nothing
// that is built is missing here, and nothing here is built differently.
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { actionsIn } from '../../contract/call/action-schema.ts'
import type { AnyTool } from '../../contract/call/tool.ts'
import { Services } from '../../contract/policy/config/services.ts'
import { catalog, toolsFor } from '../../tools/catalog.ts'
import { recordRows } from '../tools/records/record-tools.ts'

type Row = {
  readonly outbound: boolean
  readonly subagents: 'full' | 'readOnly' | 'denied'
  /** Actions that have to be there, and those that may be there besides. */
  readonly reads?: readonly string[]
  readonly changes?: readonly string[]
  readonly readsToo?: readonly string[]
  readonly changesToo?: readonly string[]
}

const inside = (subagents: Row['subagents'], more: Partial<Row> = {}): Row => ({
  outbound: false,
  subagents,
  ...more,
})
const outward = (subagents: Row['subagents'], more: Partial<Row> = {}): Row => ({
  outbound: true,
  subagents,
  ...more,
})

/** The first design, with the actions that came later. */
const table: Readonly<Record<string, Row>> = {
  read_file: inside('full'),
  write_file: inside('full'),
  edit_file: inside('denied'),
  list_dir: inside('full'),
  exec: inside('full'),
  web_search: outward('full'),
  web_fetch: outward('full'),
  http: outward('denied'),
  spawn: inside('denied'),
  subagent_control: inside('denied', {
    reads: ['list'],
    readsToo: ['result'],
    changes: ['cancel'],
  }),
  read_result: inside('full'),
  // `add` is ours: without it nobody but a person could fill what is searched.
  memory_search: inside('denied', {
    reads: ['search', 'explain_last', 'list_sources'],
    changes: ['delete'],
    changesToo: ['add'],
  }),
  // To look at a screen and to list sessions changes nothing; the table leaves that open.
  tmux: inside('denied', { reads: ['read', 'list'], changes: ['create', 'send', 'kill'] }),
  image_gen: outward('denied'),
  reddit: outward('readOnly', { reads: ['hot', 'new', 'top', 'search'] }),
  weather: outward('readOnly', { reads: ['current', 'forecast'] }),
  github: outward('readOnly', {
    reads: [
      ...['list_issues', 'get_issue', 'list_prs', 'get_pr', 'get_pr_files'],
      ...['get_file_content', 'get_workflow_runs', 'notifications'],
    ],
    changes: ['create_issue', 'create_pr_review', 'trigger_workflow'],
    changesToo: ['close_issue', 'reopen_issue', 'comment_issue', 'close_pr', 'merge_pr'],
  }),
  google_mail: outward('readOnly', {
    reads: ['search', 'read', 'list_labels'],
    readsToo: ['attachment'],
    changes: ['send', 'reply', 'label'],
    changesToo: ['trash'],
  }),
  google_calendar: outward('readOnly', {
    reads: ['list_events', 'get_event', 'list_calendars'],
    changes: ['create_event', 'update_event', 'delete_event'],
    changesToo: ['rsvp'],
  }),
  get_mail_messages: outward('readOnly'),
  get_mail_message: outward('readOnly'),
  search_mail: outward('readOnly'),
  get_unread_count: outward('readOnly'),
  send_email: outward('readOnly'),
  mark_mail_read: outward('readOnly'),
  mark_mail_flagged: outward('readOnly'),
  move_mail_message: outward('readOnly'),
  get_calendar_events: outward('readOnly'),
  search_calendar_events: outward('readOnly'),
  find_my_open_slots: outward('readOnly'),
  find_group_availability: outward('readOnly'),
  list_scheduled_tasks: inside('full'),
  get_scheduler_status: inside('full'),
  create_scheduled_task: outward('denied'),
  update_scheduled_task: outward('denied'),
  delete_scheduled_task: outward('denied'),
  run_scheduled_task: outward('denied'),
  todoist: outward('readOnly', {
    reads: ['list_tasks', 'get_task', 'list_comments', 'list_projects'],
    changes: ['create_task', 'update_task', 'complete_task', 'delete_task', 'add_comment'],
  }),
  cron: outward('readOnly', {
    reads: ['list', 'dlq_list'],
    readsToo: ['get', 'history'],
    changes: ['add', 'remove', 'run', 'dlq_replay', 'dlq_clear'],
    changesToo: ['update', 'pause', 'resume'],
  }),
  media: outward('readOnly', {
    reads: [
      ...['search_movie', 'get_movie', 'list_movies', 'search_series', 'get_series'],
      ...['list_series', 'profiles', 'root_folders'],
    ],
    changes: ['add_movie', 'add_series'],
  }),
  obsidian: outward('readOnly', {
    reads: ['read', 'search', 'list'],
    changes: ['write', 'append'],
    changesToo: ['delete', 'rename'],
  }),
  browser: outward('readOnly', {
    reads: ['snapshot', 'get'],
    changes: [
      ...['open', 'click', 'type', 'fill', 'screenshot', 'eval', 'scroll', 'wait', 'close'],
      'navigate',
    ],
  }),
}

/** Ours besides, each with one purpose. */
const besides: Readonly<Record<string, Row>> = {
  search_files: inside('full'),
  find_files: inside('full'),
  secrets_get: inside('denied'),
  text_transform: inside('full'),
  math_eval: inside('full'),
  code_format: inside('full'),
}

/** Rows that nothing is built for yet. Only ever gets shorter. */
const MISSING: readonly string[] = []

const rows = Object.entries<Row>({ ...table, ...besides, ...recordRows })
const named = (name: string): AnyTool | undefined =>
  catalog.find(({ manifest }) => manifest.name === name)

describe('the access table', () => {
  it('has a row for every tool, and a tool for every row but those that are missing', () => {
    const built = catalog.map(({ manifest }) => manifest.name)
    const wanted = rows.map(([name]) => name).filter((name) => !MISSING.includes(name))
    expect(built.toSorted(), 'add a row for each tool to `table` or `besides` above').toEqual(
      wanted.toSorted(),
    )
  })

  it.each(rows.flatMap(([name, row]) => (named(name) === undefined ? [] : [[name, row] as const])))(
    '%s is what its row says, every action both ways',
    (name, { outbound, subagents, reads = [], changes = [], readsToo = [], changesToo = [] }) => {
      const { manifest } = named(name) as AnyTool
      expect([manifest.networkOutbound, manifest.subagentAccess]).toEqual([outbound, subagents])
      const declared = (readOnly: boolean): readonly string[] =>
        manifest.actions.filter((one) => one.readOnly === readOnly).map((one) => one.name)
      const without = (names: readonly string[], those: readonly string[]): readonly string[] =>
        names.filter((one) => !those.includes(one)).toSorted()
      expect(without(declared(true), readsToo)).toEqual(reads.toSorted())
      expect(without(declared(false), changesToo)).toEqual(changes.toSorted())
    },
  )
})

/** What a tool declares against what its schema takes: in one and not in the other, or named twice. */
function actionGaps({ manifest, input, inputSchema }: AnyTool): readonly string[] {
  const schema = inputSchema ?? z.toJSONSchema(input, { io: 'input' })
  const taken = actionsIn(schema as Record<string, unknown>)
  const declared = manifest.actions.map(({ name }) => name)
  const twice = (names: readonly string[]): readonly string[] =>
    names.filter((name, at) => names.indexOf(name) !== at).map((name) => `${name} twice`)
  return [
    ...declared.filter((name) => !taken.includes(name)),
    ...taken.filter((name) => !declared.includes(name)),
    ...twice(taken),
    ...twice(declared),
  ]
}

/** As they are set up in every way there is: a service may change what a tool requires, no more. */
const setups: readonly (readonly [string, Services])[] = [
  ['nothing set up', Services.parse({})],
  [
    'other services',
    Services.parse({
      webSearch: { provider: 'brave' },
      weather: { provider: 'openweather' },
      images: { provider: 'google' },
      reddit: { access: 'app' },
    }),
  ],
]

describe.each(setups)('with %s', (_what, services) => {
  it.each(toolsFor(services).map((tool) => [tool.manifest.name, tool] as const))(
    '%s declares just the actions that its schema takes',
    (name, tool) => {
      expect(actionGaps(tool)).toEqual([])
      const [usual] = catalog.filter(({ manifest }) => manifest.name === name)
      const of = ({ manifest }: AnyTool): unknown => [
        manifest.id,
        manifest.networkOutbound,
        manifest.subagentAccess,
        manifest.actions,
        manifest.riskTier,
        manifest.sideEffects,
        manifest.category,
      ]
      expect(usual === undefined ? null : of(usual)).toEqual(of(tool))
    },
  )
})

describe('actions that do not fit', () => {
  const [first] = catalog
  const withActions = (names: readonly string[], input: z.ZodType): AnyTool => {
    if (first === undefined) throw new Error('The catalog is empty.')
    const actions = names.map((name) => ({ name, readOnly: true }))
    return { ...first, manifest: { ...first.manifest, actions }, input }
  }
  it.each<[string, readonly string[], z.ZodType, readonly string[]]>([
    [
      'one too many and one too few',
      ['list', 'remove'],
      z.strictObject({ action: z.enum(['list', 'add']) }),
      ['remove', 'add'],
    ],
    [
      'one of a union',
      ['get'],
      z.discriminatedUnion('action', [
        z.strictObject({ action: z.literal('get') }),
        z.strictObject({ action: z.literal('add') }),
      ]),
      ['add'],
    ],
    [
      'one in two branches',
      ['get'],
      z.union([
        z.strictObject({ action: z.literal('get'), id: z.string() }),
        z.strictObject({ action: z.literal('get'), name: z.string() }),
      ]),
      ['get twice'],
    ],
    [
      'one declared twice',
      ['get', 'get'],
      z.strictObject({ action: z.literal('get') }),
      ['get twice'],
    ],
  ])('are found: %s', (_what, names, input, gaps) => {
    expect(actionGaps(withActions(names, input))).toEqual(gaps)
  })
})
