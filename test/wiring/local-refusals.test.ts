// Calls that cannot be, of the tools that work on this machine alone, in a whole Gatehouse: each ends
// with a sentence that says what is wrong and one that says what to do, nobody is asked where that is
// known before, and nothing is kept, started or lost. What a schema refuses by itself is in bad-input.
import { mkdirSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import type { CallResult } from '../../contract/call/call.ts'
import {
  inHome,
  ask,
  answering,
  startServices,
  store,
  wholeApp,
} from '../fakes/services/whole-app.ts'
import { PLANTED } from '../fakes/services/http-service.ts'

wholeApp()

type Args = Readonly<Record<string, unknown>>
type Row = readonly [name: string, tool: string, args: Args, says: RegExp, held?: number]

const job: Args = { action: 'add', message: 'x', type: 'echo' }
const NO_JOB = 'job_zzzzzzzzzz'
const far = 'a'.repeat(40_000)
/** So many of the rows are for the short part. */
const FEW = 7

const cron = (name: string, args: Args, says: RegExp, held = 0): Row => [
  ...([name, 'cron', args, says, held] as const),
]
const expression = (text: string, says: RegExp): Row =>
  cron(`cron: ${JSON.stringify(text)}`, { ...job, cron_expr: text }, says)
const at = (time: string, says: RegExp): Row =>
  cron(`cron at ${time}`, { ...job, at_time: time }, says)

const rows: readonly Row[] = [
  expression('60 * * * *', /cron_expr: the minute "60" cannot be: 0 to 59/),
  at('2020-01-01T00:00:00Z', /passed already. Give one in the future/),
  cron('a job that is not there', { action: 'run', job_id: NO_JOB }, /List the jobs for their ids/),
  [
    'a note without a word',
    'memory_search',
    { action: 'add', text: '…' },
    /text: a text with letters/,
  ],
  ['a command of spaces', 'exec', { command: ' \n ' }, /command: a command; there are only spaces/],
  [
    'a session that is not there',
    'tmux',
    { action: 'read', session_name: 'x' },
    /Use create first/,
  ],
  ['a sub-agent outside of a run', 'spawn', { task: 'x' }, /Start a run in Gatehouse/],
  // Times.
  expression('@daily', /five fields/),
  expression('* * 31 2 *', /no day fits/),
  expression('0 0 1 1 * ; rm -rf /', /five fields/),
  expression('*\t*\t*\t*\t*', /one line/),
  at('2026-12-31T23:59:60Z', /a time with its offset/),
  at('2027-02-30T00:00:00Z', /a time with its offset/),
  at('2027-01-01T00:00:00+25:00', /a time with its offset/),
  at('+010000-01-01T00:00:00Z', /a time with its offset/),
  at('0000-01-01T00:00:00Z', /Give one in the future/),
  cron('a zone of another planet', { ...job, cron_expr: '* * * * *', tz: 'Mars/X' }, /a time zone/),
  cron(
    'an end that has passed',
    { ...job, every_seconds: 60, expires_at: '2020-01-01T00:00:00Z' },
    /would never run.* Give a time in the future/,
    1,
  ),
  ...['(', '[', '(?<x>a)\\k<y>', '\\', '(?=a)*'].map((event_pattern) =>
    cron(`an event by ${event_pattern}`, { ...job, event_pattern }, /a regular expression/),
  ),
  cron(
    'a webhook that is not there',
    { ...job, event_pattern: 'x', event_source: 'nowhere' },
    /No webhook is called nowhere.*Leave the source out/,
    1,
  ),
  cron(
    'an agent that is not there',
    { ...job, type: 'agent', agent: 'nobody', every_seconds: 60 },
    /no agent named nobody.*agents list/,
    1,
  ),
  cron(
    'a failed run that is not there',
    { action: 'dlq_replay', dlq_id: 'x' },
    /List the failed runs/,
    1,
  ),
  ...(['get', 'update', 'pause', 'resume', 'remove'] as const).map((action) =>
    cron(
      `${action} of no job`,
      { action, job_id: NO_JOB, ...(action === 'update' ? { name: 'x' } : {}) },
      /List the jobs/,
    ),
  ),
  ...['../job_1', 'job_00000001?x=1', 'job_00000001\n', 'job_', 'JOB_0000000001'].map((job_id) =>
    cron(`an id ${JSON.stringify(job_id)}`, { action: 'get', job_id }, /an id as list gives it/),
  ),
  cron(
    'half a character',
    { ...job, message: 'a\ud800', every_seconds: 60 },
    /message: holds half a character/,
  ),
  cron(
    'a distance of 1e300',
    { ...job, every_seconds: 1e300 },
    /every_seconds: must be at most 31536000\. /,
  ),
  // Memory.
  ...['"', '*', '\u202e', '\u0000', '😀'].flatMap((query): Row[] => [
    [
      `a search for ${JSON.stringify(query)}`,
      'memory_search',
      { query },
      /query: words with letters/,
    ],
    [
      `a query for ${JSON.stringify(query)}`,
      'query_memory',
      { query },
      /query: words with letters/,
    ],
  ]),
  [
    'a note of nothing',
    'store_memory',
    { category: 'a', key: 'k', value: ' \n' },
    /value: a text with/,
  ],
  [
    'half a note',
    'store_memory',
    { category: 'a', key: 'k', value: '\udc00' },
    /value: holds half/,
  ],
  [
    'an entry that is not there',
    'memory_search',
    { action: 'delete', id: 9 },
    /Search for the right one/,
  ],
  ['an entry of 1e300', 'memory_search', { action: 'delete', id: 1e300 }, /id: must be at most/],
  [
    'a note in the place of a person',
    'memory_search',
    { action: 'add', text: 'x', source: 'knowledge:x' },
    /for what a person puts there/,
  ],
  // Commands.
  [
    'a command with NUL',
    'exec',
    { command: 'echo a\0b' },
    /command: a command without the character NUL/,
  ],
  ['half a command', 'exec', { command: 'echo \ud800' }, /command: holds half a character/],
  ['a command that is too long', 'exec', { command: `echo ${far}` }, /at most 32768 characters/],
  [
    'a folder that is not there',
    'exec',
    { command: 'ls', working_dir: 'none' },
    /List the folder above it/,
  ],
  [
    'a folder outside',
    'exec',
    { command: 'ls', working_dir: '../..' },
    /Commands run in the workspace only.*Try another approach/,
  ],
  [
    'a folder with NUL',
    'exec',
    { command: 'ls', working_dir: 'a\0b' },
    /Write the path without it/,
  ],
  ...['../x', 'a\nb', '*', 'a b', 'example.org/x'].map((host): Row => [
    ...([`the host ${JSON.stringify(host)}`, 'exec', { command: 'ls', hosts: [host] }] as const),
    /is not a host to connect to. Give a name such as/,
  ]),
  [
    'a host of this machine',
    'exec',
    { command: 'ls', hosts: ['127.0.0.1'] },
    /not on your allowlist/,
  ],
  ['a minute of a year', 'exec', { command: 'ls', timeout_seconds: 1e9 }, /must be at most 600/],
  ['an argument nobody knows', 'exec', { cmd: 'ls' }, /command: is missing; "cmd" is unknown/],
  // Terminals.
  ...['../x', 'x:1.0', '=a', 'a\u001b]0;x\u0007', 'a'.repeat(33), '%0'].map((session_name): Row => [
    ...([`the session ${JSON.stringify(session_name)}`, 'tmux'] as const),
    { action: 'create', session_name },
    /session_name: up to 32 letters, digits, _ and -/,
  ]),
  [
    'a session in no folder',
    'tmux',
    { action: 'create', session_name: 'a', working_dir: 'none' },
    /List the folder above/,
  ],
  [
    'a session outside',
    'tmux',
    { action: 'create', session_name: 'a', working_dir: '/etc' },
    /in the workspace only/,
  ],
  [
    'a line with escapes',
    'tmux',
    { action: 'create', session_name: 'a', command: '\u001b[2J' },
    /press keys with keys/,
  ],
  [
    'half a line',
    'tmux',
    { action: 'send', session_name: 'a', command: '\ud800' },
    /holds half a character/,
  ],
  ['the end of no session', 'tmux', { action: 'kill', session_name: 'a' }, /Use create first/],
  // Sub-agents.
  ['the sub-agents of nobody', 'subagent_control', { action: 'list' }, /Start a run in Gatehouse/],
]

const run = async (tool: string, args: Args) => {
  const { ended, held } = await answering(
    ask('tools.run', { tool, args: args as never, wait: true }),
    () => 'once',
  )
  return { result: ended, held: held.length }
}

/** What these tools keep. */
const stored = async () => ({
  jobs: await ask('schedules.list', {}),
  notes: (await run('memory_search', { action: 'list_sources' })).result.text,
})

const endsWithAdvice = ({ text, error }: CallResult): boolean =>
  error !== null && error.hint !== undefined && error.hint !== '' && text.endsWith(error.hint)

/** What came out otherwise than the row says. */
async function wrong(tried: readonly Row[]): Promise<readonly unknown[]> {
  await startServices({
    more: `preset: flow\nworkspace: '${inHome('../workspace')}'\n`,
    prepare: () => mkdirSync(inHome('../workspace')),
  })
  await store('forge', 'https://forge.example', PLANTED)
  const before = await stored()
  const found: unknown[] = []
  for (const [name, tool, args, says, wanted = 0] of tried) {
    const { result, held } = await run(tool, args)
    const quiet = !JSON.stringify(result).includes(PLANTED)
    if (
      result.ok ||
      held !== wanted ||
      !endsWithAdvice(result) ||
      !says.test(result.text) ||
      !quiet
    )
      found.push({ name, held, ok: result.ok, text: result.text, error: result.error })
  }
  expect(await stored()).toEqual(before)
  return found
}

describe('a call that cannot work is refused with what to do next, and leaves no trace', () => {
  it('for each tool', async () => {
    expect(await wrong(rows.slice(0, FEW))).toEqual([])
  })

  it('whatever is wrong with it @whole', async () => {
    expect(await wrong(rows.slice(FEW))).toEqual([])
  })
})
