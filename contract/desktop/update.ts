// Updates of the desktop app, as the window shows them. Nothing is fetched before the person has
// chosen a channel, nothing is installed before they say so.
import { z } from 'zod'

export const UpdateChannel = z.enum(['off', 'stable', 'beta'])
export type UpdateChannel = z.infer<typeof UpdateChannel>

export const UpdateOffer = z.strictObject({
  version: z.string().regex(/^\d+\.\d+\.\d+(?:-[0-9A-Za-z.-]+)?$/),
  /** When it was released, as the feed says it; null where it says nothing. */
  date: z.string().nullable(),
  /** What changed, as plain text. */
  notes: z.string().max(20_000),
})
export type UpdateOffer = z.infer<typeof UpdateOffer>

export const UpdateState = z.discriminatedUnion('kind', [
  /** This copy is updated differently; `text` says which. */
  z.strictObject({ kind: z.literal('elsewhere'), text: z.string() }),
  z.strictObject({ kind: z.literal('off') }),
  /** checkedAt: when the feed last had nothing newer; null before a check. */
  z.strictObject({ kind: z.literal('current'), checkedAt: z.int().nullable() }),
  z.strictObject({ kind: z.literal('checking') }),
  z.strictObject({ kind: z.literal('available'), offer: UpdateOffer }),
  z.strictObject({
    kind: z.literal('downloading'),
    offer: UpdateOffer,
    percent: z.number().min(0).max(100),
  }),
  /** Downloaded and verified. waiting: it is installed as soon as nothing runs or is held. */
  z.strictObject({ kind: z.literal('ready'), offer: UpdateOffer, waiting: z.boolean() }),
  z.strictObject({ kind: z.literal('installing'), offer: UpdateOffer }),
  z.strictObject({ kind: z.literal('failed'), text: z.string(), hint: z.string() }),
])
export type UpdateState = z.infer<typeof UpdateState>

/** Where updates come from. What goes wrong is thrown, as an error with a sentence for people. */
export type UpdateSource = {
  /** Null: nothing newer. The offer is verified. */
  check(channel: Exclude<UpdateChannel, 'off'>): Promise<UpdateOffer | null>
  /** Of what the last check offered; verified when it is there. */
  download(progress: (percent: number) => void): Promise<void>
  /** Ends the app and starts the new one. */
  install(): Promise<void>
}
