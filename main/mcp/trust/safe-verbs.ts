// Pure. Whether the name of a tool says that it changes something: one sign among others, by whole
// words.
import { LOOKS, PAYS, PAY_NOUNS } from './labels/tool-vocabulary.ts'
import { latin } from './skeleton.ts'

const UNSAFE = new Set(
  'delete remove drop destroy erase wipe purge truncate clear reset send mail email notify post publish put patch upload write create add insert append make update upsert edit modify change set rename move copy replace overwrite exec execute run eval invoke call trigger start stop restart kill terminate spawn launch install uninstall deploy pay buy purchase order transfer charge refund approve grant revoke merge commit push submit enable disable login authorize sign share invite ban block shutdown reboot save store import restore schedule cancel assign apply sudo shell bash spend book reply forward close lock unlock'.split(
    ' ',
  ),
)

/**
 * Written together with what they change: `deleteall`, `sendmail`. Only those that begin no honest
 * noun of a list.
 */
const TOGETHER = [
  'delete',
  'remove',
  'destroy',
  'erase',
  'wipe',
  'exec',
  'send',
  'write',
  'create',
  'update',
  'upload',
  'install',
  'overwrite',
]

/**
 * Things and qualities, whole words: none of them tells anybody to do anything, whatever it begins
 * with.
 */
const NO_ORDER = new Set(
  'updates updated uploads uploaded created creation creator creators deleted removed destroyed erased wiped installed installation installations sender senders writer writers writable executed execution executions executable executables executive'.split(
    ' ',
  ),
)

/**
 * The words of a name in lower-case Latin letters: parted by separators, digits, and a capital
 * after a small letter.
 */
export const wordsOf = (name: string): readonly string[] =>
  name
    .normalize('NFKC')
    .replace(/(?<=\p{Ll})(?=\p{Lu})|(?<=\p{Lu})(?=\p{Lu}\p{Ll})/gu, ' ')
    .split(/[^\p{L}\p{M}\p{Cf}]+/u)
    .flatMap((word) => latin(word).split(/[^\p{L}]+/u))
    .filter((word) => word !== '')

/** A word that says that it changes something; null: none. */
const unsafeWord = (name: string): string | null =>
  wordsOf(name).find(
    (word) =>
      UNSAFE.has(word) || (!NO_ORDER.has(word) && TOGETHER.some((verb) => word.startsWith(verb))),
  ) ?? null

/**
 * Words that say what is done where they come first, and to what where something else does:
 * `read_mail`, `get_order`.
 */
const OBJECTS = new Set(
  'mail email order post book charge refund transfer schedule call run store reply share copy merge push commit invite review patch import'.split(
    ' ',
  ),
)
/** Two things in one name: the second may be anything. */
const JOINS = new Set(['and', 'or', 'then', 'und', 'y', 'et'])

/** It begins with a word that only looks, and goes on with none that changes something. */
export function looksByName(name: string): boolean {
  const [first = '', ...rest] = wordsOf(name)
  if (!LOOKS.has(first)) return false
  const joined = rest.some((word) => JOINS.has(word))
  const verbs = joined ? rest : rest.filter((word) => !OBJECTS.has(word) && !PAY_NOUNS.has(word))
  return unsafeWord(verbs.join('_')) === null && !verbs.some((word) => PAYS.has(word))
}

export const changesByName = (name: string): boolean =>
  !looksByName(name) && unsafeWord(name) !== null
