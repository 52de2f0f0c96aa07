// Pure. A tool as its server describes it, with the labels that are in force: the person's for just
// that text; else as suggested, and as strict as can be.
import type { AnyTool } from '../../../../contract/call/tool.ts'
import type { Result } from '../../../../contract/result.ts'
import type { OfferedTool, ServerConfig } from '../../../../contract/server/server.ts'
import {
  strictest,
  type LabelReview,
  type ToolLabels,
} from '../../../../contract/server/tool-labels.ts'
import { toolIn } from '../items.ts'
import type { Unhide } from '../model-text.ts'
import type { Pin } from '../pin.ts'
import { toolOf } from '../tool-of.ts'
import { trustProfileOf, type TrustProfile } from '../trust-of.ts'
import { suggestLabels } from './suggest-labels.ts'

export type LabelledTool = {
  readonly offered: OfferedTool | null
  readonly trustProfile: TrustProfile
  readonly labels: LabelReview | null
  readonly created: Result<AnyTool, string> | null
}

type Of = {
  readonly server: string
  readonly config: ServerConfig
  readonly version: string
  readonly sha256: (text: string) => string
  readonly unhide: Unhide
}

/** @param pin of the tool of that name; null: nobody has reviewed one. */
export function labelledTool(text: string, pin: Pin | null, of: Of): LabelledTool {
  const { config } = of
  const offered = toolIn(text)
  if (offered === null) return { offered, trustProfile: strict, labels: null, created: null }
  const { labels: signs, why, onlyReads } = suggestLabels(offered, of)
  const suggested = vouched(signs, config)
  // What was said of another text holds as far as it is stricter.
  const before = pin?.labels ?? null
  const decided = before !== null && pin?.text === text ? vouched(before, config) : null
  const proposed = decided ?? (before === null ? suggested : strictest(before, suggested))
  const labels = decided ?? inForce(proposed)
  const trustProfile = trustProfileOf(offered, config.trust, labels)
  const created =
    offered.oversized !== undefined
      ? null
      : toolOf(offered, {
          ...of,
          trustProfile,
          labels,
          decided: decided !== null,
          changes: !onlyReads || config.trust === 'community',
        })
  const { riskTier: tier } = trustProfileOf(offered, config.trust, proposed)
  return { offered, trustProfile, labels: { decided, proposed, why: [...why], tier }, created }
}

/**
 * Of a server that nobody vouches for and that has a way out, nobody can say that a tool keeps to
 * itself.
 */
const vouched = (labels: ToolLabels, config: ServerConfig): ToolLabels =>
  labels.sends === null &&
  config.trust === 'community' &&
  (config.transport === 'http' || config.hosts.length > 0)
    ? { ...labels, sends: { to: [] } }
    : labels

/**
 * Until a person has said that a tool keeps to itself, it is taken to go out and to return what
 * anyone may have written.
 */
const inForce = (labels: ToolLabels): ToolLabels => ({
  ...labels,
  readsUntrusted: true,
  sends: labels.sends ?? { to: [] },
})

const strict: TrustProfile = {
  riskTier: 'R3',
  effect: 'confirm',
  subagentAccess: 'denied',
  sideEffects: true,
  openWorld: true,
  refused: null,
}
