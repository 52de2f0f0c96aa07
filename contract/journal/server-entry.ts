// The row of the journal about reviews of external servers.
import { z } from 'zod'
import { reviewChange } from './plugin-entry.ts'

/**
 * What external servers may offer was changed. `before` and `after`: hash over everything that is
 * reviewed, so that a store that somebody else changed does not fit. tampered: it did not, and
 * everything was closed.
 */
export const serverEntry = z.strictObject({
  kind: z.literal('server'),
  server: z.string(),
  change: z.enum([
    'added',
    'removed',
    'started',
    'reviewed',
    'closed',
    'repaired',
    'tampered',
    'request-refused',
    'new-behavior',
    'misbehaved',
    'signing-in',
    'asked',
    'ended',
    'changed',
  ]),
  /**
   * ended: Gatehouse ended it for what it did, and starts it only when a person says so; why.
   * changed: which settings. request-refused: what it wanted of the model or the person, and the
   * beginning of its own words. new-behavior: what was never seen of it before. misbehaved: what
   * it did that no server in good faith does, though it was not ended for it. signing-in: what the
   * browser was opened for, and the scopes that were asked for. asked: what it asked of the
   * person, and what became of that.
   */
  text: z.string().max(300).optional(),
  items: z.array(
    z.strictObject({
      what: z.enum(['server', 'tool', 'prompt', 'resource']),
      name: z.string(),
      hash: z.string().nullable(),
    }),
  ),
  ...reviewChange,
})
