// The tier that a command line has by itself, with the sandbox on and the folder of the tables.
import type { Tier } from '../../contract/call/tier.ts'
import { higherTier } from '../../contract/call/tier.ts'
import { analyseCommand } from '../../main/command/analyse.ts'
import { commandRisks, onlyReads } from '../../main/gate/command-risk.ts'
import { zoneOf } from './summary.ts'

/** Where sandboxed reads are free: what only reads is R2, everything else at least R3. */
export async function tierOf(line: string): Promise<Tier> {
  const parts = await analyseCommand(line, { cwd: '/w', zoneOf })
  return onlyReads(parts)
    ? 'R2'
    : commandRisks(parts).reduce<Tier>((tier, { to }) => higherTier(tier, to), 'R3')
}
