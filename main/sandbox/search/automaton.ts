// Matches a pattern in one pass: every way it could go on is followed at the same time, so the work
// is the length of the text times the size of the pattern, whatever both are. Pure.
import { assertNever } from '../../../contract/never.ts'
import type { CharSet, Pattern } from './pattern.ts'
import { setSource } from './pattern-source.ts'

type Step =
  | { readonly kind: 'take'; readonly test: (code: number) => boolean; next: number }
  | { readonly kind: 'split'; next: number[] }
  | { readonly kind: 'start' | 'end' | 'edge' | 'no-edge'; next: number }
  | { readonly kind: 'found' }

/** Whether the pattern is found anywhere in one line. */
export function automatonFor(pattern: Pattern, flags: 'u' | 'iu'): (line: string) => boolean {
  const steps: Step[] = [{ kind: 'found' }]
  const add = (step: Step): number => steps.push(step) - 1
  const build = (part: Pattern, next: number): number => {
    switch (part.kind) {
      case 'set':
        return add({ kind: 'take', test: memberOf(part.set, flags), next })
      case 'sequence':
        return part.of.reduceRight((after, each) => build(each, after), next)
      case 'choice':
        return add({ kind: 'split', next: part.of.map((each) => build(each, next)) })
      case 'repeat': {
        let after = next
        if (part.max === null) {
          const loop: Step & { kind: 'split' } = { kind: 'split', next: [next] }
          after = add(loop)
          loop.next.push(build(part.of, after))
        } else
          for (let each = part.min; each < part.max; each += 1)
            after = add({ kind: 'split', next: [next, build(part.of, after)] })
        for (let each = 0; each < part.min; each += 1) after = build(part.of, after)
        return after
      }
      case 'start':
      case 'end':
      case 'edge':
      case 'no-edge':
        return add({ kind: part.kind, next })
      default:
        return assertNever(part, 'automatonFor')
    }
  }
  const first = build(pattern, 0)
  const seen = new Uint32Array(steps.length)
  let round = 0

  return (line) => {
    const codes = Array.from(line, (each) => each.codePointAt(0) ?? 0)
    let now: number[] = []
    for (let at = 0; at <= codes.length; at += 1) {
      round += 1
      // What was reached by the character before, and a new beginning here.
      const pending = [...now, first]
      const takers: (Step & { kind: 'take' })[] = []
      while (pending.length > 0) {
        const index = pending.pop() as number
        if (seen[index] === round) continue
        seen[index] = round
        const step = steps[index] as Step
        if (step.kind === 'found') return true
        if (step.kind === 'take') takers.push(step)
        else if (step.kind === 'split') pending.push(...step.next)
        else if (holds(step.kind, codes, at)) pending.push(step.next)
      }
      const code = codes[at]
      now = code === undefined ? [] : takers.flatMap(({ test, next }) => (test(code) ? [next] : []))
    }
    return false
  }
}

function holds(
  kind: 'start' | 'end' | 'edge' | 'no-edge',
  codes: readonly number[],
  at: number,
): boolean {
  switch (kind) {
    case 'start':
      return at === 0
    case 'end':
      return at === codes.length || (at === codes.length - 1 && codes[at] === 13)
    case 'edge':
    case 'no-edge':
      return (isWord(codes[at - 1]) !== isWord(codes[at])) === (kind === 'edge')
    default:
      return assertNever(kind, 'holds')
  }
}

const isWord = (code: number | undefined): boolean =>
  code !== undefined && code < 128 && /\w/.test(String.fromCharCode(code))

/** Upper and lower case as the other engine has them: it is asked, once for each character. */
function memberOf(set: CharSet, flags: 'u' | 'iu'): (code: number) => boolean {
  const one = new RegExp(`^${setSource(set, 'script')}$`, flags)
  const known = new Map<number, boolean>()
  return (code) => {
    const before = known.get(code)
    if (before !== undefined) return before
    const is = one.test(String.fromCodePoint(code))
    if (known.size < 10_000) known.set(code, is)
    return is
  }
}
