// Functions that a line defines: what they run is walked like the rest; what is judged here is
// their name.
import type { Function as FunctionNode } from 'unbash'
import { cut } from './effects/partial-part.ts'
import { isListed } from './tables/listed.ts'
import { WRAPPERS } from './tables/wrappers.ts'
import { everyNode } from './parse/pre-scan.ts'
import { note, type Scope } from './scope.ts'

export function noteFunction(node: FunctionNode, source: string, scope: Scope): void {
  const name = node.name.value
  scope.sheet.functions.add(name)
  const text = cut(source.slice(node.pos, node.end))
  // Called by each of its own calls, with nobody waiting, it fills the machine.
  if (callsItself(node, name))
    note(scope, {
      text,
      words: [],
      opaque: false,
      exact: false,
      effects: ['destructive'],
      uses: [],
    })
  // From here on a name that rules and tables know means something else.
  if (isListed(name) || WRAPPERS.has(name) || !/^[\w.-]+$/.test(name))
    note(scope, { text, words: [], opaque: true, exact: false, effects: ['unknown'], uses: [] })
}

function callsItself(node: FunctionNode, name: string): boolean {
  for (const each of everyNode(node.body))
    if (each.type === 'Command' && each.name?.value === name) return true
  return false
}
