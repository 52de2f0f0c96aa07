// One action of a component at a time, its failure kept to be shown where it was begun.
import { useState } from 'react'
import type { Failure } from '../../contract/failure.ts'
import { isRetained } from './relaxation.ts'

export type Acting = { readonly busy: string | null; readonly error: Failure | null }

/** What a person did not confirm is no failure. */
export function useAct() {
  const [state, setState] = useState<Acting>({ busy: null, error: null })
  const act = async <T>(
    name: string,
    work: () => Promise<
      { readonly ok: true; readonly value: T } | { readonly ok: false; readonly error: Failure }
    >,
  ): Promise<T | null> => {
    if (state.busy !== null) return null
    setState({ busy: name, error: null })
    const result = await work()
    setState({ busy: null, error: result.ok || isRetained(result.error) ? null : result.error })
    return result.ok ? result.value : null
  }
  return { ...state, act, clear: () => setState({ busy: null, error: null }) }
}
