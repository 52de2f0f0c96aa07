// Pure. Which arguments of a tool say to whom something goes: by their names, and by the forms that
// the schema gives them.

import { isObject } from '../../../../contract/is-object.ts'
const TO_WHOM = new Set(
  'to cc bcc recipient recipients receiver receivers addressee addressees email emails emailaddress mailto channel channels channelid chat chatid room roomid phone phonenumber number msisdn webhook webhookurl callback callbackurl url urls uri uris link href endpoint host hostname domain destination dest target payee beneficiary iban wallet walletaddress toaddress toaccount toaccountid account accountid accountnumber recipientid userid username user users member members assignee assignees attendee attendees participant participants guest guests invitee invitees conversation conversationid thread threadid threadts group groupid space spaceid team owner repo repository project replyto forwardto sendto notify subscribers audience peer jid handle mention mentions server bucket remote empfaenger empfanger an destinatario destinataire para'.split(
    ' ',
  ),
)
/** These name a place also in a tool that only reads. */
const PLACES = new Set(
  'url urls uri uris link href endpoint host hostname domain webhook webhookurl callback callbackurl website'.split(
    ' ',
  ),
)
const DEEPEST = 3
const MOST = 32
/** Of more, the arguments that they are in. */
const MOST_ARGUMENTS = 64
/** Schemas that refer to each other can be many; what is beyond it is one argument, whole. */
const MOST_VISITED = 2_000
const MOST_FORMS = 64

/**
 * JSON Pointers. A list is one argument, whole, and so is an object of any names.
 * @param targetsOnly for a tool that only reads: what it is asked about is no recipient.
 */
export function recipientsIn(schema: unknown, targetsOnly: boolean): readonly string[] {
  const found = new Set<string>()
  let visited = 0
  /** @param whole the list that it is in; null: it has a place of its own. */
  const visit = (node: unknown, at: string, depth: number, whole: string | null): void => {
    if (depth > DEEPEST) return
    for (const form of formsOf(node, schema)) {
      visited += 1
      if (visited > MOST_VISITED) return void (at !== '' && found.add(whole ?? at))
      const properties = isObject(form['properties']) ? form['properties'] : {}
      const names = Object.keys(properties)
      for (const [name, member] of Object.entries(properties)) {
        const pointer = `${at}/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`
        const plain = name.toLowerCase().replace(/[^a-z0-9]/g, '')
        // From here to there: of files, dates and numbers, not of people.
        const span = plain === 'to' && names.some((other) => /^(?:from|since|start)$/i.test(other))
        if (pointer.length <= 1_024 && !span && speaks(plain, member, targetsOnly))
          found.add(whole ?? pointer)
        else visit(member, pointer, depth + 1, whole)
      }
      for (const key of ['items', 'prefixItems', 'contains', 'additionalProperties'])
        for (const item of [form[key]].flat()) visit(item, at, depth + 1, whole ?? at)
    }
  }
  visit(schema, '', 0, null)
  found.delete('')
  const within = [...new Set([...found].map((pointer) => `/${pointer.split('/')[1] ?? ''}`))]
  return found.size <= MOST ? [...found] : within.slice(0, MOST_ARGUMENTS)
}

/** A schema, what it refers to within its own, and each that it is put together from or may be. */
function formsOf(node: unknown, root: unknown): readonly Record<string, unknown>[] {
  const forms: Record<string, unknown>[] = []
  const add = (one: unknown, depth: number): void => {
    if (!isObject(one) || depth > DEEPEST || forms.length >= MOST_FORMS || forms.includes(one))
      return
    forms.push(one)
    add(referred(one['$ref'], root), depth + 1)
    for (const key of ['anyOf', 'oneOf', 'allOf', 'then', 'else'])
      for (const part of [one[key]].flat().slice(0, MOST)) add(part, depth + 1)
  }
  add(node, 0)
  return forms
}

function referred(ref: unknown, root: unknown): unknown {
  if (typeof ref !== 'string' || !ref.startsWith('#')) return null
  let at = root
  for (const name of ref.slice(1).split('/').filter(Boolean)) {
    const key = name.replaceAll('~1', '/').replaceAll('~0', '~')
    at = isObject(at) && Object.hasOwn(at, key) ? at[key] : null
  }
  return at
}

function speaks(name: string, member: unknown, targetsOnly: boolean): boolean {
  if (isObject(member) && ['boolean'].includes(String(member['type']))) return false
  if (PLACES.has(name)) return true
  const format = formOf(member)
  if (format === 'uri' || format === 'hostname' || format === 'iri') return true
  return !targetsOnly && (TO_WHOM.has(name) || format === 'email' || /^(?:to|recipient)/.test(name))
}

function formOf(member: unknown): unknown {
  if (!isObject(member)) return null
  if (typeof member['format'] === 'string') return member['format']
  return isObject(member['items']) ? member['items']['format'] : null
}
