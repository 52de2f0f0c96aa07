// Notices text that reads like orders to a model. A hint for a person and a label for the pipeline,
// never a wall: what is not noticed here is still untrusted.
import { LOOK_ALIKE_LETTERS } from '../../../contract/look-alike-letters.ts'
import { openStarts } from '../redact/detect/prefix-index.ts'

const WORDS = String.raw`(?:[a-z0-9']{1,20} ){0,4}`

type Marker = {
  readonly says: string
  readonly starts: readonly string[]
  readonly pattern: RegExp
}

/**
 * `starts`: what is at the beginning, one of them at a word border. `rest`: what follows it at
 * once.
 */
const marker = (says: string, starts: readonly string[], rest: string): Marker => ({
  says,
  starts,
  pattern: new RegExp(`(?:${starts.join('|')})${rest}`, 'y'),
})

const IGNORE = 'asks to ignore instructions'
const ROLE = 'switches the role of the model'
const SECRETS = 'asks for secrets or hidden instructions'
const ORDERS = 'gives orders to an AI'

const each = (words: string, ends: string): string[] =>
  words.split('|').flatMap((word) => ends.split('|').map((end) => `${word} ${end} `))
const spaced = (words: string): string[] => words.split('|').map((word) => `${word} `)

// Run over folded text: lower-case Latin, words parted by one space. Every gap is bounded, so time
// is linear.
const MARKERS: readonly Marker[] = [
  marker(
    IGNORE,
    spaced('ignore|disregard|forget|override|bypass|skip|discard'),
    String.raw`${WORDS}(?:previous|prior|above|earlier|preceding|existing|original|initial|system|safety|your|all|any|the|these|those|my) ${WORDS}(?:instructions?|prompts?|rules|directions|guidelines|commands|directives|policy|policies|context)\b`,
  ),
  marker(
    IGNORE,
    spaced("do not|don't|dont|stop"),
    String.raw`(?:follow|obey|follow|listen to|following|obeying) ${WORDS}(?:instructions?|rules|guidelines|prompts?|policies)\b`,
  ),
  marker(
    IGNORE,
    spaced('your new|these are your new|here are your new'),
    String.raw`(?:[a-z]{1,20} )?(?:instructions|rules|task|orders)\b`,
  ),
  marker(
    ROLE,
    spaced('you are now|you are no longer'),
    String.raw`(?:[a-z]{1,20} )?(?:an?|bound|restricted|limited|dan|free|admin|root)\b`,
  ),
  marker(
    ROLE,
    spaced('act|behave|respond|pretend|roleplay'),
    String.raw`${WORDS}(?:as|like|to be|you are) ${WORDS}(?:unrestricted|unfiltered|uncensored|jailbroken|dan|root|administrator|developer mode|no restrictions|no rules|evil)\b`,
  ),
  marker(
    ROLE,
    each('developer|debug|god|jailbreak|maintenance|unrestricted|sudo', 'mode'),
    String.raw`(?:is )?(?:enabled|activated|on|engaged|unlocked)\b`,
  ),
  marker(
    ROLE,
    spaced('enable|enter|activate|switch to'),
    String.raw`(?:the )?(?:developer|debug|god|jailbreak|unrestricted|dan) mode\b`,
  ),
  marker(
    SECRETS,
    spaced(
      'reveal|print|show|send|repeat|output|leak|exfiltrate|disclose|dump|upload|post|email|forward|share|give|include|read|extract|transmit',
    ),
    String.raw`${WORDS}${WORDS}(?:system prompt|hidden prompt|initial prompt|system message|api keys?|passwords?|credentials|private keys?|ssh keys?|secret keys?|secrets|access tokens?|auth tokens?|session cookies?|environment variables|seed phrase)\b`,
  ),
  marker(
    SECRETS,
    each('what|which', 'is your|are your|was your|were your'),
    String.raw`${WORDS}(?:system prompt|initial instructions|hidden instructions|original instructions|secret instructions)\b`,
  ),
  marker(
    'asks to keep something from you',
    spaced("do not|don't|dont|never|without"),
    String.raw`(?:tell|telling|inform|informing|mention|mentioning|alert|alerting|notify|notifying|ask|asking|warn|warning|show|showing|reveal|revealing) ${WORDS}(?:user|human|person|operator|anyone|owner|developer)\b`,
  ),
  marker(
    ORDERS,
    each('important|attention|note|instruction|instructions|message|warning|urgent', 'to|for'),
    String.raw`(?:all |any |the |every )?(?:ai|llm|llms|assistants?|language models?|agents?|chatbots?|claude|chatgpt|gpt|copilot|gemini)\b`,
  ),
  marker(
    ORDERS,
    spaced('if you are|when you are'),
    String.raw`(?:an? )?(?:ai|llm|language model|assistant|agent|automated system|bot)\b`,
  ),
]

const eachStart = openStarts(
  MARKERS.flatMap(({ starts }, of) => starts.map((literal) => ({ literal, of }))),
)

/**
 * Marks of chat formats that have no business in data: they end a turn or open one of the system's.
 * Each is run only over text that has its first character.
 */
const TURN_MARKS: readonly { readonly marker: string; readonly pattern: RegExp }[] = [
  {
    marker: '<',
    pattern:
      /<\|(?:im_start|im_end|system|user|assistant|endoftext|eot_id|start_header_id|begin_of_text)\|>|<<\/?SYS>>|<\/?(?:system|system_prompt|system-reminder|assistant_instructions)>/i,
  },
  { marker: '[', pattern: /\[\/?INST\]/i },
  { marker: '#', pattern: /^#{1,4} ?(?:system|assistant|new instructions?) ?:?\s*$/im },
  { marker: ':', pattern: /^(?:system|assistant|human) ?: ?(?:you|ignore|new|override)/im },
]

/** Calm phrases for what was noticed, each once. `text` may be of any length. @param folded the same text folded, where it is at hand. */
export function injectionFlags(text: string, folded: string = fold(text)): string[] {
  const flags = flagsIn(folded)
  if (imitatesTurns(text)) flags.push(IMITATES)
  return flags
}

export const IMITATES = 'imitates the marks of a conversation'
export const imitatesTurns = (text: string): boolean =>
  TURN_MARKS.some(({ marker: deps, pattern }) => text.includes(deps) && pattern.test(text))

/**
 * As `injectionFlags`, for text that is folded already, but for the marks of a conversation, which
 * folding takes away.
 */
export function flagsIn(folded: string): string[] {
  const hit = new Set<number>()
  eachStart(folded, (at, of) => {
    const pattern = MARKERS[of]?.pattern
    if (pattern === undefined || hit.has(of)) return
    pattern.lastIndex = at
    if (pattern.test(folded)) hit.add(of)
  })
  return [...new Set(MARKERS.filter((_, of) => hit.has(of)).map(({ says }) => says))]
}

/**
 * Lower-case Latin as far as it goes: compatibility forms, accents, look-alikes and zero-width
 * characters taken away.
 */
export function fold(text: string): string {
  // Most text is ASCII, and then each character is one byte.
  if (Buffer.byteLength(text, 'utf8') === text.length) return foldAscii(text)
  return (
    text
      // Marks go first: normalising a long run of them takes quadratic time.
      .replace(/[\p{M}\p{Cf}]/gu, '')
      // One of these becomes up to eighteen letters, none of them Latin.
      .replace(/[\u3200-\u33ff\ufb50-\ufdff]/g, ' ')
      .normalize('NFKD')
      .toLowerCase()
      .replace(/[\p{M}\p{Cf}]/gu, '')
      .replace(/[\u0080-\u{10ffff}]/gu, (letter) => LOOK_ALIKE_LETTERS[letter] ?? letter)
      .replace(/[\u2018\u2019]/g, "'")
      .replace(/[^\p{L}\p{N}']+/gu, ' ')
  )
}

const SPACE = 32

/**
 * What each ASCII character becomes: its lower-case letter, itself where it is a digit or an
 * apostrophe, else a space.
 */
const FOLDED = Uint8Array.from({ length: 128 }, (_, code) => {
  const lower = String.fromCharCode(code).toLowerCase()
  return /[a-z0-9']/.test(lower) ? lower.charCodeAt(0) : SPACE
})

/** Byte by byte in one buffer: a pattern takes ten times as long. */
function foldAscii(text: string): string {
  const bytes = Buffer.from(text, 'latin1')
  let length = 0
  let last = 0
  for (let at = 0; at < bytes.length; at++) {
    const folded = FOLDED[bytes[at] ?? 0] ?? SPACE
    if (folded === SPACE && last === SPACE) continue
    bytes[length++] = folded
    last = folded
  }
  return bytes.toString('latin1', 0, length)
}
