// What each session has seen: where texts came from, and what that makes of it. What was read is
// never forgotten; the texts themselves are, past a limit. Rebuilt from the transcript after a
// restart.
import type { SessionId } from '../../contract/ids.ts'
import type { JsonObject } from '../../contract/json.ts'
import type { ArgumentOrigin, Origin, Source, Taint } from '../../contract/call/origin.ts'
import type { Touch } from '../../contract/call/touch.ts'
import { escapedWords, normalizeText } from './normalize-text.ts'
import { isTargetArgument } from './target-arguments.ts'
import { extractTargets } from './extract-targets.ts'
import { quotesIn } from './quotes.ts'
import { LONGEST_NEEDLE, openTextIndex } from './text-index.ts'
import type { Border, Budget, TextIndex } from './text-index.ts'

export type Observation =
  | { readonly by: 'person'; readonly text: string }
  | { readonly by: 'tool'; readonly text: string; readonly source: Source }

export type Provenance = {
  see(session: SessionId, seen: Observation): void
  taint(session: SessionId): Taint
  /**
   * For each string in the arguments that was found somewhere: where. Then for the places,
   * addresses and long tokens in it (`part`), where those were found, if that is worse or the whole
   * was not. The rest is the model's own.
   * @param named what the call would touch, as its tool names it: by that it is told which
   *   arguments name a place.
   */
  origins(session: SessionId, args: JsonObject, named: readonly Touch[]): readonly ArgumentOrigin[]
}

/** Shorter values ("GET", ".", "true") turn up everywhere and would say nothing. */
const MIN_LENGTH = 6
/** Smaller numbers turn up everywhere too. */
const LEAST_NUMBER = 100_000
/** Characters of text kept, per session and in all. */
const MAX_CHARS = 8_000_000
const MAX_CHARS_IN_ALL = 32_000_000
/**
 * A session that has seen little costs its empty blocks all the same, so the number of them is
 * limited too.
 */
const MAX_SESSIONS = 64
/**
 * What one call may cost, whatever was seen: parts looked up, characters searched, characters taken
 * apart.
 */
const MOST_PARTS = 300
const MOST_SEARCHED = 500_000
/** As long as a command can be. */
const LONGEST_TARGET = 32_768
/** Of longer content only the whole is looked for. */
const LONGEST_CONTENT = 4_096
/** Parts shown for one argument; the worst come first. */
const MOST_SHOWN = 8

/** Worst first: what anyone may have written counts, even if the person typed it as well. */
const ranks = ['untrusted', 'private', 'workspace', 'person'] as const
type Rank = (typeof ranks)[number]
/** Let go in this order when there is too much: what raises nothing goes first. */
const leastNeeded: readonly Rank[] = ['workspace', 'person', 'private', 'untrusted']

type History = {
  readonly seen: { readonly [R in Rank]: TextIndex<Observation> }
  /** How many texts were added, by which it can be told whether it is still as it was. */
  added: number
  privateRead: Source[]
  untrustedRead: Source[]
}

/** What was found of arguments, and in what. */
type Found = {
  readonly history: History
  readonly added: number
  readonly named: readonly Touch[]
  readonly origins: readonly ArgumentOrigin[]
}

/** @param recall what a session saw before this process began, asked once, and again for one whose texts were let go. */
export function openProvenance(recall: (session: SessionId) => readonly Observation[]): Provenance {
  // In order of last use.
  const pasts = new Map<SessionId, History>()
  /**
   * What was read by sessions whose texts were let go: a session is not cleaned by being forgotten.
   */
  const taints = new Map<SessionId, Taint>()
  /**
   * The last check of a call asks again about the same arguments: answered as before while the
   * session has seen nothing more.
   */
  const found = new WeakMap<JsonObject, Found>()

  const history = (session: SessionId): History => {
    const known = pasts.get(session)
    if (known !== undefined) {
      pasts.delete(session)
      pasts.set(session, known)
      return known
    }
    const stored = taints.get(session)
    const fresh: History = {
      seen: openIndexes(),
      added: 0,
      privateRead: [...(stored?.privateRead ?? [])],
      untrustedRead: [...(stored?.untrustedRead ?? [])],
    }
    taints.delete(session)
    pasts.set(session, fresh)
    for (const seen of recall(session)) add(fresh, seen)
    letGo()
    return fresh
  }

  const letGo = (): void => {
    let all = 0
    for (const { seen } of pasts.values()) all += charsOf(seen)
    for (const [session, { seen, privateRead, untrustedRead }] of pasts) {
      if (pasts.size <= 1 || (pasts.size <= MAX_SESSIONS && all <= MAX_CHARS_IN_ALL)) return
      all -= charsOf(seen)
      pasts.delete(session)
      if (privateRead.length + untrustedRead.length > 0)
        taints.set(session, { privateRead, untrustedRead })
    }
  }

  return {
    see(session, seen) {
      add(history(session), seen)
      letGo()
    },
    taint(session) {
      const { privateRead, untrustedRead } = history(session)
      return { privateRead: [...privateRead], untrustedRead: [...untrustedRead] }
    },
    origins(session, args, named) {
      const asked = history(session)
      const { seen, added } = asked
      if (charsOf(seen) === 0) return []
      const before = found.get(args)
      if (before?.history === asked && before.added === added && before.named === named)
        return before.origins
      const work: Work = { budget: { chars: MOST_SEARCHED }, parts: MOST_PARTS }
      // What a server does with a text is for the server to say.
      const outside = named.some(({ kind }) => kind === 'mcp.call' || kind === 'plugin.run')
      const all = strings(args, '')
      const targets = all.filter(({ value }) => isTargetArgument(value, named))
      const ofTargets = targets.flatMap(({ pointer, value }) =>
        targetOrigins(seen, pointer, value, work),
      )
      // Content comes after the places, so that it cannot use up what is there for them.
      const content = all
        .filter((one) => !targets.includes(one))
        .flatMap(({ pointer, value }) => [
          ...contentOrigins(seen, pointer, value, work),
          ...(outside ? quotedOrigins(seen, pointer, value, work) : []),
        ])
      const origins = [
        ...ofTargets,
        ...content.map((origin) => ({ ...origin, content: true as const })),
      ]
      found.set(args, { history: asked, added, named, origins })
      return origins
    },
  }
}

type Work = { readonly budget: Budget; parts: number }

const openIndexes = (): History['seen'] => ({
  untrusted: openTextIndex(),
  private: openTextIndex(),
  workspace: openTextIndex(),
  person: openTextIndex(),
})

const charsOf = (seen: History['seen']): number =>
  ranks.reduce((sum, rank) => sum + seen[rank].chars, 0)

function add(history: History, seen: Observation): void {
  history.added += 1
  const rank: Rank =
    seen.by === 'person'
      ? 'person'
      : seen.source.label === 'person'
        ? 'workspace'
        : seen.source.label
  if (seen.by === 'tool' && (rank === 'private' || seen.source.holdsPrivate === true))
    noteSource(history.privateRead, seen.source)
  if (seen.by === 'tool' && rank === 'untrusted') noteSource(history.untrustedRead, seen.source)
  // What is kept beside a text is who brought it, not the text again.
  const brought: Observation = { ...seen, text: '' }
  const text = normalizeText(seen.text)
  history.seen[rank].add(text, brought)
  for (const word of escapedWords(text)) history.seen[rank].add(normalizeText(word), brought)
  for (const least of leastNeeded)
    while (charsOf(history.seen) > MAX_CHARS && history.seen[least].dropOldest()) continue
}

/**
 * One mention of a place is enough for a person to understand; a crawl of a thousand pages is not a
 * longer card.
 */
function noteSource(sources: Source[], source: Source): void {
  if (sources.length < 20 && !sources.some(({ from }) => from === source.from)) sources.push(source)
}

type Hit = { readonly rank: number; readonly origin: Origin }

function targetOrigins(
  seen: History['seen'],
  pointer: string,
  value: string,
  work: Work,
): readonly ArgumentOrigin[] {
  const whole = wholeOrigin(seen, value, work.budget)
  if (whole?.rank === 0) return [{ pointer, origin: whole.origin }]
  const parts =
    value.length > LONGEST_TARGET ? null : partOrigins(seen, pointer, value, whole, work)
  const worst = seen.untrusted.first()
  // Too much to look at each: then it cannot be said that none came from the worst that this
  // session has read.
  if (parts === null && worst !== null) return [{ pointer, origin: originOf(worst) }]
  return [...(whole === null ? [] : [{ pointer, origin: whole.origin }]), ...(parts ?? [])]
}

/** Raises nothing, so that what is too much to look at is not looked at. */
function contentOrigins(
  seen: History['seen'],
  pointer: string,
  value: string,
  work: Work,
): readonly ArgumentOrigin[] {
  const whole = work.budget.chars <= 0 ? null : wholeOrigin(seen, value, work.budget)
  const parts =
    value.length > LONGEST_CONTENT || work.budget.chars <= 0
      ? null
      : partOrigins(seen, pointer, value, whole, work)
  return [...(whole === null ? [] : [{ pointer, origin: whole.origin }]), ...(parts ?? [])]
}

/** What it repeats of a stranger's text word for word, around which there is something else. */
function quotedOrigins(
  seen: History['seen'],
  pointer: string,
  value: string,
  work: Work,
): readonly ArgumentOrigin[] {
  const found: ArgumentOrigin[] = []
  for (const quote of quotesIn(value)) {
    if (work.parts <= 0 || work.budget.chars <= 0) return found
    work.parts -= 1
    const one = seen.untrusted.find(quote, 'none', work.budget)
    // One is enough to hold the call.
    if (one !== null) return [{ pointer, origin: originOf(one), part: quote }]
  }
  return found
}

/** Null: there are more than may be looked at. */
function partOrigins(
  seen: History['seen'],
  pointer: string,
  value: string,
  whole: Hit | null,
  work: Work,
): readonly ArgumentOrigin[] | null {
  const parts = extractTargets(value, work.parts)
  if (parts.length > work.parts) return null
  work.parts -= parts.length
  const found = parts.flatMap(({ text, parent }) => {
    const hit = originIn(seen, text, parent ? 'alone' : 'name', work.budget)
    return hit !== null && hit.rank < (whole?.rank ?? ranks.length) ? [{ text, ...hit }] : []
  })
  // Of two parts from equally bad places where one is within the other, the longer says all.
  const informative = found.filter(
    (one) => !found.some((other) => other.rank <= one.rank && contains(other.text, one.text)),
  )
  const shown = informative.toSorted((a, b) => a.rank - b.rank).slice(0, MOST_SHOWN)
  return shown.map(({ text, origin }) => ({ pointer, origin, part: text }))
}

const contains = (longer: string, shorter: string): boolean =>
  longer.length > shorter.length && longer.includes(shorter)

/**
 * A value too long to look up whole is looked up by its beginning, its middle and its end, which
 * have to agree.
 */
function wholeOrigin(seen: History['seen'], unfolded: string, budget: Budget): Hit | null {
  const value = normalizeText(unfolded)
  if (value.length < MIN_LENGTH) return null
  if (value.length <= LONGEST_NEEDLE) return originIn(seen, value, 'none', budget)
  const middle = Math.floor((value.length - LONGEST_NEEDLE) / 2)
  const found = [0, middle, value.length - LONGEST_NEEDLE].map((at) =>
    originIn(seen, value.slice(at, at + LONGEST_NEEDLE), 'none', budget),
  )
  const [first] = found
  return first !== undefined && found.every((one) => one?.rank === first?.rank) ? first : null
}

function originIn(
  seen: History['seen'],
  needle: string,
  border: Border,
  budget: Budget,
): Hit | null {
  for (const [rank, name] of ranks.entries()) {
    const one = seen[name].find(needle, border, budget)
    if (one !== null) return { rank, origin: originOf(one) }
  }
  return null
}

const originOf = (seen: Observation): Origin =>
  seen.by === 'person' ? { kind: 'person' } : { kind: 'tool', source: seen.source }

/** Numbers as well: a telephone, an account. And the names in an object that are no plain words. */
function strings(value: unknown, pointer: string): readonly { pointer: string; value: string }[] {
  if (typeof value === 'string') return value.length >= 4 ? [{ pointer, value }] : []
  if (typeof value === 'number')
    return Math.abs(value) >= LEAST_NUMBER ? [{ pointer, value: `${value}` }] : []
  if (Array.isArray(value)) return value.flatMap((item, at) => strings(item, `${pointer}/${at}`))
  if (value === null || typeof value !== 'object') return []
  return Object.entries(value).flatMap(([key, item]) => {
    const at = `${pointer}/${key.replaceAll('~', '~0').replaceAll('/', '~1')}`
    const named = /[@./:\d]/.test(key) ? strings(key, at) : []
    return [...named, ...strings(item, at)]
  })
}
