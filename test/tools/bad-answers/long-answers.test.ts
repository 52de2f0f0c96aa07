// What a service says at length, or somebody who writes there: each text of a right answer goes on with
// what makes a careless pattern look at everything again and again. However it is built, a call costs
// what its length costs.
// @module-tag whole
import { describe, expect, it } from 'vitest'
import type { Reply } from '../../fakes/services/http-service.ts'
import { runTool } from '../../fakes/services/run-tool.ts'
import { processorMs } from '../../processor.ts'
import { outsideTools, toolOf } from './outside-tools.ts'
import type { Outside } from './outside-tools.ts'
import { growth, MOST_GROWTH } from '../../growth.ts'

const PIECES = [
  ...['<script ', '<', '<!--', '<a class="result__a" href="', '<div class="result', '&lt'],
  ...['\u00a0', ' \n', '\r', '\t\u2028', ',', '-', '=', '/', '../', '\\', '"\\', "'"],
  ...['[](', '![', '# ', '**', '{{', 'a@', 'a@a.', 'http://a ', '0', '%2', 'BEGIN:VEVENT\r\n'],
]
/** A pattern that looks again at every place takes seconds for as many. */
const CHARACTERS = 60_000
/** What takes less needs no second look. */
const LITTLE_MS = 1_000

/** The first texts of it that are no id go on so. */
function longer(reply: Reply, piece: string, characters: number): Reply {
  const long = piece.repeat(Math.ceil(characters / piece.length))
  if (reply.json === undefined) {
    const body = typeof reply.body === 'string' ? reply.body : ''
    const middle = body.length >> 1
    return { ...reply, body: `${body.slice(0, middle)}${long}${body.slice(middle)}` }
  }
  let left = 10
  const mapped = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(mapped)
    if (value !== null && typeof value === 'object')
      return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, mapped(each)]))
    if (typeof value !== 'string' || /^[\w-]{8,}$/.test(value) || left === 0) return value
    left -= 1
    return value + long
  }
  return { ...reply, json: mapped(reply.json) }
}

const cases = outsideTools.flatMap((row) =>
  (['reading', 'changing'] as const).flatMap((way) =>
    row[way] === undefined ? [] : [[row.tool, row.by, way, row] as const],
  ),
)

async function call(
  row: Outside,
  way: 'reading' | 'changing',
  piece: string,
  characters: number,
): Promise<void> {
  const service = await row.start()
  service.spoil((reply) => longer(reply, piece, characters))
  const { credentials = {}, powers = {} } = row
  await runTool(toolOf(row, service.url), row[way]?.(service.url), {
    hosts: service.hosts,
    credentials,
    powers,
  })
}

describe('long texts in an answer', () => {
  it.each(cases)('%s with %s, %s, cost what their length costs', async (_tool, _by, way, row) => {
    const slow: unknown[] = []
    for (const piece of PIECES) {
      const before = processorMs()
      await call(row, way, piece, CHARACTERS)
      if (processorMs() - before < LITTLE_MS) continue
      const grown = await growth((size) => call(row, way, piece, size), CHARACTERS)
      if (grown >= MOST_GROWTH) slow.push([piece, Math.round(grown)])
    }
    expect(slow).toEqual([])
  })
})
