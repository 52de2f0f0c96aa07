// Names that can be at a place of the file and that the schema does not know: tools, what they can
// do, presets. Pure.
import type { ToolListing } from '../../../../contract/call/manifest.ts'

/** @param path as in a `Place`. */
export function namesAt(
  path: readonly string[],
  tools: readonly ToolListing[],
  presets: readonly string[],
): readonly string[] {
  const at = path.join('.')
  if (/^(tools|rules\.\[\]\.when\.tools\.\[\]|presets\.\w+\.tools\.\[\])$/.test(at))
    return tools.map(({ name }) => name)
  if (at === 'exfiltrationGuard.allowTools.[]')
    return tools.filter(({ manifest }) => manifest.networkOutbound).map(({ name }) => name)
  if (at === 'rules.[].when.ids.[]') return tools.map(({ manifest }) => manifest.id)
  if (at === 'rules.[].when.actions.[]')
    return [...new Set(tools.flatMap(({ manifest }) => manifest.actions.map(({ name }) => name)))]
  return at === 'preset' || /^gateway\.clients\..+\.preset$/.test(at) ? presets : []
}
