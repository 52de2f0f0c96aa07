// The exfiltration guard takes just the outbound tools away, from every caller, in every list, and
// at once in a session that runs. Over the gateway the same is shown in test/mcp/gateway.
import { describe, expect, it } from 'vitest'
import { readOnlyTool } from '../../contract/call/read-only-tool.ts'
import type { Principal } from '../../contract/call/principal.ts'
import type { Policy } from '../../main/gate/policy.ts'
import { hiddenBy } from '../../main/gate/view.ts'
import { guardHidden } from '../../main/policy/guard-hidden.ts'
import { builtInSource, openRegistry } from '../../main/registry/registry.ts'
import { findTool } from '../../main/wiring/calls/find-tool.ts'
import { catalog } from '../../tools/catalog.ts'
import { callers, guardOn, policyWith, sha256 } from '../gate/decision-requests.ts'

const outbound = catalog
  .filter(({ manifest }) => manifest.networkOutbound)
  .map(({ manifest }) => manifest.name)

/** A registry over a policy that changes while it is open. */
function open() {
  let policy: Policy = policyWith({})
  const registry = openRegistry({
    sources: [builtInSource(() => catalog)],
    sha256,
    availability: (principal) => ({
      granted: () => 'all',
      hiddenBy: (manifest) => hiddenBy(manifest, principal, policy),
      setting: () => null,
      missing: () => null,
    }),
  })
  const find = findTool(registry, () => policy)
  const names = (principal: Principal) => ({
    view: registry.view(principal).map(({ tool }) => tool.manifest.name),
    model: registry.modelTools(principal).map(({ name }) => name),
    listed: registry
      .listings(principal)
      .filter(({ hiddenBy: by }) => by === null)
      .map(({ name }) => name),
    found: catalog
      .filter(({ manifest }) => find(principal, manifest.name).ok)
      .map(({ manifest }) => manifest.name),
  })
  return { names, set: (next: Policy) => void (policy = next), policy: () => policy }
}

describe('the exfiltration guard', () => {
  it('knows outbound tools of every kind', () => {
    expect(outbound).toEqual(
      expect.arrayContaining(['web_search', 'web_fetch', 'http', 'reddit', 'weather', 'image_gen']),
    )
  })

  it.each(Object.entries(callers))(
    'hides just these from %s, in every list, and shows them again',
    (_kind, caller) => {
      const { names, set } = open()
      const before = names(caller)
      for (const [allowTools, gone] of [
        [[], outbound],
        [['http'], outbound.filter((name) => name !== 'http')],
      ] as const) {
        set(policyWith({ guard: { ...guardOn, allowTools: [...allowTools] } }))
        const now = names(caller)
        for (const list of ['view', 'model', 'found'] as const)
          expect([list, now[list]]).toEqual([
            list,
            before[list].filter((name) => !gone.includes(name)),
          ])
        expect(now.listed).toEqual(before.listed.filter((name) => !gone.includes(name)))
      }
      set(policyWith({}))
      expect(names(caller)).toEqual(before)
    },
  )

  it('shows people the same names, and hides the read actions of sub-agents too', () => {
    const { names } = open()
    expect(guardHidden(policyWith({ guard: guardOn }), [])).toEqual(outbound)
    expect(guardHidden(policyWith({}), [])).toEqual([])
    const readable = catalog.filter(
      (tool) => tool.manifest.subagentAccess === 'readOnly' && readOnlyTool(tool) !== null,
    )
    expect(names(callers.subagent).view).toEqual(
      expect.arrayContaining(readable.map(({ manifest }) => manifest.name)),
    )
  })
})
