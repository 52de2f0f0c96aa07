// A service that answers a byte at a time keeps no call for longer than its time: each tool that asks
// one ends with a sentence, a call that is stopped ends at once, and nothing stays open.
// @module-tag whole
import { describe, expect, it } from 'vitest'
import { dripService, drips } from '../../fakes/services/drip-service.ts'
import type { Drip } from '../../fakes/services/drip-service.ts'
import { runTool } from '../../fakes/services/run-tool.ts'
import { outsideTools, toolOf } from './outside-tools.ts'
import type { Outside } from './outside-tools.ts'

/** In the place of the 15 to 125 seconds that the tools allow. */
const REQUEST_MS = 300

const cases = outsideTools.flatMap((row) =>
  (['reading', 'changing'] as const).flatMap((way) =>
    row[way] === undefined ? [] : [[row.tool, row.by, way, row] as const],
  ),
)

/** How the call ended, whether it said what to do, and how often it was tried. */
async function ends(
  row: Outside,
  way: 'reading' | 'changing',
  how: Drip,
  stopped: boolean,
): Promise<readonly unknown[]> {
  const service = await dripService(how)
  const stop = new AbortController()
  const run = runTool(toolOf(row, service.url), row[way]?.(service.url), {
    hosts: service.hosts,
    credentials: row.credentials ?? {},
    powers: row.powers ?? {},
    signal: stop.signal,
    ...(stopped ? {} : { requestMs: REQUEST_MS }),
  })
  if (stopped) {
    await service.dripped
    stop.abort()
  }
  const ended = await run
  // The test waits for this and fails by its own limit where a connection stays.
  await service.allClosed()
  if (ended.ok) return [how, 'done']
  const { code, text, hint = '' } = ended.error
  return [
    how,
    code,
    /\d{3} ms|stopped/.test(text),
    hint !== '' || stopped,
    service.connections() > 1,
  ]
}

describe('an answer that drips', () => {
  it.each(cases)(
    '%s with %s, %s, ends by its limit with what to do next, once, and closes the connection',
    async (_tool, _by, way, row) => {
      const ended = await Promise.all(drips.map((how) => ends(row, way, how, false)))
      expect(ended).toEqual(drips.map((how) => [how, 'net.timeout', true, true, false]))
    },
    600_000,
  )

  it.each(cases)(
    '%s with %s, %s, ends when it is stopped, and closes the connection',
    async (_tool, _by, way, row) => {
      const ended = await Promise.all(drips.map((how) => ends(row, way, how, true)))
      expect(ended).toEqual(drips.map((how) => [how, 'net.cancelled', true, true, false]))
    },
    600_000,
  )
})
