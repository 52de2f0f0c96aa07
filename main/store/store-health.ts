// What is wrong with the database now, for the state that every screen and every client is shown.
// Damage stays until the next start: a read that succeeds elsewhere does not fix a page. Anything
// else ends with the next use that succeeds.
import type { Failure } from '../../contract/failure.ts'
import { storeFailure } from './store-failure.ts'

export type StoreHealth = {
  /** What to tell of an error; null where it is not the database's or the disk's. */
  note(thrown: unknown): Failure | null
  /** The database was used and did what it should. */
  fine(): void
  /** One sentence; null while all is well. */
  fault(): string | null
}

/** `changed` is called when `fault` is another one. */
export function openStoreHealth(changed: () => void): StoreHealth {
  let damage: Failure | null = null
  let passing: Failure | null = null
  const fault = (): string | null => (damage ?? passing)?.text ?? null
  const become = (change: () => void): void => {
    const before = fault()
    change()
    if (fault() !== before) changed()
  }
  return {
    note(thrown) {
      const found = storeFailure(thrown)
      if (found === null || found.code === 'store.closed') return found
      become(() => {
        if (found.code === 'store.damaged') damage = found
        else passing = found
      })
      return found
    },
    fine() {
      if (passing !== null) become(() => (passing = null))
    },
    fault,
  }
}
