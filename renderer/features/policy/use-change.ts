// One change of the file by a form. What makes nothing looser is saved at once; anything else is
// shown first. A text that is being changed in the editor gets the same change, so that nothing
// typed there is lost and nothing here is undone by it.
import { useState } from 'react'
import type { Failure } from '../../../contract/failure.ts'
import type { PolicyEdit, PolicyOverview } from '../../../contract/policy/policy-file.ts'
import { useBridge } from '../../bridge/bridge-context.ts'
import { currentDraft, setDraft } from '../../state/policy/policy-draft.ts'

/** A change that waits for a person's word. */
export type Pending = { readonly text: string; readonly edit: PolicyEdit; readonly said: string }

export type ChangeState = {
  readonly busy: boolean
  readonly said: string
  readonly error: Failure | null
  readonly pending: Pending | null
  /** True when it was saved at once. */
  change(edit: PolicyEdit, said: string): Promise<Failure | 'saved' | 'asked'>
  saved(after: PolicyOverview): void
  drop(): void
}

export function useChange(
  overview: PolicyOverview,
  onSaved: (after: PolicyOverview) => void,
): ChangeState {
  const bridge = useBridge()
  const [state, setState] = useState<{
    busy: boolean
    said: string
    error: Failure | null
    pending: Pending | null
  }>({
    busy: false,
    said: '',
    error: null,
    pending: null,
  })

  const done = async (after: PolicyOverview, edit: PolicyEdit, said: string): Promise<void> => {
    const draft = currentDraft()
    if (draft !== null && draft.baseHash === overview.textHash) {
      const moved = await bridge.call('policy.edit', { text: draft.text, edit })
      if (moved.ok) setDraft({ text: moved.value.text, base: after.text, baseHash: after.textHash })
    }
    setState({ busy: false, said, error: null, pending: null })
    onSaved(after)
  }
  const failed = (error: Failure): Failure => {
    setState({ busy: false, said: '', error, pending: null })
    return error
  }

  return {
    ...state,
    async change(edit, said) {
      setState({ busy: true, said: '', error: null, pending: null })
      const edited = await bridge.call('policy.edit', { text: overview.text, edit })
      if (!edited.ok) return failed(edited.error)
      const { text } = edited.value
      const compared = await bridge.call('policy.compare', { text })
      if (!compared.ok) return failed(compared.error)
      if (compared.value.relaxes.length > 0 || compared.value.removedStops.length > 0) {
        setState({ busy: false, said: '', error: null, pending: { text, edit, said } })
        return 'asked'
      }
      const written = await bridge.call('policy.write', { text, expectedHash: overview.textHash })
      if (!written.ok) return failed(written.error)
      await done(written.value.overview, edit, said)
      return 'saved'
    },
    saved(after) {
      if (state.pending !== null) void done(after, state.pending.edit, state.pending.said)
    },
    drop: () => setState((before) => ({ ...before, pending: null })),
  }
}
