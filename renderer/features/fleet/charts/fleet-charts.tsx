// What machines did, day by day and beside each other. Everything in them leads to the rows that it
// means.
import { useMemo, useState } from 'react'
import { SPANS, type FleetSums } from '../../../../contract/fleet/fleet-search.ts'
import type { MachineName } from '../../../../contract/fleet/machine.ts'
import type { FleetMachine } from '../../../../contract/fleet/state.ts'
import { useBridge } from '../../../bridge/bridge-context.ts'
import { useRead } from '../../../state/use-read.ts'
import { Button } from '../../../ui/button.tsx'
import { BarList } from '../../../ui/charts/bar-list.tsx'
import { type Series, StackChart } from '../../../ui/charts/stack-chart.tsx'
import { Notice, TroubleText } from '../../../ui/panel.tsx'
import { Pick } from '../../../ui/picks/pick.tsx'
import { count } from '../../../ui/text/time-text.ts'
import css from './fleet-charts.module.css'
import { strings } from '../strings.ts'
import { dateLocale } from '../../../ui/text/date-locale.ts'

const words = strings.charts
const DAY = 86_400_000
type Span = (typeof SPANS)[number]
type Sums = FleetSums['days'][number]

const tiers: readonly Series[] = [
  { key: 'R0', label: 'R0', tone: 'R0', pattern: 3 },
  { key: 'R1', label: 'R1', tone: 'R1', pattern: 0 },
  { key: 'R2', label: 'R2', tone: 'R2', pattern: 4 },
  { key: 'R3', label: 'R3', tone: 'R3', pattern: 1 },
  { key: 'R4', label: 'R4', tone: 'R4', pattern: 2 },
  { key: 'none', label: words.noTier, tone: 'bad', pattern: 0 },
]
const askedSeries: readonly Series[] = [
  { key: 'rate', label: words.asked, tone: 'warn', pattern: 1 },
]
const deniedSeries: readonly Series[] = [
  { key: 'denied', label: words.denied, tone: 'bad', pattern: 2 },
]
const oneDigit = new Intl.NumberFormat(dateLocale, { maximumFractionDigits: 1 })
const dayText = new Intl.DateTimeFormat(dateLocale, {
  day: 'numeric',
  month: 'short',
  timeZone: 'UTC',
})
const spans = SPANS.map((days) => ({ value: String(days), label: words.spans[days] }))
const callsIn = ({ calls }: Pick<Sums, 'calls'>): number =>
  Object.values(calls).reduce((sum, each) => sum + each, 0)
const rateOf = (sums: Pick<Sums, 'calls' | 'asked'>): number =>
  callsIn(sums) === 0 ? 0 : (sums.asked / callsIn(sums)) * 100

type Props = {
  readonly machines: readonly FleetMachine[]
  onQuery(query: string): void
}

export function FleetCharts({ machines, onQuery }: Props) {
  const [span, setSpan] = useState<Span>(30)
  const [machine, setMachine] = useState<MachineName | null>(null)
  const [asTable, setAsTable] = useState(false)
  const { value, error, busy, reload } = useRead(useBridge(), 'fleet.sums', { days: span, machine })
  const choices = useMemo(
    () => [
      { value: '', label: words.all },
      ...machines.map((one) => ({ value: one.machine as string, label: one.machine as string })),
    ],
    [machines],
  )
  return (
    <section className={css.charts} aria-label={words.title}>
      <div className={css.head}>
        <Pick
          label={words.span}
          value={String(span)}
          choices={spans}
          onChange={(next) => setSpan(SPANS.find((days) => String(days) === next) ?? span)}
        />
        <Pick
          label={words.machine}
          value={machine ?? ''}
          neutral=""
          choices={choices}
          onChange={(next) =>
            setMachine(machines.find((one) => one.machine === next)?.machine ?? null)
          }
        />
        <Button size="small" aria-pressed={asTable} onClick={() => setAsTable(!asTable)}>
          {words.asTable}
        </Button>
        {busy ? (
          <span role="status" className={css.aside}>
            {strings.reading}
          </span>
        ) : null}
      </div>
      {error === null ? null : (
        <Notice
          tone="warn"
          alert
          action={
            <Button size="small" onClick={reload}>
              {strings.again}
            </Button>
          }
        >
          <TroubleText {...error} />
        </Notice>
      )}
      {value === null ? null : value.machines.length === 0 ? (
        <p className={css.aside}>{words.nothing}</p>
      ) : (
        <Figures sums={value} machine={machine} asTable={asTable} onQuery={onQuery} />
      )}
    </section>
  )
}

function Figures({
  sums: { days, machines, otherMachines },
  machine,
  asTable,
  onQuery,
}: {
  readonly sums: FleetSums
  readonly machine: MachineName | null
  readonly asTable: boolean
  onQuery(query: string): void
}) {
  const heads = { first: words.day, total: words.total }
  const from = days[0]?.day ?? 0
  const until = (days.at(-1)?.day ?? 0) + DAY
  const ofMachine = (name: string | null): string => (name === null ? '' : ` machine:${name}`)
  const during = (start: number, end: number): string => `after:${start} before:${end}`
  const onDay = (index: number, what: string): void => {
    const day = days[index]?.day ?? from
    onQuery(`${what}${ofMachine(machine)} ${during(day, day + DAY)}`)
  }
  const columns = <T extends Readonly<Record<string, number>>>(values: (day: Sums) => T) =>
    days.map((day) => ({ label: dayText.format(day.day), values: values(day) }))
  const calls = days.reduce((sum, day) => sum + callsIn(day), 0)
  const asked = days.reduce((sum, day) => sum + day.asked, 0)
  const others =
    otherMachines === 0 ? null : (
      <span className={css.aside}>{words.others(count(otherMachines))}</span>
    )
  const ended = 'status:done,failed,denied,cancelled,unknown'
  const bars = (
    title: string,
    tone: string,
    what: string,
    valueOf: (of: FleetSums['machines'][number]) => number,
    number: (value: number) => string = count,
  ) => (
    <figure>
      <figcaption>
        {title} {others}
      </figcaption>
      <BarList
        title={title}
        number={number}
        bars={machines.map((of) => ({
          key: of.machine,
          label: of.machine,
          value: valueOf(of),
          tone,
        }))}
        onPick={(name) => onQuery(`${what}${ofMachine(name)} ${during(from, until)}`)}
      />
    </figure>
  )
  return (
    <div className={css.grid}>
      <figure>
        <figcaption>{words.byTier}</figcaption>
        <StackChart
          title={words.byTier}
          series={tiers}
          columns={columns((day) => day.calls)}
          asTable={asTable}
          heads={heads}
          number={count}
          onPick={(index, tier) =>
            onDay(index, `${ended}${tier === null || tier === 'none' ? '' : ` tier:${tier}`}`)
          }
        />
      </figure>
      <figure>
        <figcaption>
          {words.asked}{' '}
          <span className={css.aside}>
            {words.askedAside(
              oneDigit.format(calls === 0 ? 0 : (asked / calls) * 100),
              count(asked),
              count(calls),
            )}
          </span>
        </figcaption>
        <StackChart
          title={words.asked}
          series={askedSeries}
          columns={columns((day) => ({ rate: rateOf(day) }))}
          asTable={asTable}
          heads={heads}
          legend={false}
          number={(rate) => oneDigit.format(rate)}
          onPick={(index) => onDay(index, 'kind:asked')}
        />
      </figure>
      <figure>
        <figcaption>{words.denied}</figcaption>
        <StackChart
          title={words.denied}
          series={deniedSeries}
          columns={columns(({ denied }) => ({ denied }))}
          asTable={asTable}
          heads={heads}
          legend={false}
          number={count}
          onPick={(index) => onDay(index, 'status:denied')}
        />
      </figure>
      {bars(words.byMachine, 'accent', ended, callsIn)}
      {bars(words.askedBy, 'warn', 'kind:asked', rateOf, (rate) => oneDigit.format(rate))}
      {bars(words.deniedBy, 'bad', 'status:denied', ({ denied }) => denied)}
    </div>
  )
}
