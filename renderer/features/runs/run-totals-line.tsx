// What all runs have used together, at the foot of their list. Read again when one of them comes to
// rest.
import { useBridge } from '../../bridge/bridge-context.ts'
import { useLive } from '../../state/live/live-store.ts'
import { useRead } from '../../state/use-read.ts'
import { costText } from '../../ui/text/cost-text.ts'
import { count } from '../../ui/text/time-text.ts'
import { isBusy } from './run-text.ts'
import css from './runs-screen.module.css'
import { strings } from './strings.ts'

export function RunTotalsLine() {
  const bridge = useBridge()
  const resting = useLive((live) =>
    [...live.runs.values()]
      .filter(({ state }) => !isBusy(state))
      .map(({ id, steps }) => `${id} ${steps}`)
      .join(),
  )
  const limit = useLive((live) => live.app?.agent.limits.day.cost ?? null)
  const { value } = useRead(bridge, 'runs.totals', {}, resting)
  if (value === null || value.tokensIn + value.tokensOut === 0) return null
  const cost = costText(value.costs)
  const today = strings.today(costText(value.today), limit === null ? '' : costText([limit]))
  return (
    <p className={css.totals}>
      <span>{strings.allRuns}</span>
      <span>{strings.tokens(count(value.tokensIn), count(value.tokensOut))}</span>
      {cost === '' ? null : <span title={strings.costTip}>{cost}</span>}
      {cost === '' && limit === null ? null : <span>{today}</span>}
    </p>
  )
}
