// How far a person trusts the way a call came in. A person may lower it and nobody can raise it.
import { z } from 'zod'
import type { Channel } from '../call/principal.ts'

/**
 * trusted: a person is at it, or it is this program's own. limited: other programs come in by it.
 * untrusted: every call by it is one tier higher, up to R3.
 */
export const ChannelTrust = z.enum(['trusted', 'limited', 'untrusted'])
export type ChannelTrust = z.infer<typeof ChannelTrust>

/** What each has where nothing is set, which is the most it can have. */
export const usualTrust: { readonly [C in Channel]: ChannelTrust } = {
  window: 'trusted',
  browser: 'trusted',
  cli: 'trusted',
  gateway: 'limited',
  schedule: 'limited',
}

const lowered = ChannelTrust.optional()
export const ChannelSettings = z.strictObject({
  window: lowered.describe('The window. Usually trusted.'),
  browser: lowered.describe('The window in a browser of this machine. Usually trusted.'),
  cli: lowered.describe('The command line. Usually trusted.'),
  gateway: lowered.describe('Other agents that connect to Gatehouse. Usually limited.'),
  schedule: lowered.describe('What begins by itself at its time. Usually limited.'),
})
export type ChannelSettings = z.infer<typeof ChannelSettings>

export const trustRank = (trust: ChannelTrust): number => ChannelTrust.options.indexOf(trust)

/** The lower of what is set and what it usually has. */
export function trustIn(settings: ChannelSettings, channel: Channel): ChannelTrust {
  const [usual, set] = [usualTrust[channel], settings[channel]]
  return set !== undefined && trustRank(set) > trustRank(usual) ? set : usual
}
