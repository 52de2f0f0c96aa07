// What a key does to the card it is pressed for: the same on every screen that has one.
import { assertNever } from '../../../../contract/never.ts'
import type { Intent } from '../queue/queue-keys.ts'
import type { CardKeys } from './card-keys.ts'

/** False for a key that is none of the card's. */
export function actOnKey(intent: Intent, card: CardKeys | null): boolean {
  switch (intent) {
    case 'next':
    case 'previous':
    case 'details':
    case 'select-next':
    case 'select-previous':
      return false
    case 'deny':
      card?.deny()
      return true
    case 'word':
      card?.word()
      return true
    case 'edit':
      card?.edit()
      return true
    case 'rehearse':
      card?.rehearse()
      return true
    case 'scope':
      card?.scope()
      return true
    case 'deny-scope':
      card?.denyScope()
      return true
    case 'once':
      card?.down('key')
      return true
    case 'confirm':
      card?.down('chord')
      return true
    default:
      return assertNever(intent, 'actOnKey')
  }
}
