// Keeps one run's transcript alive while a component looks at it, and reads what is older when
// asked.
import { useCallback, useEffect, useRef, useState } from 'react'
import type { Failure } from '../../../contract/failure.ts'
import type { RunId } from '../../../contract/ids.ts'
import type { Bridge } from '../../../contract/ipc/ipc.ts'
import { startTranscript, changeTranscript, endTranscript, readTranscript } from '../live/live.ts'
import { changeLive, useLive } from '../live/live-store.ts'
import { type Transcript, trimmed, withOlder } from './transcript.ts'

type Reading = {
  readonly transcript: Transcript | null
  readonly error: Failure | null
  /**
   * Reads the page before the first item. Nothing happens while one is being read, or where there
   * is none.
   */
  readOlder(limit?: number): void
  /** Lets go of what is far above. For a reader at the end. */
  trim(): void
}

export function useTranscript(bridge: Bridge, id: RunId): Reading {
  const epoch = useLive((live) => live.epoch)
  const transcript = useLive((live) => live.transcripts.get(id) ?? null)
  const [error, setError] = useState<Failure | null>(null)
  // A run that was begun from this one changes its list of branches.
  const started = useLive(
    (live) => [...live.runs.values()].filter(({ from }) => from?.run === id).length,
  )
  const reading = useRef(false)
  const now = useRef(transcript)
  now.current = transcript

  useEffect(() => {
    let current = true
    changeLive((live) => startTranscript(live, id))
    void bridge.call('runs.get', { id }).then((result) => {
      if (!current) return
      if (result.ok) changeLive((live) => readTranscript(live, result.value))
      setError(result.ok ? null : result.error)
    })
    return () => {
      current = false
    }
  }, [started, bridge, id, epoch])

  useEffect(() => () => changeLive((live) => endTranscript(live, id)), [id])

  const readOlder = useCallback(
    (limit = 200) => {
      const before = now.current?.items[0]?.id
      if (reading.current || before === undefined || now.current?.older !== true) return
      reading.current = true
      void bridge.call('runs.items', { id, before, limit }).then((result) => {
        reading.current = false
        if (result.ok)
          changeLive((live) =>
            changeTranscript(live, id, (known) => withOlder(known, before, result.value)),
          )
        setError(result.ok ? null : result.error)
      })
    },
    [bridge, id],
  )
  const trim = useCallback(() => {
    if (!reading.current) changeLive((live) => changeTranscript(live, id, trimmed))
  }, [id])

  return { transcript, error, readOlder, trim }
}
