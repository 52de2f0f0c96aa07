// What a change of a tool's setting does, said from what the gate explains before and after. Pure:
// nothing here knows what a setting means.
import type { Explanation } from '../../../../contract/policy/decision.ts'
import type { Supposed } from '../../../../contract/policy/supposed.ts'
import { strings } from '../strings.ts'

/** One call that was asked about twice. `what`: the call in words; `who`: who would make it. */
export type Probe = {
  readonly what: string
  readonly who: string
  readonly before: Supposed | undefined
  readonly after: Supposed | undefined
}

type Verdict = {
  readonly key: string
  readonly was: string
  readonly is: string
  readonly tier: string | null
}

export type ChangeWords = { readonly changed: readonly string[]; readonly same: readonly string[] }

/**
 * Sentences for calls that are decided otherwise now, and for those that are not. Calls alike are
 * said of once.
 */
export function changeWords(probes: readonly Probe[]): ChangeWords {
  const said = new Map<
    string,
    { readonly what: string; readonly who: string[]; readonly was: Verdict; readonly is: Verdict }
  >()
  for (const { what, who, before, after } of probes) {
    const [was, is] = [verdictOf(before), verdictOf(after)]
    // A tier that only came along with another effect makes no difference to what is said.
    const key = JSON.stringify(was.is === is.is ? [what, was.key, is.key] : [what, was.is, is.is])
    const known = said.get(key)
    if (known === undefined) said.set(key, { what, who: [who], was, is })
    else known.who.push(who)
  }
  const all = [...said.values()]
  const { change } = strings
  return {
    changed: all
      .filter(({ was, is }) => was.key !== is.key)
      .map(({ what, who, was, is }) =>
        was.is === is.is
          ? change.tier(what, list(who), is.is, was.tier, is.tier)
          : change.effect(what, list(who), was.was, is.is),
      ),
    same: all
      .filter(({ was, is }) => was.key === is.key)
      .map(({ what, who, is }) => change.same(what, list(who), is.is)),
  }
}

const list = (names: readonly string[]): string =>
  names.length < 2
    ? names.join('')
    : `${names.slice(0, -1).join(', ')} ${strings.change.or} ${names.at(-1)}`

const HIDDEN: ReadonlySet<string> = new Set(['tool.hidden', 'tool.network', 'tool.unknown'])

function verdictOf(supposed: Supposed | undefined): Verdict {
  const { change } = strings
  if (supposed === undefined)
    return { key: 'unknown', was: change.unknown, is: change.unknown, tier: null }
  if ('error' in supposed) {
    const hidden = HIDDEN.has(supposed.error.code)
    const text = hidden ? change.notThere : change.cannot(supposed.error.text)
    return { key: text, was: text, is: text, tier: null }
  }
  const { effect, tier } = supposed.decision
  return { key: `${effect} ${tier}`, was: change.was[effect], is: change.is[effect], tier }
}

/** What decided, in words: which rule, lease, preset or setting. */
export function decidedBy({ by, votes }: Explanation): string {
  const layer = votes.find(({ effect }) => effect !== null)
  const own = strings.by[by.kind](by.id)
  return layer === undefined || layer.text === '' ? own : `${own}: ${layer.text}`
}
