// Pure. The parts of an argument that could name a place: hosts, paths, addresses, and tokens too
// long to be chance. Over-eager rather than blind: a part that was never seen costs one look-up and
// says nothing.
import { domainToASCII, domainToUnicode } from 'node:url'
import { normalizeText, unescaped } from './normalize-text.ts'

/**
 * `parent`: a name above the host that was written; it counts only where it was seen as just that
 * name.
 */
export type Part = { readonly text: string; readonly parent: boolean }

/** Shortest host that is looked for (`t.co`), and shortest of all other parts. */
const MIN_HOST = 4
const MIN_PART = 6
const MIN_TOKEN = 12
/** Of letters alone, a token has to be longer than any word of prose. */
const MIN_LETTERS = 24
/** And rules of dashes are no tokens. */
const MIN_VARIETY = 6
/** Of longer parts only the beginning is looked for. */
const MAX_PART = 512

// Each begins only where its run of characters begins: a long run is looked at once and not from
// each of its places.
const DOTTED =
  /(?<![a-z0-9_\u0080-\uffff-])[a-z0-9_\u0080-\uffff-]+(?:\.[a-z0-9_\u0080-\uffff-]+)+/g
const WITH_PORT = /(?<![a-z0-9.-])[a-z0-9.-]+:\d{2,5}(?!\d)/g
const BRACKETED = /\[[0-9a-f:.]{4,45}\]/g
const ADDRESS =
  /(?<![a-z0-9._%+\u0080-\uffff-])[a-z0-9._%+\u0080-\uffff-]+@[a-z0-9.\u0080-\uffff-]+/g
const SLASHED = /(?<![^\s"'`<>|;&,(){}=$])[^\s"'`<>|;&,(){}=$]*\/[^\s"'`<>|;&,(){}$]*/g
const TOKEN = /[a-z0-9_+/~-]{12,}={0,2}/g
const FILE_ENDING =
  /\.(?:[cm]?[jt]sx?|json|md|txt|py|rs|go|java|rb|c|h|cpp|css|html?|ya?ml|toml|lock|sh|xml|csv|svg|png|jpe?g|pdf|log)$/

/**
 * Each part once, in the folded form. Stops soon after `most` parts: the caller sees by the count
 * that there are more.
 */
export function extractTargets(value: string, most: number): readonly Part[] {
  const found = new Map<string, Part>()
  const add = (whole: string, least: number, parent = false): void => {
    const text = whole.slice(0, MAX_PART)
    if (text.length >= least && (!found.has(text) || !parent)) found.set(text, { text, parent })
  }
  for (const form of formsOf(value)) {
    for (const part of partsOf(form)) {
      if (found.size > most) return [...found.values()]
      add(part.text, part.least, part.parent)
    }
  }
  return [...found.values()]
}

/**
 * As written; without percent-encoding, and without the escapes of JSON, which may be in a text; and as
 * a shell would hand it on, without quotes and escapes.
 */
function formsOf(value: string): ReadonlySet<string> {
  const plain = normalizeText(value)
  const plainly = value.includes('\\u') ? withoutJsonEscapes(value) : value
  const open = plainly.includes('%') ? unescaped(plainly) : plainly
  const bare = /["'\\]/.test(open) ? normalizeText(open.replaceAll(/["'\\]/g, '')) : plain
  return new Set([plain, normalizeText(open), bare])
}

/** Once for each time that one JSON is in another. */
function withoutJsonEscapes(text: string): string {
  let now = text
  for (let round = 0; round < 3 && now.includes('\\u'); round++)
    now = now.replaceAll(/\\+u([0-9a-f]{4})/gi, (_, code: string) =>
      String.fromCharCode(Number.parseInt(code, 16)),
    )
  return now
}

type Candidate = { readonly text: string; readonly least: number; readonly parent?: boolean }

function* partsOf(text: string): Generator<Candidate> {
  for (const [name] of text.matchAll(DOTTED)) yield* hostParts(name)
  for (const [name] of text.matchAll(BRACKETED)) yield { text: name, least: MIN_PART }
  if (text.includes(':'))
    for (const [name] of text.matchAll(WITH_PORT)) yield { text: name, least: MIN_PART }
  if (text.includes('@'))
    for (const [name] of text.matchAll(ADDRESS)) yield { text: trimmed(name), least: MIN_PART }
  if (text.includes('/'))
    for (const [name] of text.matchAll(SLASHED)) yield* pathParts(trimmed(name))
  for (const [token] of text.matchAll(TOKEN)) {
    if (
      (/[^a-z]/.test(token) || token.length >= MIN_LETTERS) &&
      new Set(token.slice(0, 64)).size >= MIN_VARIETY
    )
      yield { text: trimmed(token), least: MIN_TOKEN }
  }
}

function* hostParts(name: string): Generator<Candidate> {
  // Numbers with dots are versions and amounts, unless they are an address.
  if (/^[\d.]+$/.test(name) && !/^\d{1,3}(?:\.\d{1,3}){3}$/.test(name)) return
  yield { text: name, least: MIN_HOST }
  if (/^[\d.]+$/.test(name) || FILE_ENDING.test(name)) return
  const other = name.includes('xn--')
    ? domainToUnicode(name)
    : /[\u0080-\uffff]/.test(name)
      ? domainToASCII(name)
      : name
  if (other !== '' && other !== name) yield { text: other, least: MIN_HOST }
  // Data can be carried out in the labels before a host that was read: the host itself is what came
  // out of the text.
  for (let dot = name.indexOf('.'); dot >= 0; dot = name.indexOf('.', dot + 1)) {
    const above = name.slice(dot + 1)
    if (!above.includes('.')) return
    yield { text: above, least: MIN_HOST, parent: true }
  }
}

/**
 * The path whole, without its query, made plain, and its last names: a page says `docs/x`, the call
 * says `/w/docs/x`.
 */
function* pathParts(path: string): Generator<Candidate> {
  yield { text: path, least: MIN_PART }
  const address = path.replace(/[?#].*$/s, '')
  if (address !== path) yield { text: address, least: MIN_PART }
  const rest = address.replace(/^[a-z][a-z0-9+.-]*:\/\//, '')
  if (rest !== address) yield { text: rest, least: MIN_PART }
  const names: string[] = []
  for (const name of rest.split('/')) {
    if (name === '..') names.pop()
    else if (name !== '' && name !== '.') names.push(name)
  }
  const plain = names.join('/')
  if (names.length > 1 && plain !== rest) yield { text: plain, least: MIN_PART }
  for (const count of [3, 2])
    if (names.length > count) yield { text: names.slice(-count).join('/'), least: MIN_PART + 2 }
}

const trimmed = (text: string): string =>
  text.replace(/[.,:!?\])]{1,64}$/, '').replace(/^[[(]{1,64}/, '')
