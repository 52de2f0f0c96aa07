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
const [TOOL, HOST, CALL, AGENT] = ['read_file', 'api.example.net', 'call_x0x0x0x0', 'agent-zz']

type Template = { readonly body: string; readonly facts: string }

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
    const named = (text: string): string =>
      ['tool' in entry ? entry.tool : '', 'callId' in entry ? entry.callId : '']
        .reduce(
          (so, name, at) => (name === '' ? so : so.replaceAll(name, at === 0 ? TOOL : CALL)),
          text,
        )
        .replaceAll(/agent-\d/g, AGENT)
        .replaceAll(/api\d+\.example\.com/g, HOST)
    return {
      body: named(body),
      facts: named(`{${row.facts.map((fact) => `"${fact}"`).join(',')}}`),
    }
  })
}

/** The smaller a number, the more often it comes: each doubling of numbers is as likely as another. */
const uneven = (most: number): string => `least(${most}, floor(power(${most + 1}, random())))::int`

/**
 * Makes the day with `rows` rows; `day` as 2026-11-20. `machines`: bench-0 and so on.
 */
export async function makeDay(
  client: Client,
  day: string,
  rows: number,
  machines: number,
): Promise<void> {
  const calls = Math.floor(rows / ROWS_A_CALL)
  const name = `entries_${day.replaceAll('-', '')}`
  const [plain, reaching] = [templates(false), templates(true)]
  const known = await client.query('select to_regclass($1) as there', [`gatehouse.${name}`])
  const fresh = known.rows[0]?.there === null
  if (fresh)
    await client.query(
      `create unlogged table gatehouse.${name} (like gatehouse.entries including defaults including constraints)`,
    )
  await client.query(
    `insert into gatehouse.${name} (machine, seq, at, kind, tool, host, principal, facts, body, hash)
     select 'bench-' || machine, 1000000 + call * ${ROWS_A_CALL} + step, at,
       (array['decision','asked','answered','running','outcome'])[step + 1], tool,
       case when step = 0 then host end, agent,
       replace(replace(replace(replace((case when host is null then $1::text[] else $2::text[] end)[step + 1],
         '${TOOL}', tool), '${CALL}', id), '${AGENT}', agent), '${HOST}', coalesce(host, ''))::text[],
       replace(replace(replace(replace(replace(replace((case when host is null then $3::text[] else $4::text[] end)[step + 1],
         '${TOOL}', tool), '${CALL}', id), '${AGENT}', agent), '${HOST}', coalesce(host, '')),
         '"at":1,', '"at":' || (extract(epoch from at) * 1000)::bigint || ','),
         '"seq":1}', '"seq":' || 1000000 + call * ${ROWS_A_CALL} + step || '}'),
       encode(sha256((call * ${ROWS_A_CALL} + step)::text::bytea), 'hex')
     from (
       select call, step, machine, tool, host, agent, 'call_' || lpad(call::text, 16, '0') as id,
         date_trunc('milliseconds', timestamptz '${day} 00:00+00' + (call + step * 0.01) * interval '${86_400 / (calls + 1)} seconds') as at
       from (
         select call, ${uneven(machines)} - 1 as machine, ($5::text[])[${uneven(tools.length)}] as tool,
           case when random() < 0.2 then 'host' || ${uneven(HOSTS)} || '.example.org' end as host,
           'agent-' || ${uneven(AGENTS)} as agent
         from generate_series(1, ${calls}) call offset 0
       ) made cross join generate_series(0, ${ROWS_A_CALL - 1}) step
     ) spread`,
    [
      plain.map(({ facts }) => facts),
      reaching.map(({ facts }) => facts),
      plain.map(({ body }) => body),
      reaching.map(({ body }) => body),
      [...tools],
    ],
  )
  if (fresh)
    await client.query(
      `alter table gatehouse.entries attach partition gatehouse.${name}
       for values from ('${day} 00:00+00') to (timestamptz '${day} 00:00+00' + interval '1 day')`,
    )
  await client.query(`analyze gatehouse.${name}`)
}
