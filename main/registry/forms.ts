// The form in which an asker has a tool: as it is, with the actions that it was granted, or only to
// look. Each form is built once, so that it stays the same tool from call to call.
import { grantedTool } from '../../contract/call/narrow-tool.ts'
import type { Principal } from '../../contract/call/principal.ts'
import { readOnlyTool } from '../../contract/call/read-only-tool.ts'
import type { AnyTool } from '../../contract/call/tool.ts'

/** Of one tool: as many lists of actions as agents have, and no flood of them. */
const MOST_FORMS = 64

/**
 * @param remade the entry with another tool in it.
 * @returns null where the asker has nothing of it.
 */
export function openForms<E extends { readonly tool: AnyTool }>(
  remade: (entry: E, tool: AnyTool) => E,
) {
  const forms = new WeakMap<E, Map<string, E | null>>()
  return (
    entry: E,
    asker: Principal,
    granted: (tool: string) => 'all' | 'none' | ReadonlySet<string>,
  ): E | null => {
    const { name, subagentAccess } = entry.tool.manifest
    const readsOnly = asker.kind === 'subagent' && subagentAccess === 'readOnly'
    const actions = granted(name)
    // What it was not granted at all is not shown, and refused with a reason: no form says why.
    if (!readsOnly && (actions === 'all' || actions === 'none')) return entry
    const key = `${readsOnly} ${typeof actions === 'string' ? actions : [...actions].toSorted().join(' ')}`
    const known = forms.get(entry) ?? new Map<string, E | null>()
    forms.set(entry, known)
    const present = known.get(key)
    if (present !== undefined) return present
    const left = actions === 'none' ? entry.tool : grantedTool(entry.tool, actions)
    const tool = left !== null && readsOnly ? readOnlyTool(left) : left
    const form = tool === null || tool === entry.tool ? tool && entry : remade(entry, tool)
    if (known.size >= MOST_FORMS) known.clear()
    known.set(key, form)
    return form
  }
}
