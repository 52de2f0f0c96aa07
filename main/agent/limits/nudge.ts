// Tells a model that comes near a limit to finish. Pure.
import type { ModelMessage } from '../../../contract/agent/model.ts'

/** From this share of a limit on. */
export const NUDGE_AT = 0.7

export const nudgeText = (used: string): string =>
  `[Gatehouse: ${used} are used. Finish what you are doing, then say what is done and what is left.]`

/** The text at the end of what the model reads last. */
export function withNudge(messages: readonly ModelMessage[], text: string): ModelMessage[] {
  const last = messages.at(-1)
  if (last === undefined || last.role === 'assistant') return [...messages, { role: 'user', text }]
  return [...messages.slice(0, -1), { ...last, text: `${last.text}\n\n${text}` }]
}
