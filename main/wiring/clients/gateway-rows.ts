// What the journal says of the gateway: who was turned away, who may come in and who may not any
// more.
import { letGo } from '../../../contract/let-go.ts'
import type { CountedRows } from '../../journal/counted-rows.ts'
import type { TurnedAway } from '../../mcp/gateway/http/admission.ts'
import type { WriteEntry } from '../../pipeline/pipeline-deps.ts'

export type GatewayRowsDeps = {
  readonly journal: WriteEntry
  /** For what anybody at the gateway can bring about as often as they like. */
  readonly counted: Pick<CountedRows, 'note'>
}

const about = { kind: 'gateway', count: 1 } as const

export const gatewayRows = ({ journal, counted }: GatewayRowsDeps) => ({
  turnedAway: (change: TurnedAway, client: string | null): void =>
    counted.note(`gateway ${change} ${client ?? ''}`, { ...about, change, client }),
  /** Without this row nobody is let in. */
  added: (client: string) => journal({ ...about, change: 'client-added', client }),
  /** Without this row no token is given that is for less than the policy allows. */
  narrowed: (client: string) => journal({ ...about, change: 'token-narrowed', client }),
  /** What becomes of a token that is for less than the policy allows. */
  token: (change: 'token-used-up' | 'token-revoked', client: string): void =>
    letGo(journal({ ...about, change, client }, 'owed')),
  /** Anyone who has such a token may try it as often as they like. */
  tooLate: (client: string): void =>
    counted.note(`gateway token-expired ${client}`, { ...about, change: 'token-expired', client }),
  /** It may come in no more whatever happens to the row, which is owed. */
  removed: (client: string): void =>
    letGo(journal({ ...about, change: 'client-removed', client }, 'owed')),
})
