// One tool as a program reads it.
import type { ToolListing } from '../../../../contract/call/manifest.ts'

const guardIsOn = {
  what: 'The exfiltration guard is on and hides outbound tools.',
  how: 'Switch it off in the window.',
}

/** The JSON of one tool. One that the guard hides is not available, and says so. */
export const toolJson = ({
  name,
  source,
  available,
  missing,
  hiddenByGuard,
  manifest,
}: ToolListing) => ({
  name,
  source,
  available: available && !hiddenByGuard,
  missing: hiddenByGuard ? [...missing, guardIsOn] : missing,
  manifest,
})
