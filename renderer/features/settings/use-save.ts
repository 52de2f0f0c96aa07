// Saves one change of the configuration and keeps what came of it, so that each field can show its
// own failure.
import { useCallback, useState } from 'react'
import type { ConfigPatch } from '../../../contract/policy/config/config-patch.ts'
import type { Failure } from '../../../contract/failure.ts'
import { useBridge } from '../../bridge/bridge-context.ts'
import { changeLive } from '../../state/live/live-store.ts'

export type Saving =
  | { readonly kind: 'rest' }
  | { readonly kind: 'busy' }
  | { readonly kind: 'saved' }
  | { readonly kind: 'failed'; readonly error: Failure }

export function useSave(): {
  readonly state: Saving
  save(patch: ConfigPatch): Promise<boolean>
  reset(): void
} {
  const bridge = useBridge()
  const [state, setState] = useState<Saving>({ kind: 'rest' })
  const save = useCallback(
    async (patch: ConfigPatch) => {
      setState({ kind: 'busy' })
      const result = await bridge.call('config.update', patch)
      if (result.ok) changeLive((live) => ({ ...live, app: result.value }))
      setState(result.ok ? { kind: 'saved' } : { kind: 'failed', error: result.error })
      return result.ok
    },
    [bridge],
  )
  const reset = useCallback(() => setState({ kind: 'rest' }), [])
  return { state, save, reset }
}
