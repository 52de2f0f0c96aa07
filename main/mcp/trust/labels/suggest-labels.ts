// Pure. Labels for a tool from outside, as a person would most likely give them: from its name, its
// hints, its schema and its description. A suggestion may be too strict; it counts as a floor until
// a person has decided.
import type { Category } from '../../../../contract/call/category.ts'
import type { OfferedTool, ServerConfig } from '../../../../contract/server/server.ts'
import { ToolEffect, type ToolLabels } from '../../../../contract/server/tool-labels.ts'
import { argumentName } from '../../../../contract/server/label-sentence.ts'
import { toolId } from '../names.ts'
import { recipientsIn } from './recipients.ts'
import { changesByName, looksByName, wordsOf } from '../safe-verbs.ts'
import * as known from './tool-vocabulary.ts'

export type Suggestion = {
  readonly labels: ToolLabels
  /** Sentences for a person. */
  readonly why: readonly string[]
  /** All signs say that it only looks. */
  readonly onlyReads: boolean
}

type From = {
  readonly server: string
  readonly config: ServerConfig
  readonly sha256: (text: string) => string
}

/** What the words of a tool add up to. */
type Signs = {
  readonly words: readonly string[]
  readonly fields: readonly string[]
  readonly description: string
  /** Its name says that it only looks. */
  readonly named: boolean
  /** That, or it says so itself and its name does not say otherwise. */
  readonly onlyReads: boolean
}

export function suggestLabels(tool: OfferedTool, from: From): Suggestion {
  const signs = signsOf(tool)
  const why: string[] = []
  const effects = ToolEffect.options.filter((effect) => {
    const because = signOf[effect](signs)
    if (because !== null) why.push(because)
    return because !== null
  })
  const sends = sendsOf(tool, signs, effects, from)
  if (sends !== null)
    why.push(
      sends.to.length === 0
        ? 'It sends what it is given to its own service.'
        : `It sends to whom ${sends.to.map((pointer) => `“${argumentName(pointer)}”`).join(', ')} says.`,
    )
  const has = (list: ReadonlySet<string>): boolean => signs.words.some((word) => list.has(word))
  const closed = tool.annotations.openWorld === false
  // What only says that it is done returns nothing of anybody's.
  const returns = signs.onlyReads || !changesByName(tool.name)
  const readsPrivate =
    returns && (has(known.PRIVATE) || (closed && !has(known.PLAIN) && !has(known.ANYONES)))
  const own = closed || has(known.PLAIN) || (has(known.PRIVATE) && !has(known.ANYONES))
  const readsUntrusted =
    from.config.trust === 'community' || (returns && (has(known.ANYONES) || !own))
  if (readsPrivate) why.push('What it returns may be your own data.')
  if (readsUntrusted) why.push('What it returns may have been written by anyone.')
  const category = categoryOf(signs, effects)
  return {
    labels: {
      id: idOf(tool.name, effects, category, from),
      category,
      effects,
      readsPrivate,
      readsUntrusted,
      sends,
    },
    why,
    onlyReads: signs.onlyReads && effects.length === 0,
  }
}

function signsOf({ name, title, description, inputSchema, annotations }: OfferedTool): Signs {
  const words = wordsOf(name)
  const titled = wordsOf(title ?? annotations.title ?? '')
  const properties = inputSchema['properties']
  const fields =
    properties !== null && typeof properties === 'object'
      ? Object.keys(properties).flatMap(wordsOf)
      : []
  const named = annotations.destructive !== true && looksByName(name)
  const onlyReads =
    named ||
    (annotations.readOnly === true && annotations.destructive !== true && !changesByName(name))
  return {
    words: [...words, ...titled],
    fields,
    description: description.slice(0, 4_000),
    named,
    onlyReads,
  }
}

const some = (words: readonly string[], list: ReadonlySet<string>): string | null =>
  words.find((word) => list.has(word)) ?? null

/** Why a tool has that effect; null: nothing says so. */
const signOf: { readonly [E in ToolEffect]: (signs: Signs) => string | null } = {
  pays({ words, fields, description, named }) {
    // An amount and somebody who gets it is a payment, whatever it is called.
    const toSomebody =
      some(fields, new Set(['amount', 'betrag', 'importe', 'montant', 'importo', 'cents'])) !==
        null && some(fields, PAID) !== null
    const verb = some(words, known.PAYS)
    const moved =
      some(words, known.MOVES) !== null &&
      (some([...words, ...fields], known.MONEY) !== null || some(words, known.VALUES) !== null)
    if (named && !toSomebody) return null
    if (verb !== null || moved || toSomebody || SAYS_PAYS.test(description))
      return 'It looks as if it pays or moves money.'
    return null
  },
  account({ words, description, named }) {
    if (named) return null
    const ended = some(words, known.ENDS) !== null && some(words, known.ACCOUNTS) !== null
    return ended || SAYS_ENDS.test(description)
      ? 'It looks as if it deletes, closes or transfers an account.'
      : null
  },
  rights({ words, description, named }) {
    if (named) return null
    const gives = some(words, known.GIVES) !== null
    const key = some(words, known.KEYS) !== null && some(words, known.KEY_OF) !== null
    return some(words, known.RAISES) !== null ||
      (gives && (some(words, known.RIGHTS) !== null || key)) ||
      SAYS_RIGHTS.test(description)
      ? 'It looks as if it gives somebody rights or keys.'
      : null
  },
  messages({ words, fields, description, named }) {
    if (named) return null
    const posts = some(words, known.POSTS) !== null && some(words, known.POSTED) !== null
    const addressed =
      some(fields, new Set(['to', 'recipient', 'recipients', 'bcc', 'channel'])) !== null &&
      some(fields, new Set(['body', 'subject', 'message', 'text', 'html', 'content'])) !== null
    return some(words, known.MESSAGES) !== null ||
      posts ||
      addressed ||
      SAYS_SENDS.test(description)
      ? 'It looks as if it sends mail or messages.'
      : null
  },
}

const PAID = new Set(
  'to recipient payee beneficiary iban wallet account destination card merchant vendor supplier receiver creditor empfaenger destinatario destinataire'.split(
    ' ',
  ),
)
const SAYS_PAYS =
  /\b(?:pays?|transfers?|sends?|wires?|moves?|withdraws?|charges?|refunds?|remits?)\b[^.\n]{0,40}\b(?:money|funds?|payments?|amount|(?:credit |debit )?cards?|invoices?|bank|euros?|dollars?|bitcoin|crypto\w*|tokens? to)\b|\bmakes? a (?:payment|purchase|bank transfer)\b/i
const SAYS_ENDS =
  /\b(?:delet|clos|remov|terminat|deactivat|eras|transfer|cancel)\w*\b[^.\n]{0,30}\b(?:(?:the|an?|your|this|user|customer|bank) )*(?:account|tenant|organi[sz]ation|ownership)s?\b/i
const SAYS_RIGHTS =
  /\b(?:grant|elevat|escalat|assign|revok)\w*\b[^.\n]{0,40}\b(?:permission|privilege|role|admin\w*|access|right)s?\b/i
const SAYS_SENDS =
  /\b(?:sends?|posts?|forwards?|delivers?)\b[^.\n]{0,30}\b(?:e-?mails?|messages?|sms|texts?|notifications?|repl(?:y|ies)|direct messages?)\b/i

/** What a program without a network could not do, but a name says that it does. */
function sendsOf(
  { inputSchema, annotations, name }: OfferedTool,
  { words, onlyReads }: Signs,
  effects: readonly ToolEffect[],
  { config }: From,
): ToolLabels['sends'] {
  const reaches = config.transport === 'http' || config.hosts.length > 0
  const out = effects.includes('messages') || effects.includes('pays')
  const targets = recipientsIn(inputSchema, true)
  const leaves = !onlyReads && some(words, known.LEAVES) !== null
  if (out || leaves) return { to: [...recipientsIn(inputSchema, false)] }
  if (targets.length > 0) return { to: [...targets] }
  if (annotations.openWorld === false) return null
  // A service of somebody's own, which is only asked: who runs it is trusted with the question.
  if (config.trust !== 'community' && onlyReads) return null
  if (reaches && (config.trust === 'community' || changesByName(name) || !onlyReads))
    return { to: [...recipientsIn(inputSchema, false)] }
  return null
}

const categories: readonly (readonly [Category, ReadonlySet<string>])[] = [
  ['comms', new Set('mail mails email emails inbox message messages chat slack sms'.split(' '))],
  ['browser', new Set('browser navigate click screenshot tab tabs playwright'.split(' '))],
  ['fs', new Set('file files folder directory directories path tree'.split(' '))],
  ['memory', new Set('memory memories entity entities observation observations graph'.split(' '))],
  ['schedule', new Set('calendar event events schedule cron reminder meeting job jobs'.split(' '))],
  ['system', new Set('shell exec execute command process bash terminal run'.split(' '))],
  ['secrets', new Set('secret secrets password passwords vault credential credentials'.split(' '))],
]

function categoryOf({ words }: Signs, effects: readonly ToolEffect[]): Category {
  if (effects.includes('pays')) return 'payments'
  if (effects.includes('account')) return 'account'
  if (effects.includes('rights')) return 'admin'
  if (effects.includes('messages')) return 'comms'
  return categories.find(([, list]) => some(words, list) !== null)?.[0] ?? 'network'
}

/** `payments.bank.transfer-funds`; where nothing special is known of it, `mcp.forge.list-issues`. */
function idOf(
  name: string,
  effects: readonly ToolEffect[],
  category: Category,
  { server, sha256 }: From,
): string {
  const plain = toolId(server, name, sha256)
  return effects.length === 0 ? plain : plain.replace(/^mcp\./, `${category}.`)
}
