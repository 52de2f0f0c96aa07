// The keys of the queue, from anywhere on its screen.
import { type RefObject, useEffect, useRef } from 'react'
import { singleKeysOn } from '../../../state/appearance.ts'
import { actOnKey } from '../answer/act-on-key.ts'
import type { CardKeys } from '../answer/card-keys.ts'
import { type Intent, keyIntent } from './queue-keys.ts'

type Parts = {
  readonly keys: RefObject<CardKeys | null>
  /** The card on the screen waits for an answer, and can be seen. */
  live(): boolean
  move(by: 1 | -1): void
  details(): void
  /** Takes the next row into the selection. */
  select?(by: 1 | -1): void
}

export function useQueueKeys(parts: Parts): void {
  const held = useRef(parts)
  held.current = parts
  useEffect(() => {
    const down = (event: KeyboardEvent): void => {
      const intent = keyIntent(event, singleKeysOn())
      if (intent === null) return
      act(intent, held.current)
      event.preventDefault()
    }
    const up = (): void => held.current.keys.current?.up()
    document.addEventListener('keydown', down)
    document.addEventListener('keyup', up)
    window.addEventListener('blur', up)
    return () => {
      document.removeEventListener('keydown', down)
      document.removeEventListener('keyup', up)
      window.removeEventListener('blur', up)
    }
  }, [])
}

function act(intent: Intent, { keys, live, move, details, select }: Parts): void {
  if (actOnKey(intent, live() ? keys.current : null)) return
  if (intent === 'details') details()
  else if (intent === 'next' || intent === 'previous') move(intent === 'next' ? 1 : -1)
  else select?.(intent === 'select-next' ? 1 : -1)
}
