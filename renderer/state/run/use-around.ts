// A part of a long run around one item, apart from its end: what lies between need not be read. It
// grows both ways as the reader goes, and becomes one with the end when it meets it.
import { useCallback, useEffect, useRef, useState } from 'react'
import type { Failure } from '../../../contract/failure.ts'
import type { RunId } from '../../../contract/ids.ts'
import type { Bridge } from '../../../contract/ipc/ipc.ts'
import type { RunItem } from '../../../contract/agent/run.ts'
import { changeTranscript } from '../live/live.ts'
import { changeLive } from '../live/live-store.ts'
import { isFar, joined, type Part, withNewer } from './run-part.ts'
import type { Transcript } from './transcript.ts'

type Around = {
  /** Null: the run is looked at from its end. */
  readonly items: readonly RunItem[] | null
  readonly older: boolean
  readonly error: Failure | null
  readOlder(): void
  readNewer(): void
  /** To the end, without what lies between. */
  leave(): void
}

const PAGE = 200

/** `at`: the item to begin at; null for the end. */
export function useAround(
  bridge: Bridge,
  id: RunId,
  at: number | null,
  transcript: Transcript | null,
): Around {
  const [part, setPart] = useState<Part | null>(null)
  const [error, setError] = useState<Failure | null>(null)
  const held = useRef(part)
  held.current = part
  const end = useRef(transcript)
  end.current = transcript
  /** The read under way; null when none is. One that another took the place of is dropped. */
  const reading = useRef<symbol | null>(null)

  const read = useCallback(
    async (before: number, take: (page: Part) => void): Promise<void> => {
      const own = Symbol('read')
      reading.current = own
      const page = await bridge.call('runs.items', { id, before, limit: PAGE })
      if (reading.current !== own) return
      reading.current = null
      setError(page.ok ? null : page.error)
      if (page.ok) take(page.value)
    },
    [bridge, id],
  )

  const far = at !== null && transcript !== null && isFar(transcript, at)
  // Once for each place: who has gone on from there is not taken back. It does not wait for the page
  // of another place that is still being read.
  const gone = useRef<number | null>(null)
  useEffect(() => {
    if (!far || at === null || gone.current === at) return
    gone.current = at
    void read(at + PAGE / 2, setPart)
  }, [at, far, read])

  const readOlder = useCallback(() => {
    const before = held.current?.items[0]?.id
    if (reading.current !== null || before === undefined || held.current?.older !== true) return
    void read(before, ({ items, older }) =>
      setPart((known) =>
        known?.items[0]?.id === before ? { items: [...items, ...known.items], older } : known,
      ),
    )
  }, [read])

  const readNewer = useCallback(() => {
    const last = held.current?.items.at(-1)?.id
    const first = end.current?.items[0]?.id
    if (reading.current !== null || last === undefined || first === undefined) return
    void read(Math.min(first, last + 1 + PAGE), ({ items }) => {
      const known = held.current
      if (known?.items.at(-1)?.id !== last) return
      const next = withNewer(known, items)
      const whole = end.current === null ? null : joined(next, end.current)
      if (whole === null) return setPart(next)
      changeLive((live) => changeTranscript(live, id, (now) => joined(next, now) ?? now))
      setPart(null)
    })
  }, [id, read])

  const leave = useCallback(() => {
    reading.current = null
    setPart(null)
  }, [])
  return {
    items: part?.items ?? null,
    older: part?.older ?? false,
    error,
    readOlder,
    readNewer,
    leave,
  }
}
