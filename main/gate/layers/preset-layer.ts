// Pure. What the preset excludes: tools, the network, folders to write in.
import { goesOut } from '../own-question.ts'
import { comparable } from '../path-glob.ts'
import { presetHides } from '../view.ts'
import type { Reason } from '../../../contract/policy/decision.ts'
import { inOrder, ruling } from './case.ts'
import type { Case, Ruling } from './case.ts'

export function beyondPreset({ request: { manifest, touches }, policy }: Case): Ruling | null {
  const { preset, presetName, writable, roots } = policy
  const deny = (code: string, text: string): Ruling =>
    ruling('deny', 'preset', presetName, code, text)
  if (presetHides(manifest, policy))
    return deny('preset.tool', `The preset ${presetName} has no ${manifest.name}.`)
  if (!preset.allowNetwork && touches.some(goesOut))
    return deny('preset.network', `The preset ${presetName} does not allow the network.`)
  let found: Reason[] | null = null
  for (const touch of touches) {
    if (touch.kind !== 'fs.write') continue
    const path = comparable(touch.path, roots.foldsCase)
    if (writable.some((pattern) => pattern.matches(path))) continue
    ;(found ??= []).push({
      code: 'preset.path',
      text: `The preset ${presetName} does not allow writing in ${touch.path}.`,
    })
  }
  return found === null
    ? null
    : { effect: 'deny', by: { kind: 'preset', id: presetName }, reasons: inOrder(found) }
}
