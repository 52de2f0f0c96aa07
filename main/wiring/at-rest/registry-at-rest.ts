// Tools by name, for a question that names a few of them. The registry of a running Gatehouse writes out the
// schemas of all tools when it is first asked; here it is one.
import { HERE, type ListedTool } from '../../../contract/call/tool-source.ts'
import { DefinitionHash } from '../../../contract/ids.ts'
import { canonicalJson } from '../../../contract/json.ts'
import type { AnyTool } from '../../../contract/call/tool.ts'
import { openForms } from '../../registry/forms.ts'
import { inputSchemaOf } from '../../registry/input-schema-of.ts'
import type { Registered, Registry, RegistryDeps } from '../../registry/registry.ts'
import { gapsOf, isUncertain } from '../../registry/tool-listing.ts'
import { sha256 } from '../sha256.ts'

export type RegistryAtRest = Pick<Registry, 'get' | 'view' | 'lacks' | 'closed'>

export const asBuiltIn = (tool: AnyTool): ListedTool => ({
  tool,
  source: 'built-in',
  closed: null,
  trust: null,
  review: null,
})

/**
 * @param asked names that there is a question about. @param tools those of them that are there.
 * @param unlisted told when more is asked: another name, or a list.
 */
export function registryAtRest(
  asked: readonly string[],
  tools: readonly ListedTool[],
  availability: RegistryDeps['availability'],
  unlisted: () => void,
): RegistryAtRest {
  const offered = new Map(tools.map((one) => [one.tool.manifest.name, one]))
  const open = new Map(
    tools
      .filter(({ closed }) => closed === null)
      .map((one) => [one.tool.manifest.name, entryOf(one)]),
  )
  const formFor = openForms<Registered>((entry, tool) => ({ ...entry, tool, ...described(tool) }))
  return {
    get(name, asker) {
      const found = open.get(name)
      if (!asked.includes(name)) unlisted()
      if (found === undefined || asker === undefined) return found ?? null
      return formFor(found, asker, availability(asker).granted)
    },
    closed: (name) => offered.get(name)?.closed ?? null,
    view() {
      unlisted()
      return []
    },
    lacks(manifest, principal) {
      const { missing } = availability(principal)
      return gapsOf(manifest, missing).find((gap) => !isUncertain(gap)) ?? null
    },
  }
}

const entryOf = ({ tool, source, listed }: ListedTool): Registered => ({
  tool,
  ...described(tool),
  reviewed: tool.manifest.builtIn ? null : true,
  execution: HERE,
  source,
  listed: listed ?? true,
})

/** As the registry of a running Gatehouse describes it: leases are bound to the hash. */
function described(tool: AnyTool): Pick<Registered, 'definitionHash' | 'inputSchema'> {
  const inputSchema = inputSchemaOf(tool)
  const { manifest } = tool
  return {
    definitionHash: DefinitionHash.parse(sha256(canonicalJson({ manifest, inputSchema }))),
    inputSchema,
  }
}
