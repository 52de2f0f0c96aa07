// Joins the bundles of an organisation to the configuration and to what hangs on them.
import { relaxesIn } from '../../config/relaxation/relaxes.ts'
import { openBundles, type Bundles } from '../../bundle/in-force.ts'
import { storedIn } from '../../bundle/stored-bundles.ts'
import { bundleRelaxes } from '../../bundle/bundle-relaxes.ts'
import type { Bundle } from '../../../contract/bundle/bundle.ts'
import { managedIn, type ManagedPolicy } from '../../../contract/bundle/state.ts'
import type { OrganisationConfig } from '../../../contract/policy/config/organisation-config.ts'
import type { OrganisationPins } from '../../mcp/trust/organisation-pins.ts'

export type WiredBundles = Bundles & {
  /** What the bundle in force holds; null: none is. */
  managed(): ManagedPolicy | null
  tools(): Bundle['tools']
  agents(): Bundle['agents']
  /** The organisation that has a file for an agent of that name; null: none has. */
  agentHeldBy(name: string): string | null
  /** The same object while it is the same. */
  pins(): OrganisationPins | null
}

const NONE = {}

export function wireBundles(
  folder: string,
  config: () => OrganisationConfig | null,
  now: () => number,
): WiredBundles {
  const bundles = openBundles({
    stored: storedIn(folder),
    relaxes: bundleRelaxes(relaxesIn),
    config,
    now,
  })
  const inForce = (): Bundle | null => {
    const held = bundles.current()
    return held.kind === 'bundle' ? held.read.bundle : null
  }
  let known: { readonly of: Bundle; readonly pins: OrganisationPins } | null = null
  return {
    ...bundles,
    managed() {
      const of = inForce()
      return of === null ? null : managedIn(of)
    },
    tools: () => inForce()?.tools ?? NONE,
    agents: () => inForce()?.agents ?? NONE,
    agentHeldBy(name) {
      const of = inForce()
      return of !== null && Object.hasOwn(of.agents, name) ? of.organisation : null
    },
    pins() {
      const of = inForce()
      if (of === null) return null
      if (known?.of !== of)
        known = { of, pins: { organisation: of.organisation, servers: of.servers } }
      return known.pins
    },
  }
}
