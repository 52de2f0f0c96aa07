// Days of rows, made by the database itself from what Gatehouse writes: five rows a call, with their
// bodies and facts as long as real ones, unevenly spread over machines, tools, hosts and agents, as
// they are in life. Loaded into a day before it joins the others, so that indexes are made at once.
import type { Client } from 'pg'
import { noContext, factsOf, type CallContext } from '../../../contract/journal/journal-facts.ts'
import { bodyOf } from '../../../main/journal/chain.ts'
import { fleetEntry } from '../../../main/fleet/fleet-entry.ts'
import { readBody } from '../../../main/store/journal/read-entry.ts'
import { canonicalJson } from '../../../contract/json.ts'
import { entryAt } from '../journal-rows.ts'

export const tools = [
  ...[
    'read_file',
    'exec',
    'edit_file',
    'write_file',
    'search_files',
    'web_fetch',
    'list_directory',
  ],
  ...['github', 'apply_patch', 'browser_open', 'memory', 'git', 'calendar', 'mail', 'todoist'],
  ...['spawn_subagent', 'cron', 'pdf_read', 'image', 'payments'],
] as const
export const HOSTS = 2_000
export const AGENTS = 50
export const hostName = (index: number): string => `host${index}.example.org`

const ROWS_A_CALL = 5
/** Seconds between the rows of one call. */
const STEP_SECONDS = 0.002

type Template = { readonly body: string; readonly facts: string }

/** What one call differs in from another, as places of PostgreSQL's `format`. */
const places = {
  tool: 1,
  call: 2,
  agent: 3,
  host: 4,
  request: 5,
  path: 6,
  text: 7,
  session: 8,
  run: 9,
  approval: 10,
  policy: 11,
  at: 12,
  seq: 13,
}
const place = (name: keyof typeof places): string => `%${places[name]}$s`

/** A call of the journal bench, its names made exchangeable. */
function templates(withHost: boolean): readonly Template[] {
  let context: CallContext = noContext
  return Array.from({ length: ROWS_A_CALL }, (_, index) => {
    const seq = (withHost ? 3 : 2) * ROWS_A_CALL + index + 1
    const entry = entryAt(seq)
    const body = bodyOf(1, 1, canonicalJson(entry))
    const read = readBody(body)
    const row = fleetEntry({ seq, body, hash: '' }, read, context)
    if (entry.kind === 'decision') context = { facts: factsOf(1, entry), askedAt: null }
    const tool = 'tool' in entry ? entry.tool : ''
    const exchangeable = (text: string): string =>
      text
        .replaceAll('%', '%%')
        .replaceAll(/"at":1,|"seq":1\}/g, (found) =>
          found.replace('1', place(found.startsWith('"at') ? 'at' : 'seq')),
        )
        .replaceAll(tool, place('tool'))
        .replaceAll(/call_\w{16}/g, place('call'))
        .replaceAll(/agent-\d/g, place('agent'))
        .replaceAll(/api\d+\.example\.com/g, place('host'))
        .replaceAll('ab'.repeat(32), place('request'))
        .replaceAll('cd'.repeat(32), place('policy'))
        .replaceAll(/\/home\/ada\/work\/[\w./-]+/g, place('path'))
        .replaceAll(/Prune the .*? minutes\./g, place('text'))
        .replaceAll(/ses_\w{12}/g, place('session'))
        .replaceAll(/run_\w{12}/g, place('run'))
        .replaceAll(/apr_\w{12}/g, place('approval'))
    return {
      body: exchangeable(body),
      facts: exchangeable(`{${row.facts.map((fact) => `"${fact}"`).join(',')}}`),
    }
  })
}

/** The smaller a number, the more often it comes: each doubling of numbers is as likely as another. */
const uneven = (most: number): string => `least(${most}, floor(power(${most + 1}, random())))::int`

/** Numbers of rows begin here, so that all of them are as long. */
const FIRST_SEQ = 100_000_000

/**
 * Makes the day with `rows` rows; `day` as 2026-11-20. `machines`: bench-0 and so on. Hashes and
 * texts are as random as real ones, so that what compresses them has no easier work.
 */
export async function makeDay(
  client: Client,
  day: string,
  rows: number,
  machines: number,
): Promise<void> {
  const calls = Math.floor(rows / ROWS_A_CALL)
  const [plain, reaching] = [templates(false), templates(true)]
  const fresh = await openTable(client, day)
  const values =
    'tool, id, agent, host, request, path, text, session, run, approval, policy, milliseconds, seq'
  await client.query(
    `insert into ${tableOf(day)} (machine, seq, at, kind, tool, host, principal, facts, body, hash)
     select 'bench-' || machine, seq, at,
       (array['decision','asked','answered','running','outcome'])[step + 1], tool,
       case when step = 0 then host end, agent,
       format((case when host is null then $1::text[] else $2::text[] end)[step + 1], ${values})::text[]
         || case when step = 0 and host is not null and second <= ${HOSTS} then array['host=host' || second || '.example.org'] else '{}' end,
       format((case when host is null then $3::text[] else $4::text[] end)[step + 1], ${values}),
       encode(sha256((request || step)::bytea), 'hex')
     from (
       select *, (extract(epoch from at) * 1000)::bigint as milliseconds from (
       select *, ${FIRST_SEQ} + call * ${ROWS_A_CALL} + step as seq,
         date_trunc('milliseconds', began + step * interval '${STEP_SECONDS} seconds') as at
       from (
         select *, 'call_' || substr(request, 1, 16) as id, 'apr_' || substr(request, 20, 12) as approval,
           'ses_' || substr(md5(machine || '/' || agent), 1, 12) as session,
           'run_' || substr(md5(machine || '/' || agent || '/' || call / 400), 1, 12) as run,
           encode(sha256('policy'), 'hex') as policy,
           '/home/ada/work/' || translate(substr(request, 1, 8), '0123456789', 'ghijklmnop') || '/' || (call % 5000) || '.md' as path,
           translate(substr(request, 20, 40), '0123456789', ' eta oin sh') || ' before the first frost' as text
         from (
           select call, ${uneven(machines)} - 1 as machine, ($5::text[])[${uneven(tools.length)}] as tool,
             case when random() < 0.2 then 'host' || ${uneven(HOSTS)} || '.example.org' end as host,
             'agent-' || ${uneven(AGENTS)} as agent,
             -- One call in fifty of those that reach a host reaches another one too.
             (case when random() < 0.02 then ${uneven(HOSTS)} else ${HOSTS + 1} end) as second,
             encode(sha256((call || '${day}')::bytea), 'hex') as request,
             timestamptz '${day} 00:00+00' + call * interval '${86_390 / (calls + 1)} seconds' as began
           from generate_series(1, ${calls}) call offset 0
         ) drawn offset 0
       ) made cross join generate_series(0, ${ROWS_A_CALL - 1}) step
       ) numbered offset 0
     ) spread`,
    [
      plain.map(({ facts }) => facts),
      reaching.map(({ facts }) => facts),
      plain.map(({ body }) => body),
      reaching.map(({ body }) => body),
      [...tools],
    ],
  )
  await closeTable(client, day, fresh)
}

export const tableOf = (day: string): string => `gatehouse.entries_${day.replaceAll('-', '')}`
export const fromTo = (day: string) => ({
  from: `timestamptz '${day} 00:00+00'`,
  to: `timestamptz '${day} 00:00+00' + interval '1 day'`,
})

/** False: it is there already, and rows are added to it. */
async function openTable(client: Client, day: string): Promise<boolean> {
  const known = await client.query('select to_regclass($1) as there', [tableOf(day)])
  if (known.rows[0]?.there !== null) return false
  const { from, to } = fromTo(day)
  await client.query(
    `create unlogged table ${tableOf(day)} (like gatehouse.entries including defaults including constraints,
       constraint day check (at >= ${from} and at < ${to}))`,
  )
  return true
}

async function closeTable(client: Client, day: string, fresh: boolean): Promise<void> {
  // As the database does by itself in time; before there are indexes, each page is written once more.
  await client.query(`vacuum (freeze, analyze) ${tableOf(day)}`)
  if (!fresh) return
  const { from, to } = fromTo(day)
  await client.query(
    `alter table gatehouse.entries attach partition ${tableOf(day)} for values from (${from}) to (${to})`,
  )
  await client.query(`alter table ${tableOf(day)} drop constraint day`)
}
