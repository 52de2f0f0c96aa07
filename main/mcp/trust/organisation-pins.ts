// Pure. Which tools of a server an organisation lets be used: each in one definition, as a review
// shows it. It opens nothing: what the person has not reviewed stays closed as well.
import type { ServerPins } from '../../../contract/bundle/bundle.ts'

export type OrganisationPins = {
  readonly organisation: string
  readonly servers: Readonly<Record<string, ServerPins>>
}

/** Null: nothing is said against it. */
export function notPinned(
  pins: OrganisationPins | null,
  server: string,
  tool: string,
  text: string,
  sha256: (text: string) => string,
): { readonly what: string; readonly how: string } | null {
  if (pins === null || !Object.hasOwn(pins.servers, server)) return null
  const { organisation, servers } = pins
  const tools = servers[server]?.tools ?? {}
  const pin = Object.hasOwn(tools, tool) ? tools[tool] : undefined
  if (pin === sha256(text)) return null
  return {
    what:
      pin === undefined
        ? `Managed by ${organisation}: this tool is not one of those of ${server} that may be used.`
        : `Managed by ${organisation}: this tool is not in the definition that may be used.`,
    how: `Ask the person who keeps the policy bundle of ${organisation}.`,
  }
}
