// The presets there are, the one in force, and the one way to choose another: a stricter one counts
// at once, a looser one is confirmed first.
import type { PolicyReport } from '../../../contract/policy/policy-report.ts'
import type { Preset } from '../../../contract/policy/preset.ts'
import { useBridge } from '../../bridge/bridge-context.ts'
import { changeLive, useLive } from '../live/live-store.ts'
import { isRetained } from '../relaxation.ts'
import { setTrouble } from '../ui.ts'
import { sharedRead, useSharedRead } from '../shared/shared-read.ts'

export type Presets = {
  /** Null until the app is known. */
  readonly name: string | null
  /** Null until they are read, or where they cannot be. */
  readonly presets: Readonly<Record<string, Preset>> | null
  /** They could not be read; `reload` tries it again. */
  readonly unread: boolean
  reload(): void
  /** Why no command can run in a throw-away copy here; null where it can, or is not known yet. */
  readonly noCopy: {
    /** No sandbox holds at all, so commands do not run. */
    readonly denied: boolean
    readonly text: string
    readonly how: string | null
  } | null
  /** Whether it is in force now. */
  choose(name: string): Promise<boolean>
}

const names: Readonly<Record<string, string>> = {
  flow: 'Flow',
  ask: 'Ask',
  careful: 'Careful',
  'read-only': 'Read-only',
}

/** As people call it; one of their own by the name that they gave it. */
export const presetName = (preset: string): string => names[preset] ?? preset

/** The one that ships as the best for most. */
export const RECOMMENDED = 'flow'

const policyReport = sharedRead('policy.report', (_before: PolicyReport | null, now) => now)

/** @param asked false: the others are not shown yet, so they are not read. */
export function usePreset(asked = true): Presets {
  const bridge = useBridge()
  const name = useLive((live) => live.app?.preset ?? null)
  const hash = useLive((live) => live.app?.policyHash ?? null)
  const untried = useLive((live) => live.app?.untried ?? null)
  const sandbox = useLive((live) => live.app?.sandbox ?? null)
  const { value, error, reload } = useSharedRead(policyReport, asked ? hash : null)
  return {
    name,
    presets: value?.presets ?? null,
    unread: error !== null,
    reload,
    noCopy:
      sandbox?.state === 'missing'
        ? { denied: true, text: sandbox.text, how: sandbox.how }
        : untried === null
          ? null
          : { denied: false, ...untried },
    async choose(preset) {
      if (preset === name) return true
      const result = await bridge.call('config.update', { preset })
      if (result.ok) changeLive((live) => ({ ...live, app: result.value }))
      setTrouble(result.ok || isRetained(result.error) ? null : result.error)
      return result.ok
    },
  }
}
