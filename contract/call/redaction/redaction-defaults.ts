// Which fields of a tool from outside are hidden though nobody declared it: by what their names and
// formats say. Pure. What a server wrote can only add fields here, never take one out.
import type { Manifest } from '../manifest.ts'

type Schema = Readonly<Record<string, unknown>>

/** How deep a schema is followed; deeper fields are found by their names in the values. */
const DEEPEST = 8
const MOST_FIELDS = 500

/**
 * `args`: hidden wherever arguments are shown. `journal`: hidden in the journal only, because a
 * person has to see what they approve.
 */
export type RedactionDefaults = Required<Pick<Manifest['redaction'], 'args' | 'journal'>>

/** @param toolWords name and title of the tool: a message has another body than a file. */
export function redactionDefaults(schema: unknown, toolWords: string): RedactionDefaults {
  const args = new Set<string>()
  const journal = new Set<string>()
  const mails = isMail(toolWords)
  const root = asSchema(schema)
  let visited = 0

  const visit = (
    node: Schema | null,
    pointer: string,
    depth: number,
    within: readonly Schema[],
  ) => {
    if (node === null || depth > DEEPEST || within.includes(node) || ++visited > MOST_FIELDS) return
    const inside = [...within, node]
    const next = (below: unknown, at: string): void => visit(asSchema(below), at, depth + 1, inside)
    for (const [name, field] of Object.entries(asSchema(node['properties']) ?? {})) {
      const at = `${pointer}/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`
      if (saysSecret(name, asSchema(field))) args.add(at)
      else if (isBody(name, mails)) journal.add(at)
      else next(field, at)
    }
    for (const items of [node['items'], node['additionalProperties']]) next(items, `${pointer}/*`)
    for (const one of [node['prefixItems'], node['anyOf'], node['oneOf'], node['allOf']])
      for (const [index, branch] of (Array.isArray(one) ? one : []).entries())
        next(branch, one === node['prefixItems'] ? `${pointer}/${index}` : pointer)
    for (const branch of [node['then'], node['else']]) next(branch, pointer)
    const reference = node['$ref']
    if (typeof reference === 'string') next(referenced(root, reference), pointer)
  }
  visit(root, '', 0, [])
  return { args: [...args], journal: [...journal] }
}

/** Of an agent's own tool, of which there is no schema: what could be the body of a message. */
export const bodiesUnder = (pointer: string, toolWords: string): readonly string[] => {
  const names = isMail(toolWords) ? [...bodies, ...mailBodies] : bodies
  return names.map((name) => `${pointer}/${name}`)
}

const bodies = ['mail_body', 'email_body', 'message_body', 'mailBody', 'emailBody', 'messageBody']
const mailBodies = ['body', 'html', 'text', 'content', 'message', 'bodyHtml', 'bodyText']
const plainBodies = new Set([...bodies, ...mailBodies].map(plain))

const isMail = (words: string): boolean =>
  /(?:^|[^a-z])(?:e-?mails?|gmail|outlook|smtp|mails?|messages?|sms|dms?|chat|slack|telegram|whatsapp)(?:[^a-z]|$)/.test(
    words.replaceAll(/([a-z])([A-Z])/g, '$1 $2').toLowerCase(),
  )

function isBody(name: string, mails: boolean): boolean {
  const small = plain(name)
  return mails ? plainBodies.has(small) : /^(?:e?mail|message)body(?:html|text)?$/.test(small)
}

function saysSecret(name: string, field: Schema | null): boolean {
  if (field?.['writeOnly'] === true || field?.['x-secret'] === true) return true
  const format = field?.['format']
  if (typeof format === 'string' && /^(?:password|secret|token|credential|api-?key)$/i.test(format))
    return true
  const small = plain(name)
  if (PUBLIC.test(small)) return false
  return SECRET.test(small)
}

const SECRET =
  /(?:password|passwd|passphrase|passcode|pwd|secret|token|credentials?|authorization|cookies?|bearer|jwt|otp|totp|cvv|cvc|[a-z]key|^pin|^pass)$/
/** Names of records, not keys to a house. */
const PUBLIC =
  /(?:(?:primary|foreign|public|sort|partition|row|group|cache|object|hot|idempotency|issue|project|item|parent|lookup|dictionary|page|pages|next|previous|prev|continuation|sync|cursor|delta|max|min|num)(?:key|token)|(?:max|min|num|total|prompt|completion)tokens?|monkey|turkey|hockey|whiskey|jockey|donkey)$/

function plain(name: string): string {
  return name.toLowerCase().replaceAll(/[^a-z0-9]/g, '')
}

const asSchema = (value: unknown): Schema | null =>
  value !== null && typeof value === 'object' && !Array.isArray(value) ? (value as Schema) : null

/** Only inside the schema itself. */
function referenced(root: Schema | null, reference: string): unknown {
  if (!reference.startsWith('#')) return null
  let at: unknown = root
  for (const part of reference.slice(1).split('/').slice(1))
    at = asSchema(at)?.[part.replaceAll('~1', '/').replaceAll('~0', '~')]
  return at
}
