// What a built-in tool takes is written down beside the tools, and the registry takes it from there.
import { describe, expect, it, onTestFinished } from 'vitest'
import { z } from 'zod'
import type { ToolListing } from '../../contract/call/manifest.ts'
import type { AnyTool } from '../../contract/call/tool.ts'
import { hiddenBy } from '../../main/gate/view.ts'
import { builtInSource, openRegistry } from '../../main/registry/registry.ts'
import { catalog } from '../../tools/catalog.ts'
import { knownSchemas } from '../../tools/listings-for.ts'
import { callers, policyWith, sha256 } from '../gate/decision-requests.ts'

const open = (
  tools: readonly AnyTool[],
  schemas?: () => ReadonlyMap<string, ToolListing['inputSchema']>,
) =>
  openRegistry({
    sources: [builtInSource(() => tools, schemas)],
    sha256,
    availability: (principal) => ({
      granted: () => (principal.kind === 'agent' ? new Set(['list', 'get', 'status']) : 'all'),
      hiddenBy: (one) => hiddenBy(one, principal, policyWith({})),
      setting: () => null,
      missing: () => null,
    }),
  })

describe('the registry', () => {
  it('says what a tool takes as it is written down, and makes nothing of the tool', () => {
    const [tool] = catalog
    if (tool === undefined) throw new Error('the catalog has tools')
    const input = z.strictObject({ path: z.string() })
    let read = 0
    Object.defineProperty(input._zod.def, 'shape', {
      get: () => {
        read += 1
        return { path: z.string() }
      },
    })
    onTestFinished(() => expect(read).toBe(0))
    const written = { type: 'object', title: 'as it is written' }
    const registry = open([{ ...tool, input }], () => new Map([[tool.manifest.name, written]]))
    expect(registry.listings(callers.person).map(({ inputSchema }) => inputSchema)).toEqual([
      written,
    ])
    expect(registry.get(tool.manifest.name)?.inputSchema).toEqual(written)
  })

  it.each(Object.values(callers))(
    'gives $kind the same tools in the same form and with the same hash as made from the tools',
    (caller) => {
      const shown = (registry: ReturnType<typeof open>) =>
        registry.view(caller).map(({ tool, definitionHash, inputSchema }) => ({
          name: tool.manifest.name,
          definitionHash,
          inputSchema: JSON.parse(JSON.stringify(inputSchema)) as unknown,
        }))
      const written = shown(open(catalog, knownSchemas))
      expect(written.length).toBeGreaterThan(4)
      expect(written).toEqual(shown(open(catalog)))
    },
  )
})
