// What is kept of a sign-in: as which client we are registered, and the tokens.
import { z } from 'zod'
import type { SignInDeps } from '../deps.ts'
import { SignInWanted } from './sign-in-errors.ts'

/** By issuer: what one authorization server gave is never shown to another. */
const Stored = z.object({
  clients: z.record(z.string(), z.looseObject({ client_id: z.string() })),
  tokens: z.record(z.string(), z.looseObject({ access_token: z.string(), token_type: z.string() })),
  latest: z.string().nullable(),
})
export type Stored = z.infer<typeof Stored>
export const nothingStored: Stored = { clients: {}, tokens: {}, latest: null }

export type SignInStore = {
  /** Throws `SignInWanted` where it is kept, but cannot be read now. */
  read(): Promise<Stored>
  write(next: Stored): Promise<void>
}

export function openSignInStore(
  resource: string,
  deps: Pick<SignInDeps, 'load' | 'save'>,
): SignInStore {
  let stored: Promise<Stored> | null = null
  return {
    read: () =>
      (stored ??= deps.load(resource).then(storedIn, (thrown: unknown) => {
        // Asked again the next time.
        stored = null
        throw new SignInWanted(thrown instanceof Error ? thrown.message : undefined)
      })),
    async write(next) {
      stored = Promise.resolve(next)
      await deps.save(resource, JSON.stringify(next))
    },
  }
}

function storedIn(text: string | null): Stored {
  if (text === null) return nothingStored
  try {
    const parsed = Stored.safeParse(JSON.parse(text))
    return parsed.success ? parsed.data : nothingStored
  } catch {
    return nothingStored
  }
}
