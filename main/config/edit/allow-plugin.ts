// Lets one external plugin through the filter, in the text of the file: that one and no other. Pure.
import { isAlias, isSeq, type Document } from 'yaml'
import type { ConfigPatch } from '../../../contract/policy/config/config-patch.ts'
import { put } from './put.ts'

const ALLOW = ['plugins', 'allowExternal'] as const
const LIST = ['plugins', 'externalAllowList'] as const

/** What to do; null when the filter lets it through already, or nothing is asked. */
export function pluginChange(
  document: Document,
  { allowPlugin: name }: Pick<ConfigPatch, 'allowPlugin'>,
): (() => void) | null {
  if (name === undefined) return null
  const isOpen = document.getIn(ALLOW) === true
  const node = document.getIn(LIST, true)
  const there: unknown = isAlias(node) ? node.toJS(document) : isSeq(node) ? node.toJSON() : []
  const names: readonly unknown[] = Array.isArray(there) ? there : []
  if (isOpen && (names.length === 0 || names.includes(name))) return null
  return () => {
    put(document, { path: [...ALLOW], value: true })
    if (names.includes(name)) return
    // Comments beside names that are there stay, so one is added where it can be.
    if (names.length > 0 && isSeq(node)) document.addIn(LIST, name)
    else put(document, { path: [...LIST], value: [...names, name] })
  }
}
