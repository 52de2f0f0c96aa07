// What a model says it did, and no call of its run can have done. Pure.
import type { RunItem, RunItemOf } from '../../../contract/agent/run.ts'
import { claimsIn, type Deed } from './claims.ts'
import { wentElsewhere } from './recipients.ts'

/** What a call of this tool can have done, if it ran. */
export type DeedsOf = (tool: string, args: unknown) => readonly Deed[]

/** Marked sentences of one answer; a reader needs no more. */
const MOST = 5

/** Sentences of `text`, as they are in it. `itemsNow`: asked only where something is claimed. */
export function unbackedIn(
  text: string,
  itemsNow: () => readonly RunItem[],
  deedsOf: DeedsOf,
): readonly string[] {
  const claims = claimsIn(text)
  if (claims.length === 0) return []
  const items = itemsNow()
  const calls = items.flatMap((item) =>
    item.kind === 'call' ? [{ item, deeds: doneBy(item, deedsOf) }] : [],
  )
  const done = new Set(calls.flatMap(({ deeds }) => deeds))
  const sent = calls
    .filter(({ deeds }) => deeds.includes('send'))
    .map(({ item }) => JSON.stringify(item.args))
  const known = (): string => items.map(wordsOf).join('\n')
  return claims
    .filter(
      ({ sentence, deeds }) =>
        !deeds.some((deed) => done.has(deed)) ||
        (deeds.includes('send') && wentElsewhere(sentence, sent, known)),
    )
    .map(({ sentence }) => sentence)
    .slice(0, MOST)
}

/** What was read or asked for; what the model itself said proves nothing. */
const wordsOf = (item: RunItem): string =>
  item.kind === 'user'
    ? item.text
    : item.kind === 'call' && item.state.kind === 'ended'
      ? `${item.state.result.text}\n${JSON.stringify(item.args)}`
      : ''

/** A program that fails, or whose end nobody saw, may have done all that it does. */
function doneBy({ tool, args, state }: RunItemOf<'call'>, deedsOf: DeedsOf): readonly Deed[] {
  if (state.kind !== 'ended' || state.result.status === 'denied') return []
  const deeds = deedsOf(tool, args)
  return state.result.ok || state.result.status === 'unknown' || deeds.includes('run') ? deeds : []
}
