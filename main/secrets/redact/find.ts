// All detectors, over one window of a text.
import { checkedRules, findChecked, hasSpacedRun } from './detect/check-digits.ts'
import { COMMAND_RULE, commandCues, findCommandSecrets } from './detect/command-secrets.ts'
import { openCues, type Cues } from './cues.ts'
import { findForeignWords } from './detect/foreign-words.ts'
import { encodedRules, findEncoded } from './detect/encoded.ts'
import { findHeaders, headerCues, headerRules } from './detect/header-secrets.ts'
import { beneathMarks } from '../sanitize/control-characters.ts'
import { KNOWN_RULE, type Finding } from './known-secrets.ts'
import { MNEMONIC_RULE, findMnemonics } from './detect/mnemonics.ts'
import { findShapes, shapeCues, shapeRules } from './detect/patterns.ts'
import { KEY_RULE, openKeyBlocks } from './detect/private-keys.ts'
import { charactersOf, hasRun, runsOf } from './long-tokens.ts'
import { loadSecretlint, secretlintRules } from './detect/secretlint-rules.ts'
import { findSettings } from './detect/settings.ts'
import { openTables } from './detect/tables.ts'
import { MARGIN, type Window } from './chunker.ts'

/** Every name that a finding can have. `rule-names.ts` has them written down. */
export const detectedRules: readonly string[] = [
  ...new Set([
    KEY_RULE,
    MNEMONIC_RULE,
    COMMAND_RULE,
    ...shapeRules,
    ...headerRules,
    ...checkedRules,
    ...encodedRules,
    ...secretlintRules,
  ]),
].toSorted()

/** The detectors that need no waiting, over the whole of a short text. Throws where detection fails. @param findKnown looks for the secrets that Gatehouse holds. */
export function findAtOnce(text: string, findKnown: (text: string) => Finding[]): Finding[] {
  const found = [
    ...findKnown(text),
    ...openBlocks()({ text, from: 0, to: text.length }),
    ...findMnemonics(text),
    ...findForeignWords(text),
  ]
  const cues = cuesOf(text)
  if (!isSuspicious(text, cues)) return found
  return [...found, ...DETECTORS.flatMap((detect) => ownIn(text, cues, detect))]
}

/** What reaches over several lines, for the windows of one text in their order. */
export function openBlocks(): (window: Window) => Finding[] {
  const keys = openKeyBlocks()
  const tables = openTables()
  return (window) => [...keys(window), ...tables(window)]
}

/** Characters that may be strewn into a secret: invisible ones, and colours. */
// eslint-disable-next-line no-control-regex -- colours begin with one
const BEYOND_ASCII = /[\u001b\u0080-\uffff]/

/** Nothing that any detector looks for can be in it. Cheap, for short texts; false says nothing. */
export const isPlain = (text: string, findKnown: (text: string) => Finding[]): boolean =>
  !isSuspicious(text, cuesOf(text)) &&
  !BEYOND_ASCII.test(text) &&
  findMnemonics(text).length === 0 &&
  findKnown(text).length === 0

/** @param slot gives others their turn when it is time; null when it is not. */
export type Find = (
  window: Window,
  keyBlocks: (window: Window) => Finding[],
  slot: () => Promise<void> | null,
) => Promise<Finding[]>

/** Throws where detection fails. @param findKnown looks for the secrets that Gatehouse holds. */
export function openFind(findKnown: (text: string) => Finding[]): Find {
  let scanner: ReturnType<typeof loadSecretlint> | null = null

  const findIn = async (text: string, slot: () => Promise<void> | null): Promise<Finding[]> => {
    const turn = async (): Promise<void> => {
      const wait = slot()
      if (wait !== null) await wait
    }
    const found = [...findKnown(text)]
    await turn()
    found.push(...findMnemonics(text), ...findForeignWords(text))
    const cues = cuesOf(text)
    if (!isSuspicious(text, cues)) return found
    for (const detect of DETECTORS) {
      await turn()
      found.push(...ownIn(text, cues, detect))
    }
    await turn()
    if (hasTokenLike(text)) {
      scanner ??= loadSecretlint().catch((error: unknown) => {
        // A broken scanner is loaded again next time.
        scanner = null
        throw error
      })
      // The same test on the finding itself: whether a token is found must not hang on what else is
      // in the window.
      found.push(
        ...(await (await scanner)(text)).filter(({ start, end }) =>
          hasTokenLike(text.slice(start, end)),
        ),
      )
    }
    return found
  }

  return async (window, keyBlocks, slot) => {
    const { text, from, to } = window
    const beneath = beneathMarks(text)
    const found = await findIn(text, slot)
    const isWhole = (seen: string) => wholeIn(seen, from > 0, to < text.length)
    if (beneath === null) return [...keyBlocks(window), ...found.filter(isWhole(text))]
    // The end is traced by its last character: a mark right after a secret is not part of it.
    const above = (finding: Finding): Finding => ({
      ...finding,
      start: beneath.original(finding.start),
      end: beneath.original(finding.end - 1) + 1,
    })
    const plain = (part: string): number => (beneathMarks(part)?.text ?? part).length
    const before = plain(text.slice(0, from))
    const blocks = keyBlocks({
      text: beneath.text,
      from: before,
      to: Math.min(before + plain(text.slice(from, to)), beneath.text.length),
    })
    const below = await findIn(beneath.text, slot)
    return [
      ...blocks.map(above),
      ...found.filter(isWhole(text)),
      ...below.filter(isWhole(beneath.text)).map(above),
    ]
  }
}

/**
 * What touches a cut in a long line may be only a part of something, or look like something by the
 * cut: its neighbour sees it whole.
 */
const wholeIn =
  (seen: string, cutBefore: boolean, cutAfter: boolean) =>
  ({ start, end, name }: Finding): boolean =>
    name === KNOWN_RULE ||
    end - start > MARGIN ||
    !((cutBefore && start === 0) || (cutAfter && end === seen.length))

/** Words before secrets that have no other finder of their own. */
const SETTING_CUES = [
  'pass',
  'pw',
  'secret',
  'token',
  'key',
  'credential',
  'psk',
  'pin',
  'master',
  'mnemonic',
  'phrase',
  'seed',
]
const OTHER_CUES = ['://', 'auth', 'wifi:', 'mfa', '2fa', 'otp']

/** Everything that any finder waits for, looked for at once. */
const cuesOf = openCues([
  ...SETTING_CUES,
  ...OTHER_CUES,
  ...shapeCues,
  ...headerCues,
  ...commandCues,
])

const SHAPED = charactersOf(/[A-Za-z0-9_+/%.-]/)

/**
 * Cheap, and never wrong in the dangerous direction: all that the patterns look for has one of
 * these.
 */
const isSuspicious = (text: string, cues: Cues): boolean =>
  text.length >= 8 && (cues.any || hasRun(text, SHAPED, 12) || hasSpacedRun(text))

/** By the words around them, by check digits, by the shape alone. */
const DETECTORS: readonly ((text: string, cues: Cues) => Finding[])[] = [
  findShapes,
  (text, cues) => (cues.has(SETTING_CUES) ? findSettings(text) : []),
  findCommandSecrets,
  findHeaders,
  findChecked,
  findEncoded,
]

const ownIn = (
  text: string,
  cues: Cues,
  detect: (text: string, cues: Cues) => Finding[],
): Finding[] => detect(text, cues).filter(({ start, end }) => !isDone(text, start, end))

/** A mark of ours, or the name in it. */
function isDone(text: string, start: number, end: number): boolean {
  const found = text.slice(start, end)
  return (
    (text.startsWith('[secret: ', start - 9) && detectedRules.includes(found)) || DONE.test(found)
  )
}

/** What was hidden already. */
const DONE = /^[\w ="'-]{0,32}\[secret: [a-z0-9-]{1,40}\]$/

const TOKEN_LIKE = charactersOf(/[A-Za-z0-9_+/%=.-]/)

/**
 * secretlint's tokens are all long runs with a digit in them; prose and code without one need not
 * be scanned.
 */
function hasTokenLike(text: string): boolean {
  for (const { start, end } of runsOf(text, TOKEN_LIKE, 16))
    if (/[0-9]/.test(text.slice(start, end))) return true
  return false
}
