// Pure. Scopes of a call of a plugin: just these arguments, then any that its manifest names. Manifest,
// program, folders and hosts stay as they were shown; where it has hosts, its arguments may say what
// goes there, so they stay too.
import { noPatterns } from '../../../contract/approval/lease.ts'
import type { CanonicalTouch, CanonicalTouchOf } from '../../../contract/call/touch.ts'
import { short } from './propose-server.ts'
import type { Proposal, ScopeFacts } from './scope-facts.ts'

export function pluginScopes(
  { plugin }: CanonicalTouchOf<'plugin.run'>,
  others: readonly CanonicalTouch[],
  { args = {}, wholeArgs = false, declaredArgs = [] }: ScopeFacts,
): readonly Proposal[] {
  const exact = {
    patterns: { ...noPatterns, args: { '': args } },
    exact: true,
    text: `${plugin} with just these arguments: ${short(JSON.stringify(args))}`,
  }
  const any = {
    patterns: { ...noPatterns, free: [...declaredArgs] },
    text: `${plugin} with any arguments`,
  }
  const stays = others.every(({ kind }) => kind === 'fs.read' || kind === 'fs.write')
  return [...(wholeArgs ? [exact] : []), ...(stays ? [any] : [])]
}
