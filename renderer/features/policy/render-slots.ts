// What every part of the policy is given.
import type { ReactNode } from 'react'
import type { ToolListing } from '../../../contract/call/manifest.ts'
import type { PolicyOverview } from '../../../contract/policy/policy-file.ts'
import type { Supposed } from '../../../contract/policy/supposed.ts'
import type { Part } from './strings.ts'

/** What other features lend. */
export type PolicyRenderSlots = {
  /** The presets there are, to choose from. */
  presets(): ReactNode
  grant(tool: ToolListing, onGiven: () => void): ReactNode
  /** A form for one call of a tool, explained under that text. */
  tryCall(tool: ToolListing, text: string): ReactNode
  verdict(supposed: Supposed): ReactNode
}

export type PartProps = {
  readonly overview: PolicyOverview
  readonly slots: PolicyRenderSlots
  /** Reads all again. */
  reload(): void
  onGo(part: Part, line?: number): void
}
