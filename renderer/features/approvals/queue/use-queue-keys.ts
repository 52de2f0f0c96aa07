// The keys of the queue, from anywhere on its screen.
import { type RefObject, useEffect, useRef } from 'react'
import { assertNever } from '../../../../contract/never.ts'
import { singleKeysOn } from '../../../state/appearance.ts'
import type { CardKeys } from '../answer/card-keys.ts'
import { type Intent, keyIntent } from './queue-keys.ts'

type Parts = {
  readonly keys: RefObject<CardKeys | null>
  /** The card on the screen waits for an answer. */
  readonly live: boolean
  move(by: 1 | -1): void
  details(): void
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

function act(intent: Intent, { keys, live, move, details }: Parts): void {
  const card = live ? keys.current : null
  switch (intent) {
    case 'next':
      return move(1)
    case 'previous':
      return move(-1)
    case 'details':
      return details()
    case 'deny':
      return card?.deny()
    case 'word':
      return card?.word()
    case 'edit':
      return card?.edit()
    case 'scope':
      return card?.scope()
    case 'once':
      return card?.down('once', 'key')
    case 'confirm':
      return card?.down('once', 'chord')
    case 'deny-scope':
      return card?.denyScope()
    case 'duration':
      return card?.duration()
    case 1:
    case 2:
    case 3:
    case 4:
    case 5:
    case 6:
    case 7:
    case 8:
    case 9:
      return card?.down(intent, 'key')
    default:
      return assertNever(intent, 'act')
  }
}
