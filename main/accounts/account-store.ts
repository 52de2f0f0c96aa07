// Where what a sign-in gave is kept, as an account needs it.
import { failure, type Failure } from '../../contract/failure.ts'
import type { Result } from '../../contract/result.ts'

export type AccountStore = {
  has(): boolean
  isOpen(): boolean
  ready(): Promise<Result<null, Failure>>
  load(): Promise<Result<string | null, Failure>>
  save(text: string): Promise<Result<null, Failure>>
  remove(): Promise<Result<null, Failure>>
}

export const lockedStore = failure(
  'secrets.locked',
  'The credential store is locked.',
  'Unlock it in Settings, or run: gatehouse secrets unlock',
)
