// The built-in tools by name, for a question that names a few of them. The registry of a running
// Gatehouse writes out the schemas of all tools when it is first asked; here it is one.
import { HERE } from '../../../contract/call/tool-source.ts'
import { DefinitionHash } from '../../../contract/ids.ts'
import { canonicalJson } from '../../../contract/json.ts'
import type { AnyTool } from '../../../contract/call/tool.ts'
import { openForms } from '../../registry/forms.ts'
import { inputSchemaOf } from '../../registry/input-schema-of.ts'
import type { Registered, Registry, RegistryDeps } from '../../registry/registry.ts'
import { gapsOf, isUncertain } from '../../registry/tool-listing.ts'
import { sha256 } from '../sha256.ts'

export type BuiltInRegistry = Pick<Registry, 'get' | 'view' | 'lacks' | 'closed'>

/**
 * @param tools those that there is a question about. @param unlisted told when more is asked: another name,
 *   or a list.
 */
export function builtInRegistry(
  tools: readonly AnyTool[],
  availability: RegistryDeps['availability'],
  unlisted: () => void,
): BuiltInRegistry {
  const known = new Map(
    tools.map((tool): [string, Registered] => [
      tool.manifest.name,
      {
        tool,
        ...described(tool),
        reviewed: null,
        execution: HERE,
        source: 'built-in',
        listed: true,
      },
    ]),
  )
  const formFor = openForms<Registered>((entry, tool) => ({ ...entry, tool, ...described(tool) }))
  return {
    get(name, asker) {
      const found = known.get(name)
      if (found === undefined) unlisted()
      if (found === undefined || asker === undefined) return found ?? null
      return formFor(found, asker, availability(asker).granted)
    },
    closed: () => null,
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

/** As the registry of a running Gatehouse describes it: leases are bound to the hash. */
function described(tool: AnyTool): Pick<Registered, 'definitionHash' | 'inputSchema'> {
  const inputSchema = inputSchemaOf(tool)
  const { manifest } = tool
  return {
    definitionHash: DefinitionHash.parse(sha256(canonicalJson({ manifest, inputSchema }))),
    inputSchema,
  }
}
