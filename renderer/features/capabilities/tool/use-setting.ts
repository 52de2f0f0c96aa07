// Changes what is set for one tool, and finds out what that does: the same calls are explained
// before and after.
import { useState } from 'react'
import type { ToolPatch } from '../../../../contract/policy/config/tool-setting.ts'
import type { Failure } from '../../../../contract/failure.ts'
import type { ToolListing } from '../../../../contract/call/manifest.ts'
import type { SupposedCall } from '../../../../contract/policy/supposed.ts'
import { useBridge } from '../../../bridge/bridge-context.ts'
import { changeLive } from '../../../state/live/live-store.ts'
import { isRetained } from '../../../state/relaxation.ts'
import { type ChangeWords, changeWords } from './change-text.ts'
import { sampleCalls } from './sample-calls.ts'
import { strings } from '../strings.ts'

export type SettingState =
  | { readonly kind: 'rest' | 'busy' }
  | { readonly kind: 'done'; readonly words: ChangeWords }
  | { readonly kind: 'failed'; readonly error: Failure }

const askers = ['agent', 'subagent', 'mcp-client'] as const

type Setting = ToolListing['setting']
type UsedSetting = {
  readonly setting: Setting
  readonly state: SettingState
  change(setting: ToolPatch): Promise<void>
}

/**
 * `setting`: as it will be. What was asked for is shown at once, so that a second press takes the
 * first one back.
 */
export function useSetting(tool: ToolListing): UsedSetting {
  const bridge = useBridge()
  const [state, setState] = useState<SettingState>({ kind: 'rest' })

  const [asked, setAsked] = useState<{ readonly over: Setting; readonly setting: Setting } | null>(
    null,
  )
  // A list that was read since knows better.
  const setting = asked !== null && asked.over === tool.setting ? asked.setting : tool.setting

  const change = async (patch: ToolPatch): Promise<void> => {
    setState({ kind: 'busy' })
    setAsked({ over: tool.setting, setting: patched(setting, patch) })
    const probed = sampleCalls(tool).flatMap(({ what, args }) =>
      askers.map((principal) => ({
        what,
        who: strings.principals[principal],
        call: { tool: tool.name, args, principal } satisfies SupposedCall,
      })),
    )
    const calls = probed.map(({ call }) => call)
    const before = await bridge.call('policy.explain', { calls })
    const changed = await bridge.call('config.update', {
      tool: { name: tool.name, setting: patch },
    })
    if (!changed.ok) {
      setAsked(null)
      setState(
        isRetained(changed.error) ? { kind: 'rest' } : { kind: 'failed', error: changed.error },
      )
      return
    }
    changeLive((live) => ({ ...live, app: changed.value }))
    const after = await bridge.call('policy.explain', { calls })
    const probes = probed.map(({ what, who }, at) => ({
      what,
      who,
      before: before.ok ? before.value[at] : undefined,
      after: after.ok ? after.value[at] : undefined,
    }))
    setState({ kind: 'done', words: changeWords(probes) })
  }
  return { setting, state, change }
}

/** Null takes a part out; a setting without parts is none. */
function patched(setting: Setting, patch: ToolPatch): Setting {
  const parts = Object.entries({ ...setting, ...patch }).filter(
    ([, part]) => part !== null && part !== undefined,
  )
  return parts.length === 0 ? null : (Object.fromEntries(parts) as Setting)
}
