// What `gatehouse doctor` says of the OpenTelemetry Collector. Nothing where there is none.
import type { CollectorState } from '../../../contract/fleet/collector.ts'
import { assertNever } from '../../../contract/never.ts'
import type { Check } from '../../../contract/protection.ts'

export function collectorChecks(state: CollectorState): readonly Check[] {
  if (state.kind === 'none') return []
  const about = { id: 'collector', title: 'OpenTelemetry Collector' }
  const withheld =
    state.withheld === 0 ? '' : `; it refused ${state.withheld}, which went without their content`
  switch (state.kind) {
    case 'level':
      return [
        {
          ...about,
          state: 'ok',
          how: null,
          text: `${state.url} has every row up to ${state.seq}${withheld}`,
        },
      ]
    case 'sending':
      return [
        {
          ...about,
          state: 'ok',
          how: null,
          text: `${state.url} has rows up to ${state.seq}, ${state.behind} to go${withheld}`,
        },
      ]
    case 'waiting':
      return [
        {
          ...about,
          state: 'warn',
          text: `${state.behind} rows wait in the journal: ${state.why.text}`,
          how: state.why.hint ?? 'See: gatehouse fleet status',
        },
      ]
    default:
      return assertNever(state, 'collectorChecks')
  }
}
