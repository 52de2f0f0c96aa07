// How often people were asked, and the rules that would have saved the most approvals, each with the
// button that adds it. What adding one loosens is confirmed like any rule of a person's own.
import { useState } from 'react'
import type { Failure } from '../../../../contract/failure.ts'
import type { Attention, SavingRule } from '../../../../contract/journal/attention.ts'
import { useBridge } from '../../../bridge/bridge-context.ts'
import { isRetained } from '../../../state/relaxation.ts'
import { useRead } from '../../../state/use-read.ts'
import { Button } from '../../../ui/button.tsx'
import { type Series, StackChart } from '../../../ui/charts/stack-chart.tsx'
import { TroubleText } from '../../../ui/panel.tsx'
import { count } from '../../../ui/text/time-text.ts'
import css from './audit-charts.module.css'
import { dayOrHour, duringText } from './chart-time.ts'
import { strings } from '../strings.ts'
import { dateLocale } from '../../../ui/text/date-locale.ts'

const words = strings.charts
const asked: readonly Series[] = [{ key: 'rate', label: words.attention, tone: 'warn', pattern: 1 }]
const oneDigit = new Intl.NumberFormat(dateLocale, { maximumFractionDigits: 1 })
const rateOf = (questions: number, calls: number): number =>
  calls === 0 ? 0 : (questions / calls) * 100

type Props = {
  readonly hours: 24 | 168 | 720 | 2160
  /** Another one: the figures are read again. */
  readonly turn: number
  readonly asTable: boolean
  onQuery(query: string): void
}

export function AttentionCharts({ hours, turn, asTable, onQuery }: Props) {
  const { value, error, reload } = useRead(useBridge(), 'audit.attention', { hours }, turn)
  return (
    <>
      <figure>
        <figcaption>
          {words.attention}{' '}
          {value === null || value.calls === 0 ? null : (
            <span className={css.aside}>
              {words.perHundred(
                oneDigit.format(rateOf(value.asked, value.calls)),
                count(value.asked),
                count(value.calls),
              )}
            </span>
          )}
        </figcaption>
        {error === null ? null : <TroubleText {...error} />}
        {value === null ? null : value.calls === 0 ? (
          <p className={css.aside}>{words.noCalls}</p>
        ) : (
          <Rates value={value} asTable={asTable} onQuery={onQuery} />
        )}
      </figure>
      <figure>
        <figcaption>{words.saving}</figcaption>
        {value === null ? null : <Savings value={value} reload={reload} />}
      </figure>
    </>
  )
}

function Rates({
  value: { bars, width, from },
  asTable,
  onQuery,
}: { readonly value: Attention } & Pick<Props, 'asTable' | 'onQuery'>) {
  return (
    <StackChart
      title={words.attention}
      series={asked}
      columns={bars.map((bar) => ({
        label: dayOrHour(width, bar.at),
        values: { rate: rateOf(bar.asked, bar.calls) },
      }))}
      asTable={asTable}
      heads={{ first: words.time, total: words.total }}
      legend={false}
      number={(rate) => oneDigit.format(rate)}
      onPick={(index) => {
        const at = bars[index]?.at ?? from
        onQuery(`kind:asked ${duringText(at, at + width)}`)
      }}
    />
  )
}

function Savings({ value, reload }: { readonly value: Attention; reload(): void }) {
  const bridge = useBridge()
  const [busy, setBusy] = useState(false)
  const [added, setAdded] = useState(false)
  const [error, setError] = useState<Failure | null>(null)
  const { rules, looked } = value

  const add = async ({ rule }: SavingRule): Promise<void> => {
    if (busy) return
    setBusy(true)
    setError(null)
    setAdded(false)
    const written = await bridge.call('policy.add-rule', { rule })
    setBusy(false)
    if (written.ok) {
      setAdded(true)
      reload()
    } else if (!isRetained(written.error)) setError(written.error)
  }
  return (
    <>
      {rules.length === 0 ? (
        <p className={css.aside}>{looked === 0 ? words.noApprovals : words.noSaving}</p>
      ) : (
        <ul className={css.savings} aria-label={words.saving}>
          {rules.map((saving) => (
            <li key={saving.rule.id}>
              <p>
                {saving.text}{' '}
                <span className={css.aside}>{words.saves(count(saving.saves), count(looked))}</span>
              </p>
              <Button
                size="small"
                disabled={busy}
                focusableWhenDisabled
                aria-label={`${words.addRule}: ${saving.text}`}
                onClick={() => void add(saving)}
              >
                {words.addRule}
              </Button>
            </li>
          ))}
        </ul>
      )}
      <p role="status" className={css.aside}>
        {added ? words.added : ''}
      </p>
      {error === null ? null : <TroubleText {...error} />}
    </>
  )
}
