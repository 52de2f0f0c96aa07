// Reads a result page by page until all of it is here.
import { useEffect, useState } from 'react'
import type { Failure } from '../../../contract/failure.ts'
import type { CallId, RunId } from '../../../contract/ids.ts'
import type { Output } from '../../../contract/ipc/ipc.ts'
import { useBridge } from '../../bridge/bridge-context.ts'

type Page = Output<'runs.result'>
export type WholeResult = Omit<Page, 'offset'> & {
  /** More of it is on its way. */
  readonly busy: boolean
}

const PAGE = 100_000

export function useWholeResult(
  id: RunId,
  callId: CallId,
): { readonly result: WholeResult | null; readonly error: Failure | null } {
  const bridge = useBridge()
  const [result, setResult] = useState<WholeResult | null>(null)
  const [error, setError] = useState<Failure | null>(null)
  useEffect(() => {
    let current = true
    const read = async (): Promise<void> => {
      let text = ''
      for (;;) {
        const page = await bridge.call('runs.result', {
          id,
          callId,
          from: text.length,
          most: PAGE,
        })
        if (!current) return
        if (!page.ok) {
          setError(page.error)
          return
        }
        const { offset: _offset, ...facts } = page.value
        text += facts.text
        const busy = text.length < facts.chars && facts.text !== ''
        setResult({ ...facts, text, busy })
        if (!busy) return
      }
    }
    void read()
    return () => {
      current = false
    }
  }, [bridge, id, callId])
  return { result, error }
}
