// Sums over the journal for charts, from the counts that the index keeps by the hour: a bounded
// piece of work however many rows there are. Reads only.
import type { AuditOverview } from '../../../contract/journal/audit.ts'
import type { Attention } from '../../../contract/journal/attention.ts'
import { waitSteps } from '../../../contract/journal/journal-facts.ts'
import type { JournalIndex } from './journal-index.ts'

const HOUR = 3_600_000
const TOOLS = 8

type Counts = AuditOverview['bars'][number]['effects']

export type AttentionSums = Omit<Attention, 'looked' | 'rules'>

export type JournalSums = ReturnType<typeof journalSums>

export function journalSums({ db, indexed }: JournalIndex) {
  const byHour = db.prepare<
    [number, number],
    { bar: number; effect: string; tier: string; n: number }
  >(
    'SELECT hour AS bar, effect, tier, sum(n) AS n FROM decided WHERE hour BETWEEN ? AND ? GROUP BY hour, effect, tier',
  )
  const byTool = db.prepare<[number, number], { tool: string; effect: string; n: number }>(
    'SELECT tool, effect, sum(n) AS n FROM decided WHERE hour BETWEEN ? AND ? GROUP BY tool, effect',
  )
  const waits = db.prepare<[number, number], { step: string; n: number }>(
    'SELECT step, sum(n) AS n FROM waited WHERE hour BETWEEN ? AND ? GROUP BY step',
  )

  const attention = db.prepare<[number, number], { bar: number; what: string; n: number }>(
    'SELECT hour AS bar, what, n FROM attention WHERE hour BETWEEN ? AND ?',
  )

  /** `hours` back from the hour of `now`, in `bars` equal parts. */
  const overview = (now: number, hours: number, bars: number): AuditOverview => {
    const end = Math.floor(now / HOUR)
    const start = end - hours + 1
    const width = hours / bars
    const found = Array.from({ length: bars }, (_, bar) => ({
      at: (start + bar * width) * HOUR,
      effects: { allow: 0, confirm: 0, deny: 0 },
      tiers: { R0: 0, R1: 0, R2: 0, R3: 0, R4: 0 },
    }))
    for (const { bar, effect, tier, n } of byHour.all(start, end)) {
      const into = found[Math.floor((bar - start) / width)]
      if (into === undefined) continue
      if (isIn(into.effects, effect)) into.effects[effect] += n
      if (isIn(into.tiers, tier)) into.tiers[tier] += n
    }
    const tools = new Map<string, Counts>()
    for (const { tool, effect, n } of byTool.all(start, end)) {
      const counts = tools.get(tool) ?? { allow: 0, confirm: 0, deny: 0 }
      if (isIn(counts, effect)) counts[effect] += n
      tools.set(tool, counts)
    }
    const total = ({ allow, confirm, deny }: Counts): number => allow + confirm + deny
    const steps = new Map(waits.all(start, end).map(({ step, n }) => [step, n]))
    return {
      from: start * HOUR,
      until: (end + 1) * HOUR,
      width: width * HOUR,
      bars: found,
      tools: [...tools]
        .map(([tool, effects]) => ({ tool, effects }))
        .toSorted((a, b) => total(b.effects) - total(a.effects) || (a.tool < b.tool ? -1 : 1))
        .slice(0, TOOLS),
      otherTools: Math.max(0, tools.size - TOOLS),
      waits: waitSteps.map(({ name }) => ({ step: name, n: steps.get(name) ?? 0 })),
      indexed: indexed(),
    }
  }

  const attentionOf = (now: number, hours: number, bars: number): AttentionSums =>
    attentionSums({ now, hours, bars }, attention.all.bind(attention), waits.all.bind(waits))

  return { overview, attention: attentionOf }
}

type Between<Row> = (start: number, end: number) => readonly Row[]

/**
 * As `overview`: how often people were asked, and how quickly they answered.
 * @param counted by the hour since 1970: calls, and questions. @param waits by how long an answer took.
 */
export function attentionSums(
  { now, hours, bars }: { readonly now: number; readonly hours: number; readonly bars: number },
  counted: Between<{ readonly bar: number; readonly what: string; readonly n: number }>,
  waits: Between<{ readonly step: string; readonly n: number }>,
): AttentionSums {
  const end = Math.floor(now / HOUR)
  const start = end - hours + 1
  const width = hours / bars
  const found = Array.from({ length: bars }, (_, bar) => ({
    at: (start + bar * width) * HOUR,
    calls: 0,
    asked: 0,
  }))
  for (const { bar, what, n } of counted(start, end)) {
    const into = found[Math.floor((bar - start) / width)]
    if (into === undefined) continue
    if (what === 'call') into.calls += n
    else into.asked += n
  }
  const steps = waits(start, end)
  return {
    from: start * HOUR,
    until: (end + 1) * HOUR,
    width: width * HOUR,
    bars: found,
    calls: found.reduce((sum, { calls }) => sum + calls, 0),
    asked: found.reduce((sum, { asked }) => sum + asked, 0),
    answered: steps.reduce((sum, { n }) => sum + n, 0),
    quick: steps.find(({ step }) => step === waitSteps[0].name)?.n ?? 0,
  }
}

const isIn = <T extends object>(counts: T, key: PropertyKey): key is keyof T =>
  Object.hasOwn(counts, key)
