// Pure. Why a call begins with its tier, in a sentence for a person.
import type { Manifest } from '../../contract/call/manifest.ts'
import type { Tier } from '../../contract/call/tier.ts'
import { assertNever } from '../../contract/never.ts'
import { effectPhrases } from '../../contract/server/label-sentence.ts'
import { floorOf } from '../../contract/server/tool-labels.ts'
import type { Phase } from './decision-request.ts'

/** Of a server's tool, which of its labels made it what it is; null: none did. */
export function externalSentence({ title, external }: Manifest, tier: Tier): string | null {
  const effect = external?.labels.effects.find((one) => floorOf([one]) === tier)
  if (effect === undefined || external === undefined) return null
  const requires =
    tier === 'R4' ? 'it requires your passphrase or a one-time code' : 'it needs approval'
  return `${title} ${effectPhrases[effect]}, ${external.decided ? 'as you said' : 'as suggested'}, so ${requires}.`
}

/** The card is titled by the act, so the sentence need not name the tool again. */
export function baseSentence(tier: Tier, raised = false): string {
  switch (tier) {
    case 'R0':
      return 'It touches nothing.'
    case 'R1':
      // What raises it says from where, and that may be a place that nobody allowed.
      return raised ? 'It only reads.' : 'It only reads from places you allowed.'
    case 'R2':
      return 'It makes changes that can be undone.'
    case 'R3':
      return 'It can make permanent changes, so it needs approval.'
    case 'R4':
      return 'It cannot be undone, so it requires your passphrase or a one-time code.'
    default:
      return assertNever(tier, 'baseSentence')
  }
}

export const phaseSentence: { readonly [K in Phase['kind']]: string } = {
  stage: 'It runs in a throw-away layer of the workspace, with the network closed.',
  commit: 'Its changes are all inside the workspace.',
}
