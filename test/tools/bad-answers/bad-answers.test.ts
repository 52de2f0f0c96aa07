// The table of bad answers: whatever a service answers, the call ends in a sentence with what to do
// next, in time, and shows no credential, also where the service says it back. What changes
// something is sent once. A tool that asks a service and is not in the table fails.
import { describe, expect, it } from 'vitest'
import { MISHAPS } from '../../fakes/services/http-service.ts'
import type { HttpService, Mishap } from '../../fakes/services/http-service.ts'
import { runTool } from '../../fakes/services/run-tool.ts'
import { catalog } from '../../../tools/catalog.ts'
import { fewRows } from '../../whole.ts'
import { outsideTools, toolOf } from './outside-tools.ts'
import type { Outside } from './outside-tools.ts'

/** They reach the network, but ask no service: what they reach is shown elsewhere. */
const notAsked: Readonly<Record<string, string>> = {
  browser: 'test/browsing/mishaps.test.ts',
  cron: 'keeps jobs; what they send goes through other tools',
  ...Object.fromEntries(
    ['create', 'update', 'delete', 'run'].map((verb) => [
      `${verb}_scheduled_task`,
      'keeps jobs; what they send goes through other tools',
    ]),
  ),
}

/** Asked three times where that changes nothing. */
const AGAIN: ReadonlySet<Mishap> = new Set(['429', '500', 'half a body'])
/** They carry out one request as it was asked for, and no other. */
const ONCE: ReadonlySet<string> = new Set(['http', 'web_fetch'])
/** A service that never answers is stopped once it was asked, and that has to end it really. */
const isAsked = async ({ asked }: HttpService): Promise<void> => {
  while (asked.length === 0) await new Promise((done) => setTimeout(done, 20))
}

const usual: Readonly<Record<Mishap, string>> = {
  '401': 'service.credential',
  '403': 'service.forbidden',
  '404': 'service.not-found',
  '409': 'service.conflict',
  '422': 'service.refused',
  '429': 'service.rate-limit',
  '500': 'service.down',
  html: 'service.answer',
  '50 MB': 'service.too-large',
  'half a body': 'net.closed',
  nothing: 'service.answer',
  'wrong JSON': 'service.answer',
  'no answer': 'net.cancelled',
}

type Way = 'reading' | 'changing'
/** What was sent and has to come at most once. */
const changes = ({ asked }: HttpService) => asked.filter(({ method }) => method !== 'GET').length

/** Longer than the waits between three tries. */
const LONG_MS = 30_000
/** What a call takes whose service answers as it should, on this machine now. */
async function usualMs(row: Outside, way: Way): Promise<number> {
  const service = await row.start()
  const { credentials = {}, powers = {} } = row
  const startedAt = performance.now()
  const options = { hosts: service.hosts, credentials, powers }
  await runTool(toolOf(row, service.url), row[way]?.(service.url), options)
  return performance.now() - startedAt
}

async function ends(row: Outside, way: Way, mishap: Mishap): Promise<readonly unknown[]> {
  const service = await row.start()
  const tool = toolOf(row, service.url)
  const args = row[way]?.(service.url)
  service.goWrong(mishap)
  const stop = new AbortController()
  const asked = mishap === 'no answer' ? isAsked(service).then(() => stop.abort()) : null
  const { credentials = {}, powers = {} } = row
  const startedAt = performance.now()
  const ended = await runTool(tool, args, {
    hosts: service.hosts,
    credentials,
    powers,
    signal: stop.signal,
  })
  await asked
  const took = performance.now() - startedAt
  const late = took > LONG_MS && took > LONG_MS + 100 * (await usualMs(row, way))
  // The service sees that nobody waits any more.
  const waiting = (): boolean => mishap === 'no answer' && service.abandoned.length === 0
  await expect.poll(waiting).toBe(false)
  const said = JSON.stringify(ended)
  const values = Object.values(credentials).map(({ value }) => value.replace(/^Bearer /, ''))
  const leaked = values.filter((value) => said.includes(value))
  const sentence = ended.ok || (ended.error.text !== '' && (ended.error.hint ?? '') !== '')
  return [
    mishap,
    ended.ok ? 'done' : ended.error.code,
    sentence || said,
    leaked,
    late,
    changes(service) > 1,
    service.asked.length,
  ]
}

function expected(row: Outside, way: Way, mishap: Mishap): readonly unknown[] {
  const codes = (way === 'changing' ? row.changeCodes : undefined) ?? row.codes
  const code = codes?.[mishap] ?? usual[mishap]
  const again = (way === 'reading' || row.looksFirst === true) && !ONCE.has(row.tool)
  const asked = again && AGAIN.has(mishap) ? 3 : 1
  return [mishap, code, true, [], false, false, asked]
}

describe('the table of bad answers', () => {
  it('has every tool that asks a service', () => {
    const outside = catalog
      .filter(
        ({ manifest, requiredPowers }) =>
          manifest.networkOutbound || (requiredPowers as readonly string[]).includes('net.fetch'),
      )
      .map(({ manifest }) => manifest.name)
    const listed = new Set([...outsideTools.map(({ tool }) => tool), ...Object.keys(notAsked)])
    expect([...listed].toSorted(), 'add a row for each service to outside-tools.ts').toEqual(
      outside.toSorted(),
    )
    // One call at least that changes something, where the tool has such actions.
    for (const { manifest } of catalog) {
      const rows = outsideTools.filter(({ tool }) => tool === manifest.name)
      const mutates = manifest.actions.some(({ readOnly }) => !readOnly)
      expect([manifest.name, mutates && rows.some((row) => row.changing === undefined)]).toEqual([
        manifest.name,
        false,
      ])
    }
  })

  const cases = outsideTools.flatMap((row) =>
    (['reading', 'changing'] as const).flatMap((way) =>
      row[way] === undefined ? [] : [[row.tool, row.by, way, row] as const],
    ),
  )
  it.each(fewRows(cases, 1))(
    '%s with %s, %s, ends well whatever comes back',
    async (_tool, _by, way, row) => {
      const ended = await Promise.all(MISHAPS.map((mishap) => ends(row, way, mishap)))
      expect(ended).toEqual(MISHAPS.map((mishap) => expected(row, way, mishap)))
    },
    600_000,
  )
})
