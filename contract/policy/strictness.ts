// Which of two effects is stricter.
import type { Effect } from './decision.ts'

export const strictness: { readonly [E in Effect]: number } = { allow: 0, confirm: 1, deny: 2 }

export const stricter = (a: Effect, b: Effect): Effect => (strictness[b] > strictness[a] ? b : a)
