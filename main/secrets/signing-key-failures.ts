// What keeps a receipt or an export from being signed.
import { failure, type Failure } from '../../contract/failure.ts'

export const noKey = failure(
  'audit.no-key',
  'There is no key to sign with yet: Gatehouse makes one when it starts.',
  'Start Gatehouse once, or run: gatehouse audit key',
)
export const keyLocked = failure(
  'audit.key-locked',
  'The key that signs receipts is in the credential store, which is locked.',
  'Open it: gatehouse secrets unlock',
)
export const keyBroken = (why: string): Failure =>
  failure(
    'audit.key-broken',
    `The key that signs receipts cannot be used: ${why}.`,
    'Check the data folder, or put it back from your own copy.',
  )
