// What the gate decided over a time: by effect, by tier, for which tools, and how long people took
// to answer. Everything in them leads to the rows that it means.
import { useState } from 'react'
import type { AuditOverview } from '../../../../contract/journal/audit.ts'
import { useBridge } from '../../../bridge/bridge-context.ts'
import { useLive } from '../../../state/live/live-store.ts'
import { useRead } from '../../../state/use-read.ts'
import { BarList } from '../../../ui/charts/bar-list.tsx'
import { Button } from '../../../ui/button.tsx'
import { TroubleText } from '../../../ui/panel.tsx'
import { Pick } from '../../../ui/picks/pick.tsx'
import { type Series, StackChart } from '../../../ui/charts/stack-chart.tsx'
import { count } from '../../../ui/text/time-text.ts'
import { AttentionCharts } from './attention-charts.tsx'
import css from './audit-charts.module.css'
import { dayOrHour, duringText } from './chart-time.ts'
import { strings } from '../strings.ts'

const words = strings.charts
type Hours = '24' | '168' | '720' | '2160'
const spans = (['24', '168', '720', '2160'] as const).map((value) => ({
  value,
  label: words.spans[value],
}))
const hoursOf: Readonly<Record<Hours, 24 | 168 | 720 | 2160>> = {
  24: 24,
  168: 168,
  720: 720,
  2160: 2160,
}

const effects: readonly Series[] = [
  { key: 'allow', label: strings.effects.allow, tone: 'ok', pattern: 0 },
  { key: 'confirm', label: strings.effects.confirm, tone: 'warn', pattern: 1 },
  { key: 'deny', label: strings.effects.deny, tone: 'bad', pattern: 2 },
]
const tiers: readonly Series[] = [
  { key: 'R0', label: 'R0', tone: 'R0', pattern: 3 },
  { key: 'R1', label: 'R1', tone: 'R1', pattern: 0 },
  { key: 'R2', label: 'R2', tone: 'R2', pattern: 4 },
  { key: 'R3', label: 'R3', tone: 'R3', pattern: 1 },
  { key: 'R4', label: 'R4', tone: 'R4', pattern: 2 },
]

export function AuditCharts({ onQuery }: { onQuery(query: string): void }) {
  const bridge = useBridge()
  const [span, setSpan] = useState<Hours>('168')
  const [asTable, setAsTable] = useState(false)
  // The figures are looked at again after some time of work, not with every row.
  const turn = useLive((live) => Math.floor(live.journalSeq / 500))
  const { value, error } = useRead(bridge, 'audit.overview', { hours: hoursOf[span] }, turn)
  return (
    <section className={css.charts} aria-label={words.title}>
      <div className={css.head}>
        <Pick<Hours> label={words.span} value={span} choices={spans} onChange={setSpan} />
        <Button size="small" aria-pressed={asTable} onClick={() => setAsTable(!asTable)}>
          {words.asTable}
        </Button>
        {error === null ? null : <TroubleText {...error} />}
      </div>
      {value === null ? (
        <div className={css.waiting} />
      ) : (
        <div className={css.grid}>
          <AttentionCharts hours={hoursOf[span]} turn={turn} asTable={asTable} onQuery={onQuery} />
          <Charts overview={value} asTable={asTable} onQuery={onQuery} />
        </div>
      )}
    </section>
  )
}

function Charts({
  overview,
  asTable,
  onQuery,
}: {
  readonly overview: AuditOverview
  readonly asTable: boolean
  onQuery(query: string): void
}) {
  const { bars, tools, waits, width, from, until, otherTools } = overview
  const label = (at: number): string => dayOrHour(width, at)
  const all = duringText(from, until)
  const columnOf = (index: number): string =>
    duringText(bars[index]?.at ?? from, (bars[index]?.at ?? from) + width)
  const answered = waits.reduce((sum, { n }) => sum + n, 0)
  const quick = waits[0]?.n ?? 0
  const heads = { first: words.time, total: words.total }
  return (
    <>
      <figure>
        <figcaption>{words.byEffect}</figcaption>
        <StackChart
          title={words.byEffect}
          series={effects}
          columns={bars.map(({ at, effects: values }) => ({ label: label(at), values }))}
          asTable={asTable}
          heads={heads}
          number={count}
          onPick={(index, effect) =>
            onQuery(
              `${effect === null ? 'kind:decision' : `decision:${effect}`} ${columnOf(index)}`,
            )
          }
        />
      </figure>
      <figure>
        <figcaption>{words.byTier}</figcaption>
        <StackChart
          title={words.byTier}
          series={tiers}
          columns={bars.map(({ at, tiers: values }) => ({ label: label(at), values }))}
          asTable={asTable}
          heads={heads}
          number={count}
          onPick={(index, tier) =>
            onQuery(`kind:decision${tier === null ? '' : ` tier:${tier}`} ${columnOf(index)}`)
          }
        />
      </figure>
      <figure>
        <figcaption>
          {words.byTool}{' '}
          {otherTools === 0 ? null : (
            <span className={css.aside}>{words.others(count(otherTools))}</span>
          )}
        </figcaption>
        {tools.length === 0 ? <p className={css.aside}>{words.none}</p> : null}
        <BarList
          title={words.byTool}
          number={count}
          bars={tools.map(({ tool, effects: { allow, confirm, deny } }) => ({
            key: tool,
            label: tool,
            value: allow + confirm + deny,
            tone: 'accent',
          }))}
          onPick={(tool) => onQuery(`kind:decision tool:${tool} ${all}`)}
        />
      </figure>
      <figure>
        <figcaption>
          {words.waits}{' '}
          <span className={css.aside}>
            {answered === 0
              ? words.noWaits
              : words.quick(`${Math.round((quick / answered) * 100)} %`)}
          </span>
        </figcaption>
        <BarList
          title={words.waits}
          number={count}
          bars={waits.map(({ step, n }, index) => ({
            key: step,
            label: words.steps[step] ?? step,
            value: n,
            tone: index === 0 ? 'warn' : 'accent',
          }))}
          onPick={(step) => onQuery(`kind:answered waited:${step} ${all}`)}
        />
      </figure>
    </>
  )
}
