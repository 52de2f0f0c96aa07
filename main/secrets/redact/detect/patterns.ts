// Finds all shapes of secrets in one text. What a shape waits for is looked for first, so that long
// harmless text costs little.
import { CONTEXTS } from './context-shapes.ts'
import { FORMS } from './form-shapes.ts'
import { PLAIN } from './plain-shapes.ts'
import { WORDS } from './word-shapes.ts'
import { openCues, type Cues } from '../cues.ts'
import type { Finding } from '../known-secrets.ts'
import { charactersOf, hasRun, type Run } from '../long-tokens.ts'
import { openStarts } from './prefix-index.ts'
import type { Shape } from './shape.ts'
import { TOKENS } from './token-shapes.ts'

/** Names of the rules in here, each once. */
const namesOf = (shapes: readonly Shape[]): string[] => [...new Set(shapes.map(({ name }) => name))]

export const shapeRules: readonly string[] = namesOf([
  ...TOKENS,
  ...CONTEXTS,
  ...FORMS,
  ...PLAIN,
  ...WORDS,
])

/** All shapes, in the order in which the first of two that find the same gives its name. */
export const SHAPES: readonly Shape[] = [...TOKENS, ...CONTEXTS, ...FORMS, ...PLAIN, ...WORDS]

const eachStart = openStarts(
  SHAPES.flatMap(({ cues, sticky }, of) =>
    sticky === undefined ? [] : cues.map((cue) => ({ literal: cue, of })),
  ),
)

/**
 * What waits for its words together with every other finder. A cue of one character is looked for
 * by itself.
 */
const waitsFor = ({ cues, at }: Shape): readonly string[] =>
  at?.words ?? (cues.every(({ length }) => length > 1) ? cues.map((cue) => cue.toLowerCase()) : [])

/** Those that have to be looked for each on its own. */
const OTHERS = SHAPES.flatMap((shape, of) =>
  shape.sticky === undefined ? [{ shape, of, words: waitsFor(shape) }] : [],
)

const JOINED = charactersOf(/[\w.-]/)

/** The words to wait for. */
export const shapeCues: readonly string[] = OTHERS.flatMap(({ words }) => words)

const shapeCuesOf = openCues(shapeCues)

/** Findings of our own shapes, possibly overlapping, in the order of `SHAPES`. */
export function findShapes(text: string, cues: Cues = shapeCuesOf(text)): Finding[] {
  const found: (Finding & { readonly of: number })[] = []
  const add = (of: number, { name, holds }: Shape, start: number, end: number): void => {
    const secret = text.slice(start, end)
    if (!(of < TOKENS.length && isPlaceholder(secret)) && (holds === undefined || holds(secret)))
      found.push({ start, end, name, of })
  }
  for (const [of, matches] of findTokens(text)) {
    const shape = SHAPES[of]
    if (shape !== undefined) for (const { start, end } of matches) add(of, shape, start, end)
  }
  for (const { shape, of, words } of OTHERS) {
    if (words.length > 0 && !cues.has(words)) continue
    for (const match of matchesOf(shape, text, cues)) {
      const [start, end] = match.indices?.[1] ??
        match.indices?.[0] ?? [match.index, match.index + match[0].length]
      add(of, shape, start, end)
    }
  }
  return found.toSorted((a, b) => a.of - b.of).map(({ start, end, name }) => ({ start, end, name }))
}

/** None that overlaps the one before. */
function* matchesOf(shape: Shape, text: string, cues: Cues): Iterable<RegExpExecArray> {
  if (shape.at !== undefined) {
    const { words, pattern } = shape.at
    let after = 0
    for (const position of cues.positions(words)) {
      if (position < after) continue
      pattern.lastIndex = position
      const match = pattern.exec(text)
      if (match === null) continue
      after = pattern.lastIndex
      yield match
    }
    return
  }
  if (shape.anyCase !== true && !shape.cues.some((cue) => text.includes(cue))) return
  if (shape.run !== undefined && !hasRun(text, JOINED, shape.run)) return
  yield* text.matchAll(shape.pattern)
}

/**
 * What the shapes with a `sticky` pattern match, by their place in `SHAPES`: the same that going
 * through the text with each would give.
 */
function findTokens(text: string): Map<number, Run[]> {
  const tokens = new Map<number, Run[]>()
  eachStart(text, (at, of) => {
    const pattern = SHAPES[of]?.sticky
    const before = tokens.get(of)
    if (pattern === undefined || at < (before?.at(-1)?.end ?? 0)) return
    pattern.lastIndex = at
    if (!pattern.test(text)) return
    const match = { start: at, end: pattern.lastIndex }
    if (before === undefined) tokens.set(of, [match])
    else before.push(match)
  })
  return tokens
}

/** Tokens alone, for a second look into what was encoded: no words around them are needed. */
export const hasToken = (text: string): boolean =>
  text.includes('-----BEGIN') ||
  findTokens(text).size > 0 ||
  TOKENS.some(
    ({ cues, pattern, sticky }) =>
      sticky === undefined && cues.some((cue) => text.includes(cue)) && text.search(pattern) >= 0,
  )

/** What manuals write where a token goes: `ghp_xxxxxxxx`, `AKIA…EXAMPLE`. */
const isPlaceholder = (secret: string): boolean => /([xX*.•0])\1{7}|EXAMPLE(?:KEY)?$/.test(secret)
