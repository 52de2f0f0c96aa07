// How full the model's window is, by what its server says. Nothing where that is not known.
import type { Run } from '../../../contract/agent/run.ts'
import { count } from '../../ui/text/time-text.ts'
import css from './context-meter.module.css'
import { contextFull } from './run-text.ts'
import { strings } from './strings.ts'

export function ContextMeter({ run }: { readonly run: Run }) {
  const full = contextFull(run)
  if (full === null) return null
  const { used, window, percent, tone } = full
  const long = strings.contextLong(count(used), count(window))
  return (
    <span className={css.meter} title={long} data-tone={tone}>
      <meter min={0} max={window} value={Math.min(used, window)} aria-label={long} />
      <span aria-hidden="true">{strings.context(percent)}</span>
    </span>
  )
}
