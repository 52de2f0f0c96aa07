// Which of eighty everyday command lines ask, in the presets Flow and Ask: each is really run, in a
// real sandbox over a real project. docs/everyday-lines.md is what this finds:
// `npm test -- everyday-lines -u` writes it.
// @module-tag whole
import { describe, expect, it } from 'vitest'
import type { Approval } from '../../contract/approval/approval.ts'
import { replay } from '../bench/attention/replay.ts'
import type { Replayed } from '../bench/attention/replay.ts'
import type { TraceCall } from '../bench/attention/trace.ts'
import { EVERYDAY } from './everyday-lines.ts'

const linux = process.platform === 'linux'
const why = linux ? '' : ` (skipped on ${process.platform}: overlays are the Linux kernel's)`

const lines = EVERYDAY.flatMap(([, all]) => all)
/** A session for each heading: one session may run sixty commands a minute. */
const trace = EVERYDAY.flatMap(([, all], session) =>
  all.map((command): TraceCall => ({
    session,
    caller: 'own',
    tool: 'exec',
    args: { command },
    effect: 'none',
    atMs: 0,
  })),
)

/** The hosts that it wanted, else what its card says beyond the tier of a command. */
function because(asked: Approval, { hosts }: Replayed): string {
  if (hosts.length > 0) return `wants ${hosts.join(', ')}`
  if (asked.staged !== null) return 'with its changes'
  return (
    asked.decision.reasons
      .filter(({ code }) => code !== 'tier.base')
      .map(({ text }) => text)
      .join(' ') || 'cannot be tried in a copy'
  )
}

const said = (one: Replayed | undefined): string => {
  const [asked] = one?.asked ?? []
  if (one === undefined) return 'not run'
  return asked === undefined ? 'runs' : `asks: ${because(asked, one)}`
}
const didOf = (one: Replayed | undefined): string =>
  one === undefined || one.hosts.length > 0
    ? '–'
    : one.changed
      ? 'changes files'
      : 'changes nothing'

describe.runIf(linux)(`eighty everyday command lines${why}`, () => {
  it('are eighty lines', () => expect([lines.length, new Set(lines).size]).toEqual([80, 80]))

  it('ask in Flow only to reach further, in Ask only where files change, as the docs say', async () => {
    const flow = await replay('flow', trace, 'approve-staged')
    const ask = await replay('ask', trace, 'approve-staged')
    const turnedAway = [...flow, ...ask].filter(
      ({ asked, decision, status }) =>
        decision?.effect === 'deny' || (asked.length === 0 && status !== 'done'),
    )
    expect(turnedAway.map(({ call }) => call.args['command'])).toEqual([])
    const asking = flow.filter(({ asked }) => asked.length > 0)
    const further: readonly string[] = EVERYDAY.at(-1)?.[1] ?? []
    expect(asking.filter(({ call }) => !further.includes(call.args['command'] ?? ''))).toEqual([])
    expect(asking.length).toBeLessThanOrEqual(8)
    const needless = ask.filter(
      ({ asked, changed, hosts }) => asked.length > 0 && !changed && hosts.length === 0,
    )
    expect(needless.map(({ call }) => call.args['command'])).toEqual([])
    expect(
      [...flow, ...ask].flatMap(({ asked, did }) => (asked.length === 0 ? [...did] : [])),
    ).toEqual([])

    let at = 0
    const tables = EVERYDAY.map(([heading, each]) => {
      const rows = each.map((line) => {
        const row = [
          `\`${line.replaceAll('|', '\\|')}\``,
          didOf(ask[at]),
          said(flow[at]),
          said(ask[at]),
        ]
        at += 1
        return `| ${row.join(' | ')} |`
      })
      return [
        `## ${heading}`,
        '',
        '| line | what it does | Flow | Ask |',
        '| --- | --- | --- | --- |',
        ...rows,
        '',
      ].join('\n')
    })
    const asksIn = (all: readonly Replayed[]): number =>
      all.filter(({ asked }) => asked.length > 0).length
    const text = `# Everyday command lines

What the presets Flow and Ask do with eighty command lines of an ordinary day. Each line was run in a real sandbox over a small
project, first in a copy of it; what it did there decides. In Flow ${asksIn(flow)} of ${lines.length} ask, in Ask ${asksIn(ask)}: these, and those that change files.
\`npm test -- everyday-lines -u\` makes this page.

${tables.join('\n')}`
    await expect(text).toMatchFileSnapshot('../../docs/everyday-lines.md')
  }, 900_000)
})
