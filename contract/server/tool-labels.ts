// What a person says at review of a tool from outside: what it does, what it reads, where it sends.
// Suggested from its name, hints and schema; in force as suggested until a person has decided.
import { z } from 'zod'
import { Category } from '../call/category.ts'
import { higherTier, type Tier } from '../call/tier.ts'

/**
 * Effects that no name of a server may make small. pays: money or value leaves. account: deletes,
 * closes or transfers an account. rights: gives somebody rights or keys. messages: sends mail or
 * messages to somebody.
 */
export const ToolEffect = z.enum(['pays', 'account', 'rights', 'messages'])
export type ToolEffect = z.infer<typeof ToolEffect>

/** A capability id: `payments.bank.transfer-funds`. */
export const CapabilityId = z
  .string()
  .max(200)
  .regex(/^[a-z][a-z0-9]*(\.[a-z][a-z0-9-]*)*$/, 'an id such as payments.transfer-funds')

export const ToolLabels = z.strictObject({
  /** Stable: rules on `payments.*` speak of it whatever its server calls it. */
  id: CapabilityId,
  category: Category,
  effects: z.array(ToolEffect).max(4),
  /** What it returns is the person's own and must not leave by itself. */
  readsPrivate: z.boolean(),
  /** What it returns may have been written by anyone. */
  readsUntrusted: z.boolean(),
  /**
   * Null: it keeps to itself. Else the arguments that say to whom, as JSON Pointers; none: always to
   * the same place, which is the server's own.
   */
  sends: z.strictObject({ to: z.array(z.string().min(2).max(1_024)).max(64) }).nullable(),
  /**
   * Of a tool whose schema lists actions: those that only read. Never suggested; left out, none.
   */
  readActions: z.array(z.string().min(1).max(200)).max(256).optional(),
})
export type ToolLabels = z.infer<typeof ToolLabels>

/** Labels of one tool, as a review shows them. */
export const LabelReview = z.strictObject({
  /** What a person decided; null: nobody has yet. */
  decided: ToolLabels.nullable(),
  /** What an approval without a word of its own makes of it. */
  proposed: ToolLabels,
  /** Why, in words for a person, one sentence each. */
  why: z.array(z.string()),
  /** The tier that it has or would have. */
  tier: z.enum(['R0', 'R1', 'R2', 'R3', 'R4']),
})
export type LabelReview = z.infer<typeof LabelReview>

const floors: { readonly [E in ToolEffect]: Tier } = {
  pays: 'R4',
  account: 'R4',
  rights: 'R4',
  messages: 'R3',
}

/** The lowest tier that such a tool can have. */
export const floorOf = (effects: readonly ToolEffect[]): Tier =>
  effects.reduce<Tier>((tier, effect) => higherTier(tier, floors[effect]), 'R0')

/** What the first label says less than the second, in words for the journal; empty: nothing. */
export function lowered(labels: ToolLabels, proposed: ToolLabels): readonly string[] {
  const to = new Set(labels.sends?.to)
  return [
    ...proposed.effects
      .filter((effect) => !labels.effects.includes(effect))
      .map((effect) => `not ${effect}`),
    ...(proposed.readsPrivate && !labels.readsPrivate ? ['reads nothing private'] : []),
    ...(proposed.readsUntrusted && !labels.readsUntrusted ? ['returns no text of others'] : []),
    ...(proposed.sends !== null && labels.sends === null ? ['keeps to itself'] : []),
    ...(labels.sends === null
      ? []
      : (proposed.sends?.to ?? [])
          .filter((pointer) => !to.has(pointer))
          .map((pointer) => `${pointer.slice(1)} names no recipient`)),
    ...(labels.readActions ?? [])
      .filter((action) => !(proposed.readActions ?? []).includes(action))
      .map((action) => `${action} only reads`),
  ]
}

/** The stricter of both in every part; id and category of the first. */
export const strictest = (a: ToolLabels, b: ToolLabels): ToolLabels => ({
  id: a.id,
  category: a.category,
  effects: ToolEffect.options.filter(
    (effect) => a.effects.includes(effect) || b.effects.includes(effect),
  ),
  readsPrivate: a.readsPrivate || b.readsPrivate,
  readsUntrusted: a.readsUntrusted || b.readsUntrusted,
  sends:
    a.sends === null && b.sends === null
      ? null
      : { to: [...new Set([...(a.sends?.to ?? []), ...(b.sends?.to ?? [])])] },
  ...readBoth(a.readActions, b.readActions),
})

const readBoth = (
  a: readonly string[] = [],
  b: readonly string[] = [],
): Pick<ToolLabels, 'readActions'> => {
  const both = a.filter((action) => b.includes(action))
  return both.length === 0 ? {} : { readActions: both }
}
