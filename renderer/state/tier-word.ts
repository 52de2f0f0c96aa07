// What a tier is called in the window.
import type { Tier } from '../../contract/call/tier.ts'

export const tierWord: Readonly<Record<Tier, string>> = {
  R0: 'harmless',
  R1: 'low risk',
  R2: 'medium risk',
  R3: 'high risk',
  R4: 'critical: passphrase needed',
}
