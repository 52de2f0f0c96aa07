// `gatehouse audit summary`: how much was called, decided and answered over a time.
import type { Input } from '../../../../contract/ipc/ipc.ts'
import type { AuditOverview } from '../../../../contract/journal/audit.ts'
import { ok } from '../../../../contract/result.ts'
import type { JournalFinder } from '../../../store/journal/journal-finder.ts'
import { printJson } from '../command.ts'
import type { Command } from '../command.ts'
import { complain } from '../output/complain.ts'
import { exit } from '../exit.ts'
import { breathe, withProgress } from '../output/progress.ts'
import { columns, paint } from '../output/show.ts'
import { fromRunningOr } from '../session/from-running.ts'
import { findOnDisk } from './journal-on-disk.ts'

const hoursOf: Readonly<Record<string, Input<'audit.overview'>['hours']>> = {
  '1': 24,
  '7': 168,
  '30': 720,
  '90': 2160,
}

type Sums = Omit<AuditOverview, 'width' | 'indexed'>

const HOUR_MS = 3_600_000

export const auditSummary: Command = {
  name: 'audit summary',
  operands: [],
  options: ['days'],
  usage: '[--days 1|7|30|90]',
  summary:
    'Sum up the decisions of the last 7 days by effect, tier and tool, and how fast people answered',
  async run(call) {
    const { context, json, options, paths } = call
    const days = options.get('days') ?? '7'
    const hours = hoursOf[days] ?? 168
    const found = await withProgress(
      call,
      () => 'Reading the journal …',
      fromRunningOr(
        call,
        (connection) => connection.call('audit.overview', { hours }),
        async () => {
          const read = await findOnDisk(paths, (on) => sumsOnDisk(on?.finder ?? null, hours))
          return read === null || !read.ok ? read : ok(read.value)
        },
      ),
    )
    if (!found.ok) return complain(context, found.error, json)
    const summary = summaryOf(Number(days), found.value)
    if (json) printJson(context, summary)
    else context.out(summaryText(summary, context.color))
    return exit.done
  },
}

/** Over a copy, whose index nobody else brings up to date. */
async function sumsOnDisk(finder: JournalFinder | null, hours: number): Promise<Sums> {
  const now = Date.now()
  if (finder === null)
    return {
      from: now - hours * HOUR_MS,
      until: now,
      bars: [],
      tools: [],
      otherTools: 0,
      waits: [],
    }
  while (finder.step()) await breathe()
  return finder.sums.overview(now, hours, 1)
}

type Counts = Readonly<Record<string, number>>

const summaryOf = (days: number, { from, until, bars, tools, otherTools, waits }: Sums) => ({
  days,
  from,
  until,
  calls: total(add(bars.map(({ effects }) => effects))),
  effects: add(bars.map(({ effects }) => effects)),
  tiers: add(bars.map(({ tiers }) => tiers)),
  tools: tools.map(({ tool, effects }) => ({ tool, ...effects })),
  otherTools,
  waits,
})

const add = (sums: readonly Counts[]): Record<string, number> => {
  const all: Record<string, number> = {}
  for (const one of sums) for (const [key, n] of Object.entries(one)) all[key] = (all[key] ?? 0) + n
  return all
}
const total = (sums: Counts): number => Object.values(sums).reduce((sum, n) => sum + n, 0)

function summaryText(
  { days, calls, effects, tiers, tools, otherTools, waits }: ReturnType<typeof summaryOf>,
  color: boolean,
): string {
  const { bold } = paint(color)
  const time = days === 1 ? 'the last day' : `the last ${days} days`
  if (calls === 0) return `No calls in ${time}.\n`
  const row = ([name, n]: readonly [string, number]): string[] => [
    `  ${name}`,
    String(n),
    `${Math.round((n / calls) * 100)} %`,
  ]
  const asked = waits.filter(({ n }) => n > 0)
  return [
    `${bold(`${calls} decisions`)} in ${time}\n`,
    columns(Object.entries(effects).map(row)),
    `${bold('by tier')}\n`,
    columns(Object.entries(tiers).map(row)),
    `${bold('by tool')}\n`,
    columns([
      ['  TOOL', 'ALLOW', 'CONFIRM', 'DENY'],
      ...tools.map(({ tool, allow, confirm, deny }) => [
        `  ${tool}`,
        String(allow),
        String(confirm),
        String(deny),
      ]),
    ]),
    otherTools === 0 ? '' : `  and ${otherTools} other tools\n`,
    asked.length === 0
      ? ''
      : `${bold('answered after')}\n${columns(asked.map(({ step, n }) => [`  ${step}`, String(n)]))}`,
  ].join('')
}
