// Changes what is set for one tool, and finds out what that does: the same calls are explained before and after.
import { useState } from 'react'
import type { ToolPatch } from '../../../contract/config.ts'
import type { Failure } from '../../../contract/failure.ts'
import type { ToolListing } from '../../../contract/manifest.ts'
import type { SupposedCall } from '../../../contract/policy.ts'
import { useBridge } from '../../bridge/bridge-context.ts'
import { changeLive } from '../../state/live-store.ts'
import { type ChangeWords, changeWords } from './change-words.ts'
import { sampleCalls } from './sample-calls.ts'
import { strings } from './strings.ts'

export type SettingState =
  | { readonly kind: 'rest' | 'busy' }
  | { readonly kind: 'done'; readonly words: ChangeWords }
  | { readonly kind: 'failed'; readonly error: Failure }

const askers = ['agent', 'subagent', 'mcp-client'] as const

export function useSetting(tool: ToolListing): { readonly state: SettingState; change(setting: ToolPatch): Promise<void> } {
  const bridge = useBridge()
  const [state, setState] = useState<SettingState>({ kind: 'rest' })

  const change = async (setting: ToolPatch): Promise<void> => {
    setState({ kind: 'busy' })
    const asked = sampleCalls(tool).flatMap(({ what, args }) =>
      askers.map((principal) => ({ what, who: strings.principals[principal], call: { tool: tool.name, args, principal } satisfies SupposedCall })),
    )
    const calls = asked.map(({ call }) => call)
    const before = await bridge.call('policy.explain', { calls })
    const changed = await bridge.call('config.update', { tool: { name: tool.name, setting } })
    if (!changed.ok) {
      setState({ kind: 'failed', error: changed.error })
      return
    }
    changeLive((live) => ({ ...live, app: changed.value }))
    const after = await bridge.call('policy.explain', { calls })
    const probes = asked.map(({ what, who }, at) => ({
      ...{ what, who },
      before: before.ok ? before.value[at] : undefined,
      after: after.ok ? after.value[at] : undefined,
    }))
    setState({ kind: 'done', words: changeWords(probes) })
  } // prettier-ignore
  return { state, change }
}
