// What of a server can be used after a review, and why the rest cannot. Pure.
import type { Reviewed } from '../../../../contract/server/server.ts'
import { strings } from '../strings.ts'

const words = strings.review

/** One sentence each; the first says what is open. */
export function summaryOf(items: readonly Reviewed[]): readonly string[] {
  const tools = items.filter(({ what }) => what === 'tool')
  const count = (state: Reviewed['state']): number =>
    tools.filter((tool) => tool.state === state).length
  const own = items.find(({ what }) => what === 'server')
  const shut = own !== undefined && own.state !== 'open'
  const flagged = tools.filter(
    ({ state, warnings }) => (state === 'new' || state === 'changed') && warnings.length > 0,
  ).length
  const waiting = count('new') + count('changed') - flagged
  return [
    shut ? words.openNone(count('open')) : words.openNow(count('open')),
    ...(flagged === 0 ? [] : [words.openFlagged(flagged)]),
    ...(waiting === 0 ? [] : [words.openWaiting(waiting)]),
    ...(count('refused') === 0 ? [] : [words.openRefused(count('refused'))]),
  ]
}

/** As a screen reader says it, and a heading. */
export const spokenName = ({ what, name }: Pick<Reviewed, 'what' | 'name'>): string =>
  what === 'server' ? words.server : `${strings.kinds[what]} ${name}`

/** What a tool says of itself, in one line; empty where it says nothing. */
export function descriptionOf({ what, now, before }: Reviewed): string {
  if (what === 'server') return ''
  try {
    const value: unknown = JSON.parse(now ?? before ?? 'null')
    const said =
      value !== null && typeof value === 'object' && 'description' in value ? value.description : ''
    const text = Array.isArray(said) ? said.map(String).join(' ') : String(said)
    return text.length > LONGEST ? `${text.slice(0, LONGEST)}…` : text
  } catch {
    return ''
  }
}

const LONGEST = 160
