// The OpenTelemetry Collector that the journal is sent to: where it is, how far it is, and what is
// in the way.
import type { CollectorState } from '../../../../contract/fleet/collector.ts'
import { assertNever } from '../../../../contract/never.ts'
import { Button } from '../../../ui/button.tsx'
import { Notice, TroubleText } from '../../../ui/panel.tsx'
import { clockTime } from '../../../ui/text/time-text.ts'
import css from './fleet-section.module.css'
import { fleetStrings as words } from './strings.ts'

type Set = Exclude<CollectorState, { kind: 'none' }>

export function CollectorPart({ state, retry }: { readonly state: Set; retry(): void }) {
  return (
    <div className={css.parts}>
      <h3>{words.collector}</h3>
      <Progress state={state} retry={retry} />
      {state.withheld === 0 ? null : <Notice tone="warn">{words.withheld(state.withheld)}</Notice>}
      <dl className={css.facts}>
        <dt>{words.address}</dt>
        <dd>
          <code>{state.url}</code>
        </dd>
        <dt>{words.lastAcknowledged}</dt>
        <dd>{state.seq === 0 ? words.noneYet : state.seq.toLocaleString('en')}</dd>
      </dl>
    </div>
  )
}

function Progress({ state, retry }: { readonly state: Set; retry(): void }) {
  switch (state.kind) {
    case 'level':
      return <p role="status">{words.collectorLevel}</p>
    case 'sending':
      return <p role="status">{words.sending(state.behind)}</p>
    case 'waiting':
      return (
        <Notice tone="warn" action={<Button onClick={retry}>{words.retry}</Button>}>
          <p role="status">{words.collectorWaiting(state.behind)}</p>
          <TroubleText {...state.why} />
          <p className={css.hint}>{words.again(clockTime(state.next))}</p>
        </Notice>
      )
    default:
      return assertNever(state, 'Progress')
  }
}
