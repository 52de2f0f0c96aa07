// Says once, for those who do not see it, that a call is held. Streaming text is never announced.
import { useEffect, useRef, useState } from 'react'
import { phraseOf } from '../state/call-words.ts'
import { useLive } from '../state/live-store.ts'
import { queueOrder } from '../state/queue.ts'
import css from './announcer.module.css'
import { drawAttention } from './attention.ts'
import { strings } from './strings.ts'

export function Announcer() {
  const open = useLive((live) => live.open)
  const workspace = useLive((live) => live.app?.workspace.path ?? '')
  const known = useRef<ReadonlySet<string> | null>(null)
  const host = useLive((live) => live.app?.host ?? '')
  const [words, setWords] = useState({ polite: '', urgent: '' })

  useEffect(() => {
    if (open === null) return
    const arrived = [...open.values()].filter(({ id }) => known.current !== null && !known.current.has(id))
    known.current = new Set(open.keys())
    document.title = open.size === 0 ? strings.name : `(${open.size}) ${strings.name}`
    const [worst] = queueOrder(arrived)
    if (worst === undefined) return
    const phrase = phraseOf(worst.title, worst.tool, worst.decision.touches, workspace)
    const { tier } = worst.decision
    const said = arrived.length === 1 ? strings.arrived(tier, phrase.verb, phrase.target) : strings.arrivedMany(arrived.length, tier)
    // Only what can do the worst interrupts what is being read out.
    setWords(tier === 'R4' ? { polite: '', urgent: said } : { polite: said, urgent: '' })
    drawAttention(worst, host)
  }, [host, open, workspace])

  return (
    <>
      <div className={css.hidden} role="status" aria-live="polite">
        {words.polite}
      </div>
      <div className={css.hidden} role="alert" aria-live="assertive">
        {words.urgent}
      </div>
    </>
  )
}
