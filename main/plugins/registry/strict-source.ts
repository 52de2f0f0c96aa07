// The built-in tools, held against the registry: with the strict registry on, one whose arguments are
// not the registered ones is closed.
import { z } from 'zod'
import type { Registration } from '../../../contract/plugin/listing.ts'
import type { AnyTool } from '../../../contract/call/tool.ts'
import type { ListedTool, ToolSource } from '../../../contract/call/tool-source.ts'
import { unregistered } from '../plugin-status.ts'
import type { toolRegistration } from './registration.ts'

type Listed = Extract<ToolSource, { kind: 'listed' }>

export type StrictSource = Listed & {
  /** Tools that are not as registered. */
  unlike(): readonly { readonly name: string; readonly registration: Registration }[]
}

export function strictSource(
  source: Listed,
  strict: () => boolean,
  registration: ReturnType<typeof toolRegistration>,
): StrictSource {
  let checkedOffer: {
    from: readonly ListedTool[]
    strict: boolean
    offer: readonly ListedTool[]
  } | null = null
  const registrationOf = ({ manifest, input, inputSchema }: AnyTool): Registration =>
    registration(
      manifest.id,
      inputSchema ?? z.toJSONSchema(input, { io: 'input' }),
      manifest.networkOutbound,
    )
  const checked = (listed: ListedTool): ListedTool => {
    const found = registrationOf(listed.tool)
    if (found === 'ok') return listed
    const { code, text, hint = '' } = unregistered(listed.tool.manifest.name, found)
    return { ...listed, closed: { what: text, how: hint, code } }
  }
  return {
    kind: 'listed',
    execution: source.execution,
    offered() {
      const from = source.offered()
      if (checkedOffer?.from === from && checkedOffer.strict === strict()) return checkedOffer.offer
      // Compared only where it matters: the schemas of all tools take a while to write out.
      checkedOffer = { from, strict: strict(), offer: strict() ? from.map(checked) : from }
      return checkedOffer.offer
    },
    unlike: () =>
      source.offered().flatMap(({ tool }) => {
        const found = registrationOf(tool)
        return found === 'ok' ? [] : [{ name: tool.manifest.name, registration: found }]
      }),
  }
}
