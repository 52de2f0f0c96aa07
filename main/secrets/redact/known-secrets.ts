// The secrets that Gatehouse itself holds, found again in any of the spellings they travel in.
import { decode, MOST_ROUNDS } from './decoded.ts'
import { encodedRuns } from './encoded-runs.ts'
import { openFormIndex } from './form-index.ts'
import { openWrapped } from './wrapped.ts'

/** Part of a text that has to go, and what it is. */
export type Finding = {
  readonly start: number
  readonly end: number
  readonly name: string
  /** The rest of something whose beginning was found before: hidden without another mark. */
  readonly continues?: boolean
}

export const KNOWN_RULE = 'known-secret'

/** Shorter ones turn up by chance. */
const MIN_LENGTH = 8
/** Base64 or hex within base64 or hex is decoded so often. */
const MOST_LAYERS = 2
/** A piece of an encoding shorter than this says nothing. */
const MIN_FORM = 10

/** Shorter texts hold no spelling of any secret: none is shorter than the secret itself. */
export const MIN_KNOWN = MIN_LENGTH

/**
 * Asks `known` at each call, and gives what looks for the secrets of that moment: the same function
 * for the same secrets. The spellings of a secret are worked out once.
 */
export function openKnownSecrets(
  known: () => readonly string[],
): () => (text: string) => Finding[] {
  let spelled = new Map<string, Spellings>()
  let finds = openFinds(spelled)

  return () => {
    const secrets = known().flatMap(linesOf)
    if (secrets.length !== spelled.size || secrets.some((secret) => !spelled.has(secret))) {
      spelled = new Map(secrets.map((secret) => [secret, spelled.get(secret) ?? spellings(secret)]))
      finds = openFinds(spelled)
    }
    return finds
  }
}

function openFinds(spelled: ReadonlyMap<string, Spellings>): (text: string) => Finding[] {
  const all = [...spelled.values()]
  const eachForm = openFormIndex([...new Set(all.flatMap(({ forms }) => forms))], MIN_LENGTH)
  const eachPiece = openWrapped([...new Set(all.flatMap(({ base64 }) => base64))])
  /** In a text, in what its escapes mean, and in what its long words encode. */
  const look = (
    text: string,
    layers: number,
    found: (start: number, end: number) => void,
  ): void => {
    let original = (at: number): number => at
    let plain = text
    const visit = (start: number, end: number): void => found(original(start), original(end))
    const lookIntoWords = (): void => {
      if (layers === 0) return
      for (const run of encodedRuns(plain))
        if (holds(run.text, layers - 1)) visit(run.start, run.end)
    }
    eachForm(plain, visit)
    eachPiece(plain, visit)
    lookIntoWords()
    for (let round = 1; round <= MOST_ROUNDS; round++) {
      const decoded = decode(plain)
      if (decoded === null) {
        // Words lose nothing by what is undone beside them: once at the end is enough.
        if (round > 1) lookIntoWords()
        return
      }
      const outer = original
      original = (at) => outer(decoded.original(at))
      plain = decoded.text
      eachForm(plain, visit)
      eachPiece(plain, visit)
    }
    lookIntoWords()
  }
  const holds = (text: string, layers: number): boolean => {
    let any = false
    look(text, layers, () => (any = true))
    return any
  }
  return (text) => {
    const found: Finding[] = []
    if (all.length > 0)
      look(text, MOST_LAYERS, (start, end) => void found.push({ start, end, name: KNOWN_RULE }))
    return found
  }
}

/**
 * Text is looked at line by line, so a secret of several lines is several; the marks round a key
 * are none.
 */
const linesOf = (secret: string): string[] => {
  const lines = secret.split(/[\r\n]+/)
  return lines.filter(
    (line) => line.length >= MIN_LENGTH && (lines.length === 1 || !line.startsWith('-----')),
  )
}

type Spellings = {
  readonly forms: readonly string[]
  /** Of them those in base64, which is often wrapped. */
  readonly base64: readonly string[]
}

/**
 * Raw, base64 and base64url at every alignment and once more in base64, hex, percent-encoded, as a
 * form sends it, with entities of HTML, and as it is inside JSON.
 */
function spellings(secret: string): Spellings {
  const bytes = Buffer.from(secret, 'utf8')
  const hex = bytes.toString('hex')
  const percent = encodeURIComponent(secret.toWellFormed())
  const everyByte = hex.replace(/../g, '%$&')
  const once = base64Forms(bytes)
  // Base64 of base64: for each way the inner one can begin, the outer one can begin in three.
  const twice = once.flatMap((form) => base64Forms(Buffer.from(form)))
  const json = JSON.stringify(secret).slice(1, -1)
  const slashed = json.replaceAll('/', '\\/')
  const form = new URLSearchParams({ x: secret.toWellFormed() }).toString().slice(2)
  const escapes = Array.from(secret)
    .map((sign) =>
      /[a-zA-Z0-9]/.test(sign)
        ? sign
        : [...Array(sign.length).keys()]
            .map((at) => `\\u${sign.charCodeAt(at).toString(16).padStart(4, '0')}`)
            .join(''),
    )
    .join('')
  const entities = (change: (sign: string) => string): string =>
    Array.from(secret)
      .map((sign) => (/[&<>"']/.test(sign) ? change(sign) : sign))
      .join('')
  const numbered = entities((sign) => `&#${sign.codePointAt(0)};`)
  const hexed = entities((sign) => `&#x${sign.codePointAt(0)?.toString(16)};`)
  const named = entities((sign) => NAMED[sign] ?? sign)
  // What was escaped before it was encoded: JSON, an address or markup in base64.
  const escaped = [...new Set([json, slashed, percent, form, named, numbered])]
    .filter((each) => each !== secret)
    .flatMap((each) => base64Forms(Buffer.from(each)))
  const encoded = [...new Set([...once, ...twice, ...escaped])]
  const others = [
    slashed,
    JSON.stringify(json).slice(1, -1),
    JSON.stringify(slashed).slice(1, -1),
    form,
    form.replace(/%../g, (pair) => pair.toLowerCase()),
    escapes,
    numbered,
    hexed,
    hexed.toUpperCase().replaceAll('&#X', '&#x'),
    named,
    named.replaceAll('&#39;', '&apos;'),
    named.replaceAll('&#39;', '&#x27;').replaceAll('/', '&#x2F;'),
    entities((sign) => (/["']/.test(sign) ? sign : (NAMED[sign] ?? sign))),
  ]
  const forms = [
    secret,
    JSON.stringify(secret).slice(1, -1),
    percent,
    percent.replace(/%../g, (pair) => pair.toLowerCase()),
    percent.replaceAll('%20', '+'),
    everyByte,
    everyByte.toUpperCase(),
    hex,
    hex.toUpperCase(),
    hex.replace(/..(?=.)/g, '$&:'),
    hex.toUpperCase().replace(/..(?=.)/g, '$&:'),
    ...others,
    ...encoded,
    // As a form leaves it once its bytes were decoded.
    secret.replaceAll(' ', '+'),
    json.replaceAll(' ', '+'),
  ]
  return {
    forms: [...new Set(forms)].filter((spelling) => spelling.length >= MIN_LENGTH),
    base64: encoded,
  }
}

const NAMED: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

/** At each of three places where it may begin, in both alphabets. */
function base64Forms(bytes: Buffer): string[] {
  return [0, 1, 2].flatMap((shift) => {
    const core = base64Core(bytes, shift)
    return core.length < MIN_FORM ? [] : [core, core.replaceAll('+', '-').replaceAll('/', '_')]
  })
}

/**
 * The base64 characters that are the same whatever is before and after: the secret may begin at
 * any of three places.
 */
function base64Core(bytes: Buffer, shift: number): string {
  const whole = Buffer.concat([Buffer.alloc(shift), bytes])
    .toString('base64')
    .replace(/=+$/, '')
  const first = shift === 0 ? 0 : shift + 1
  const lastBits = (shift + bytes.length) % 3
  return whole.slice(first, lastBits === 0 ? undefined : -1)
}
