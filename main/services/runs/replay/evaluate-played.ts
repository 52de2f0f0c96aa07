// What the gate says now of a call that is played. The steps of a real one up to the decision: nothing
// is journalled, held, counted for anybody else or run.
import { SessionId } from '../../../../contract/ids.ts'
import { err, ok, type Result } from '../../../../contract/result.ts'
import type { Failure } from '../../../../contract/failure.ts'
import type { AgentCall, RunsStore } from '../../../agent/ports.ts'
import { evaluate, type EvaluatedCall, type EvaluateDeps } from '../../../pipeline/evaluate.ts'
import { openRate, rateKey } from '../../../pipeline/rate.ts'
import { decisionEntry } from '../../../pipeline/record.ts'
import { openProvenance, type Provenance } from '../../../provenance/provenance.ts'
import { sessionHistoryOf } from '../../../recovery/session-history.ts'
import { decisionFact, type DecisionFact } from '../call-facts.ts'

export type GateAnswer = { readonly fact: DecisionFact; readonly evaluated: EvaluatedCall }

export type PlayedGate = {
  evaluate(call: AgentCall): Promise<Result<GateAnswer, Failure>>
  /** It ran when it was recorded, so limits include it. */
  ran(call: AgentCall): void
}

/** @param leasesOf the session whose lasting answers apply to the one that is played */
export function openPlayedGate(
  deps: EvaluateDeps,
  runs: Pick<RunsStore, 'ofSession' | 'items'>,
  leasesOf: (session: SessionId) => SessionId,
): PlayedGate {
  const rate = openRate(() => performance.now())
  const seen = openSeen(runs)
  return {
    async evaluate(call) {
      const answer = await evaluate(call, {
        ...deps,
        provenance: seen.byNow(call.principal.session),
        rate,
        leases: (session) => deps.leases(leasesOf(session)),
      })
      if (!answer.ok) return err(answer.error)
      // Arguments are compared by the request; the entry is looked at for its decision alone.
      const entry = decisionEntry(answer.value, {})
      return ok({ evaluated: answer.value, fact: decisionFact(entry, 0) })
    },
    ran: ({ principal, tool }) => rate.count(rateKey(principal), tool),
  }
}

/** What was seen in the runs so far: each thing once, and by all of them, as it is in a family. */
function openSeen(runs: Parameters<typeof openPlayedGate>[1]) {
  const known = new Set<string>()
  const provenance = openProvenance(() => [])
  return {
    byNow(session: SessionId): Provenance {
      for (const one of sessionHistoryOf(session, runs)) {
        const key = one.by === 'tool' ? `tool ${one.source.callId}` : `person ${one.text}`
        if (known.has(key)) continue
        known.add(key)
        provenance.see(FAMILY, one)
      }
      return {
        see: () => {},
        taint: () => provenance.taint(FAMILY),
        origins: (_session, args, named) => provenance.origins(FAMILY, args, named),
      }
    },
  }
}

const FAMILY = SessionId.parse('ses_replayed000')
