// Pure. Does a program with these words only read? Everything that is not in the allow-list is
// answered with null.
import type { Use } from '../effects/partial-part.ts'
import { HERE, mayBeOption, type Word } from '../parse/words.ts'
import { findUses } from './find.ts'
import type { Form, Kind, Listed, Reading } from './form.ts'
import { isOfLanguage } from './languages.ts'
import { isOneWord, isQuoted } from './quoted.ts'
import { READ_ONLY } from './programs.ts'
import { WRAPPING } from './shell.ts'
import { isShell } from '../effects/shells.ts'

/** The paths that a program reads when it does nothing but read; null where that is not known. */
export function readingOf(name: string, words: readonly Word[]): Reading | null {
  if (name === 'find' || name === 'gfind') return findUses(words)
  const listed = Object.hasOwn(READ_ONLY, name) ? READ_ONLY[name] : undefined
  return listed === undefined ? null : ofListed(listed, words)
}

function ofListed(listed: Listed, words: readonly Word[]): Reading | null {
  if (!('verbs' in listed)) return firstOf(listed, words)
  const alone = listed.alone === undefined ? null : firstOf(listed.alone, words)
  if (alone !== null) return alone
  const global: Form = { options: listed.options, operands: 'text' }
  const found = splitAtVerb(global, words)
  if (found === null) return null
  const { before, verb, after } = found
  if (verb === null) return null
  const nested =
    verb.value !== null && Object.hasOwn(listed.verbs, verb.value)
      ? listed.verbs[verb.value]
      : undefined
  const reading = nested === undefined ? null : ofListed(nested, after)
  if (reading === null) return null
  const moved = before.map(({ path }): Use => ({ how: 'read', path }))
  // Each of several starts from the one before.
  if (before.length > 1) return null
  const repositories =
    before.length > 0 && reading.repositories.length > 0 ? before.slice(-1) : reading.repositories
  return { uses: [...moved, ...reading.uses], repositories }
}

function firstOf(forms: readonly Form[], words: readonly Word[]): Reading | null {
  for (const form of forms) {
    const uses = ofForm(form, words)
    if (uses !== null) return { uses, repositories: form.repository === true ? [HERE] : [] }
  }
  return null
}

/**
 * Options before the verb are the program's own; folders among their values are where the verb
 * works.
 */
function splitAtVerb(form: Form, words: readonly Word[]) {
  const before: Word[] = []
  for (let at = 0; at < words.length; at++) {
    const word = words[at] as Word
    if (!mayBeOption(word)) return { before, verb: word, after: words.slice(at + 1) }
    const taken = takeOption(form, word, words[at + 1])
    if (taken === null) return null
    for (const { kind, word: value } of taken.values) {
      if (!suits({ kind, word: value, ofOption: true })) return null
      if (kind === 'file' || kind === 'deep') before.push(value)
    }
    if (taken.tookNext) at++
  }
  return { before, verb: null, after: [] }
}

type Value = {
  readonly kind: Kind
  readonly word: Word
  /** It belongs to an option, so it is none itself. */ readonly ofOption?: true
}

function ofForm(form: Form, given: readonly Word[]): readonly Use[] | null {
  const words = form.oldBundle === true ? withDashes(form, given) : given
  const operands: Word[] = []
  const names: string[] = []
  const values: Value[] = []
  let ended = form.noOptions === true
  for (let at = 0; at < words.length; at++) {
    const word = words[at] as Word
    if (ended || !mayBeOption(word)) operands.push(word)
    else if (word.value === null) {
      if (isAttachedText(form, word)) continue
      if (form.anyWord !== true) return null
      operands.push(word)
    } else if (word.value === '--') ended = true
    else if (specsOf(form.options).get(word.value)?.how === '&') {
      // The name it is given is a word of the program's own.
      if (words[at + 2] === undefined || words[at + 1]?.value === null) return null
      names.push(word.value)
      values.push({
        kind: specsOf(form.options).get(word.value)?.kind ?? 'text',
        word: words[at + 2] as Word,
        ofOption: true,
      })
      at += 2
    } else {
      const taken = takeOption(form, word, words[at + 1])
      if (taken === null) return null
      names.push(...taken.names)
      values.push(...taken.values.map((value): Value => ({ ...value, ofOption: true })))
      if (taken.tookNext) at++
    }
  }
  if (
    form.requiredOptions !== undefined &&
    !form.requiredOptions.some((each) => names.includes(each))
  )
    return null
  if (operands.length > (form.operands === null ? 0 : (form.most ?? Number.POSITIVE_INFINITY)))
    return null
  const given2 = form.instead?.some((each) => names.includes(each)) === true
  const deep = form.deepWith?.some((each) => names.includes(each)) === true
  const rest = form.operands === 'file' && deep ? 'deep' : (form.operands ?? 'text')
  const kinds = operands.map((_, at): Kind =>
    at === 0 && form.first !== undefined && !given2 ? form.first : rest,
  )
  const all = [...values, ...operands.map((word, at): Value => ({ kind: kinds[at] as Kind, word }))]
  if (!all.every((each) => (form.anyWord === true && each.word.value === null) || suits(each)))
    return null
  const uses = all.flatMap(({ kind, word }): readonly Use[] =>
    kind === 'file' || kind === 'deep'
      ? [{ how: kind === 'deep' ? 'deep' : 'read', path: word.path }]
      : [],
  )
  return rest === 'deep' && !kinds.includes('deep')
    ? [...uses, { how: 'deep', path: HERE.path }]
    : uses
}

/** `--include=*.ts`: whatever the shell makes of it still begins so, and the rest is a text. */
function isAttachedText({ options }: Form, { text, prefix }: Word): boolean {
  const name = /^(--[\w-]+)=/.exec(prefix)?.[1]
  const isBeginning = !/[$`~]/.test(text) || /^--[\w-]+="[^"@*]*"$/.test(text)
  return name !== undefined && isBeginning && specsOf(options).get(name)?.kind === 'text'
}

/**
 * `tfv x`: each letter by itself, and the values behind the bundle in the order of their letters.
 */
function withDashes({ options }: Form, words: readonly Word[]): readonly Word[] {
  const [first, ...rest] = words
  if (first === undefined || first.value === null || !/^[A-Za-z]+$/.test(first.value)) return words
  const specs = specsOf(options)
  const found = first.value.split('').flatMap((letter): readonly Word[] => {
    const option = { ...first, value: `-${letter}`, prefix: `-${letter}` }
    const value = specs.get(option.value)?.how === ':' ? rest.shift() : undefined
    return value === undefined ? [option] : [option, value]
  })
  return [...found, ...rest]
}

type Spec = { readonly how: 'flag' | ':' | '?' | '%' | '&'; readonly kind: Kind }
type Taken = {
  readonly names: readonly string[]
  readonly values: readonly Value[]
  readonly tookNext: boolean
}

/** Null: an option that is not listed, or one without the value that it takes. */
function takeOption(form: Form, word: Word, next: Word | undefined): Taken | null {
  const text = word.value
  if (text === null) return null
  const specs = specsOf(form.options)
  if (/^-\d+$/.test(text) && specs.has('-#')) return { names: ['-#'], values: [], tookNext: false }
  const whole = specs.get(text)
  if (text.startsWith('--') || (whole !== undefined && text.length > 2))
    return takeLong(specs, word, text, next)
  const names: string[] = []
  for (let at = 1; at < text.length; at++) {
    const name = `-${text[at] ?? ''}`
    const spec = specs.get(name)
    if (spec === undefined) return null
    names.push(name)
    if (spec.how === 'flag') continue
    const attached = text.slice(at + 1)
    if (attached !== '')
      return { names, values: [{ kind: spec.kind, word: partOf(word, attached) }], tookNext: false }
    if (spec.how === '?') return { names, values: [], tookNext: false }
    if (next === undefined) return spec.how === '%' ? { names, values: [], tookNext: false } : null
    return { names, values: [{ kind: spec.kind, word: next }], tookNext: true }
  }
  return names.length === 0 ? null : { names, values: [], tookNext: false }
}

function takeLong(
  specs: ReadonlyMap<string, Spec>,
  word: Word,
  text: string,
  next: Word | undefined,
): Taken | null {
  const at = text.indexOf('=')
  const name = at < 0 ? text : text.slice(0, at)
  const spec = specs.get(name)
  if (spec === undefined) return null
  if (at >= 0)
    return spec.how === 'flag'
      ? null
      : {
          names: [name],
          values: [{ kind: spec.kind, word: partOf(word, text.slice(at + 1)) }],
          tookNext: false,
        }
  if (spec.how === 'flag' || spec.how === '?') return { names: [name], values: [], tookNext: false }
  if (next === undefined)
    return spec.how === '%' ? { names: [name], values: [], tookNext: false } : null
  return { names: [name], values: [{ kind: spec.kind, word: next }], tookNext: true }
}

/**
 * A `~` inside of a word is a name like any other for most shells, and the home for some: then it
 * is not known.
 */
const partOf = (word: Word, value: string): Word => ({
  text: word.text,
  value,
  prefix: value,
  path: value.startsWith('~') ? null : { at: value, whole: true },
  plain: word.plain,
})

const known = new Map<string, ReadonlyMap<string, Spec>>()

/** The options of a form by name; the same text is read once. */
export function specsOf(options: string): ReadonlyMap<string, Spec> {
  const before = known.get(options)
  if (before !== undefined) return before
  const specs = new Map<string, Spec>()
  for (const token of options.split(/\s+/)) {
    if (token === '') continue
    const [, name = '', how, kind = ''] = /^(--?[^:?%&=]+|-\?)(?:([:?%&])(.+))?$/.exec(token) ?? []
    specs.set(name, { how: (how ?? 'flag') as Spec['how'], kind })
  }
  known.set(options, specs)
  return specs
}

const suits = ({ kind, word, ofOption }: Value): boolean =>
  (ofOption === true && (kind === 'text' || kind === 'number') && isQuoted(word)) ||
  fits(kind, word)

function fits(kind: Kind, word: Word): boolean {
  const { value } = word
  switch (kind) {
    case 'file':
    case 'deep':
      return value !== null || word.path !== null
    case 'text':
      return value !== null || isOneWord(word)
    case 'number':
      return value !== null && /^[-+]?[\d.]+[a-zA-Z%]{0,3}$/.test(value)
    case 'sed':
    case 'awk':
    case 'jq':
    case 'format':
    case 'setting':
    case 'date-format':
    case 'local-file':
    case 'config-key':
    case 'test':
      return value !== null && isOfLanguage(kind, value)
    default:
      return value !== null && kind.split('|').includes(value)
  }
}

/**
 * Whether a program that leads to another is only told how: its own words, before those of the
 * other.
 */
export function wraps(name: string, own: readonly Word[]): boolean {
  if (name === 'find' || name === 'gfind' || name === 'fd' || name === 'fdfind')
    return readingOf(name, own) !== null
  const listed = Object.hasOwn(WRAPPING, name)
    ? WRAPPING[name]
    : isShell(name)
      ? WRAPPING['sh']
      : undefined
  return listed !== undefined && ofListed(listed, own.map(withMinus)) !== null
}

/** `+x` takes an option back. */
const withMinus = (word: Word): Word =>
  word.value !== null && /^\+[a-zA-Z]/.test(word.value)
    ? { ...word, value: `-${word.value.slice(1)}`, prefix: `-${word.value.slice(1)}` }
    : word

/** Whether any form of the program only reads. */
export const isListedReader = (name: string): boolean =>
  name === 'find' || name === 'gfind' || Object.hasOwn(READ_ONLY, name)
