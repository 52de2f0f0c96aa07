// Keeps one run's transcript alive while a component looks at it.
import { useEffect, useState } from 'react'
import type { Failure } from '../../contract/failure.ts'
import type { RunId } from '../../contract/ids.ts'
import type { Bridge } from '../../contract/ipc.ts'
import { beginTranscript, endTranscript, readTranscript } from './live.ts'
import { changeLive, useLive } from './live-store.ts'
import type { Transcript } from './transcript.ts'

export function useTranscript(bridge: Bridge, id: RunId): { readonly transcript: Transcript | null; readonly error: Failure | null } {
  const epoch = useLive((live) => live.epoch)
  const transcript = useLive((live) => live.transcripts.get(id) ?? null)
  const [error, setError] = useState<Failure | null>(null)

  useEffect(() => {
    let current = true
    changeLive((live) => beginTranscript(live, id))
    void bridge.call('runs.get', { id }).then((result) => {
      if (!current) return
      if (result.ok) changeLive((live) => readTranscript(live, result.value.run, result.value.items))
      setError(result.ok ? null : result.error)
    })
    return () => {
      current = false
    }
  }, [bridge, id, epoch])

  useEffect(() => () => changeLive((live) => endTranscript(live, id)), [id])

  return { transcript, error }
}
