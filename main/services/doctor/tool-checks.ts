// What tools lack that no other check is about, once for each thing that is missing: a mail account
// that nobody set up is one line, and not one for each of its nine tools.
import type { ToolListing } from '../../../contract/call/manifest.ts'
import type { Check } from '../../../contract/protection.ts'

type Missing = Pick<ToolListing, 'name' | 'missing'>

/**
 * Of each tool the first three. A thing that cannot be told for certain, such as a permission that
 * the system does not reveal, is `ok` with its words.
 */
export function toolChecks(tools: readonly Missing[]): readonly Check[] {
  const byText = new Map<string, { names: string[]; check: Omit<Check, 'title'> }>()
  for (const { name, missing } of tools)
    for (const { what, how, uncertain } of missing.slice(0, 3)) {
      const state = uncertain === true ? 'ok' : 'unset'
      const key = JSON.stringify([state, what, how])
      const found = byText.get(key)
      if (found === undefined)
        byText.set(key, {
          names: [name],
          check: { id: `tools-${byText.size + 1}`, state, text: what, how },
        })
      else found.names.push(name)
    }
  return [...byText.values()].map(({ names, check }) => ({ ...check, title: titleOf(names) }))
}

const titleOf = (names: readonly string[]): string => {
  const [first = '', ...others] = names
  if (others.length === 0) return `Tool ${first}`
  return `Tool ${first} and ${others.length} ${others.length === 1 ? 'other' : 'others'}`
}
