// Passwords among the words of a command line, where only the program says which option carries
// one. Options whose name says it (`--password`, `--token`) are found as settings are. Also for
// lists of words, as programs are started with.
import { assertNever } from '../../../../contract/never.ts'
import { FORMS, OPTION_STARTS, type Form } from './command-forms.ts'
import type { Cues } from '../cues.ts'
import type { Finding } from '../known-secrets.ts'
import { openLines } from '../lines.ts'
import { isStandIn, looksRandom, readValue } from './setting-values.ts'

export const COMMAND_RULE = 'command-password'

/** The words to wait for. */
export const commandCues: readonly string[] = FORMS.flatMap(({ programs }) => programs)

/** What a form waits for beside its program; looked for only where the program is. */
const BEGINNINGS = [...new Set(FORMS.flatMap((form) => (form.kind === 'words' ? form.words : [])))]

/** All of them. Linear: every form is tried at its own beginnings alone, and looks a bounded way. */
export function findCommandSecrets(text: string, cues: Cues): Finding[] {
  if (!cues.has(commandCues)) return []
  const forms = FORMS.filter(({ programs }) => cues.has(programs)).map((form) => ({
    form,
    near: openNear(cues.positions(form.programs)),
    after: form.kind === 'option' && form.after !== undefined ? openAfter(text, form.after) : null,
    /** Where the last one ends: the next one begins behind it. */
    end: 0,
  }))
  if (forms.length === 0) return []
  const found: Finding[] = []
  const lines = openLines(text)

  const visit = (at: number, tried: readonly (typeof forms)[number][]): void => {
    const line = { start: lines.startOf(at), end: lines.endOf(at) }
    for (const one of tried) {
      if (at < one.end || !one.near(at, line) || one.after?.(at, line) === false) continue
      const pattern = patternOf(one.form)
      pattern.lastIndex = at
      if (!pattern.test(text)) continue
      const span = spanAt(text, pattern.lastIndex, one.form)
      one.end = pattern.lastIndex
      if (span !== null) found.push({ ...span, name: COMMAND_RULE })
    }
  }

  const options = forms.filter(({ form }) => form.kind === 'option')
  if (options.length > 0) for (const at of optionStarts(text)) visit(at, options)
  const lower = lowered(text)
  for (const word of BEGINNINGS) {
    const tried = forms.filter(({ form }) => form.kind === 'words' && form.words.includes(word))
    if (tried.length > 0) for (const at of locationsOf(lower, word)) visit(at, tried)
  }
  return found
}

function patternOf(form: Form): RegExp {
  switch (form.kind) {
    case 'option':
      return form.option
    case 'words':
      return form.pattern
    default:
      return assertNever(form, 'patternOf')
  }
}

/** Where an option may begin: after white space, a quote, or what opens or parts a list. */
function* optionStarts(text: string): Iterable<number> {
  for (const start of OPTION_STARTS) {
    for (let at = text.indexOf(start); at >= 0; at = text.indexOf(start, at + start.length))
      if (at > 0 && /[\s"'`,([]/.test(text[at - 1] ?? '')) yield at
  }
}

/** With every character where it was: where a small letter takes more room, nothing is changed. */
function lowered(text: string): string {
  const lower = text.toLowerCase()
  return lower.length === text.length ? lower : text
}

function* locationsOf(text: string, word: string): Iterable<number> {
  for (let at = text.indexOf(word); at >= 0; at = text.indexOf(word, at + word.length)) yield at
}

type Line = { readonly start: number; readonly end: number }

/**
 * Whether the program is on the same line and not too far off, or is itself what was matched.
 * To be asked from left to right.
 */
function openNear(positions: readonly number[]): (at: number, line: Line) => boolean {
  let next = 0
  return (at, line) => {
    if ((positions[next - 1] ?? 0) > at) next = 0
    while ((positions[next] ?? Number.POSITIVE_INFINITY) <= at) next += 1
    const before = positions[next - 1] ?? Number.NEGATIVE_INFINITY
    const after = positions[next] ?? Number.POSITIVE_INFINITY
    return (at - before <= 240 && before >= line.start) || (after - at <= 80 && after < line.end)
  }
}

/** Whether a word is before a place, on its line and not too far off. */
function openAfter(
  text: string,
  { word, far }: { readonly word: RegExp; readonly far: number },
): (at: number, line: Line) => boolean {
  const ends = Array.from(text.matchAll(word), ({ 0: match, index }) => index + match.length)
  let next = 0
  return (at, line) => {
    if ((ends[next - 1] ?? 0) > at) next = 0
    while ((ends[next] ?? Number.POSITIVE_INFINITY) <= at) next += 1
    const end = ends[next - 1]
    return end !== undefined && end > line.start && at - end <= far
  }
}

const spanAt = (text: string, at: number, { user, random }: Form): Span | null =>
  user === undefined ? plain(text, at, random === true) : afterUser(text, at, user)

type Span = { readonly start: number; readonly end: number }

function plain(text: string, at: number, random: boolean): Span | null {
  const value = readValue(text, at, !/\\?["']/.test(text[at] ?? ''))
  if (value === null || value.text.length < 4 || value.text.startsWith('-') || isStandIn(value))
    return null
  if (random && !looksRandom(value.text) && !/^[A-Za-z0-9]{20,}$/.test(value.text)) return null
  return value
}

/** `ada:secret`, `'ada%two words'`: what follows the sign. */
function afterUser(text: string, at: number, sign: string): Span | null {
  const value = readValue(text, at, !/\\?["']/.test(text[at] ?? ''))
  const parting = value?.text.indexOf(sign) ?? -1
  if (value === null) return null
  // A quote may begin behind the sign: `ada%'secret'`.
  if (parting === value.text.length - 1) return plain(text, value.end, false)
  const secret = value.text.slice(parting + 1)
  if (
    parting < 0 ||
    secret.length < 3 ||
    /^[\w.-]{0,80}$/.test(value.text.slice(0, parting)) === false
  )
    return null
  if (isStandIn({ text: secret, quoted: value.quoted }) || secret.startsWith('//')) return null
  return { start: value.start + parting + 1, end: value.end }
}
