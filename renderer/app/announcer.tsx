// Says once, for those who do not see it, that a call is held. Streaming text is never announced.
import { useEffect, useRef, useState } from 'react'
import { phraseOf } from '../state/call-words.ts'
import { useLive } from '../state/live-store.ts'
import css from './announcer.module.css'
import { strings } from './strings.ts'

export function Announcer() {
  const open = useLive((live) => live.open)
  const workspace = useLive((live) => live.app?.workspace.path ?? '')
  const known = useRef<ReadonlySet<string> | null>(null)
  const [words, setWords] = useState('')

  useEffect(() => {
    if (open === null) return
    const arrived = [...open.values()].filter(({ id }) => known.current !== null && !known.current.has(id)).at(-1)
    known.current = new Set(open.keys())
    document.title = open.size === 0 ? strings.name : `(${open.size}) ${strings.name}`
    if (arrived === undefined) return
    const phrase = phraseOf(arrived.title, arrived.tool, arrived.decision.touches, workspace)
    setWords(strings.arrived(arrived.decision.tier, phrase.verb, phrase.target))
  }, [open, workspace])

  return (
    <div className={css.hidden} role="status" aria-live="polite">
      {words}
    </div>
  )
}
