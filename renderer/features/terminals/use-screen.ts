// What is on the screen of a session, read again and again while somebody looks.
import { useCallback, useEffect, useState } from 'react'
import type { TerminalListing, TerminalView } from '../../../contract/call/powers/terminal.ts'
import type { Failure } from '../../../contract/failure.ts'
import { useBridge } from '../../bridge/bridge-context.ts'

const EVERY_MS = 400
/** With all that has scrolled away there is much more to read. */
const ALL_EVERY_MS = 2_000
const LINES = 200
const ALL_LINES = 10_000

export type Screen = {
  readonly view: TerminalView | null
  readonly error: Failure | null
  /** Reads it at once, after something was typed. */
  reload(): void
}

export function useScreen({ owner, name }: TerminalListing, all: boolean): Screen {
  const bridge = useBridge()
  const [tick, setTick] = useState(0)
  const [state, setState] = useState<Omit<Screen, 'reload'>>({ view: null, error: null })
  const reload = useCallback(() => setTick((before) => before + 1), [])
  useEffect(() => {
    let current = true
    let timer: ReturnType<typeof setTimeout> | undefined
    const read = async (): Promise<void> => {
      const lines = all ? ALL_LINES : LINES
      const found = document.hidden
        ? null
        : await bridge.call('terminals.view', { owner, name, lines })
      if (!current) return
      if (found?.ok === true) setState({ view: found.value, error: null })
      // What was seen last stays in sight.
      else if (found !== null && found.error.code === 'terminal.unknown')
        setState(({ view }) =>
          view === null
            ? { view, error: found.error }
            : { view: { ...view, ended: true }, error: null },
        )
      else if (found !== null) setState(({ view }) => ({ view, error: found.error }))
      const ended =
        found?.ok === true ? found.value.ended : found?.error.code === 'terminal.unknown'
      if (!ended) timer = setTimeout(() => void read(), all ? ALL_EVERY_MS : EVERY_MS)
    }
    void read()
    return () => {
      current = false
      clearTimeout(timer)
    }
  }, [bridge, owner, name, all, tick])
  return { ...state, reload }
}
