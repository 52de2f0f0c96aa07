// The limits of money beside the prices that they are reckoned with, and what the day has cost so far.
import { Link } from 'wouter'
import type { AppState } from '../../../../contract/ipc/app-state.ts'
import type { UseLimits } from '../../../../contract/policy/config/agent-limits.ts'
import { useBridge } from '../../../bridge/bridge-context.ts'
import { useLive } from '../../../state/live/live-store.ts'
import { useRead } from '../../../state/use-read.ts'
import { Notice } from '../../../ui/panel.tsx'
import { costText } from '../../../ui/text/cost-text.ts'
import { priceRows } from './price-draft.ts'
import css from '../settings-screen.module.css'
import own from './price-fields.module.css'
import { priceStrings } from './price-strings.ts'

const { limits: strings } = priceStrings

export function MoneyLimits({ model }: { readonly model: AppState['model'] }) {
  const limits = useLive((live) => live.app?.agent.limits ?? null)
  const { value } = useRead(useBridge(), 'runs.totals', {})
  if (limits === null) return null
  const unpriced = [limits.run.cost, limits.day.cost]
    .filter((cost) => cost !== null)
    .find(({ currency }) => priceRows(model)[0]?.price?.currency !== currency)
  return (
    <>
      <div className={own.limits}>
        <p>{strings.run(textOf(limits.run.cost))}</p>
        <p>{strings.day(textOf(limits.day.cost), costText(value?.today ?? []))}</p>
        <Link href="/settings/agent" className={css.link}>
          {strings.change}
        </Link>
      </div>
      {unpriced === undefined || model.name === '' ? null : (
        <Notice tone="warn">{strings.unpriced(model.name, unpriced.currency)}</Notice>
      )}
    </>
  )
}

const textOf = (cost: UseLimits['cost']): string | null => (cost === null ? null : costText([cost]))
