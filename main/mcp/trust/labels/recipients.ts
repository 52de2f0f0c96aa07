// Pure. Which arguments of a tool say to whom something goes: by their names, and by the forms that
// the schema gives them.

const TO_WHOM = new Set(
  'to cc bcc recipient recipients receiver receivers addressee addressees email emails emailaddress mailto channel channels channelid chat chatid room roomid phone phonenumber number msisdn webhook webhookurl callback callbackurl url urls uri uris link href endpoint host hostname domain destination dest target payee beneficiary iban wallet walletaddress toaddress toaccount toaccountid account accountid accountnumber recipientid userid username user users member members assignee assignees attendee attendees participant participants guest guests invitee invitees conversation conversationid threadid group groupid space spaceid team owner repo repository project replyto forwardto sendto notify subscribers audience peer jid handle mention mentions server bucket remote empfaenger empfanger an destinatario destinataire para'.split(
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

/**
 * JSON Pointers. A list is one argument, whole.
 * @param targetsOnly for a tool that only reads: what it is asked about is no recipient.
 */
export function recipientsIn(schema: unknown, targetsOnly: boolean): readonly string[] {
  const found: string[] = []
  const visit = (node: unknown, at: string, depth: number): void => {
    if (!isObject(node) || !isObject(node['properties']) || depth > DEEPEST) return
    const names = Object.keys(node['properties'])
    for (const [name, member] of Object.entries(node['properties'])) {
      const pointer = `${at}/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`
      const plain = name.toLowerCase().replace(/[^a-z0-9]/g, '')
      // From here to there: of files, dates and numbers, not of people.
      const span = plain === 'to' && names.some((other) => /^(?:from|since|start)$/i.test(other))
      if (pointer.length <= 1_024 && !span && speaks(plain, member, targetsOnly))
        found.push(pointer)
      else visit(member, pointer, depth + 1)
    }
  }
  visit(schema, '', 0)
  return found.slice(0, MOST)
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

const isObject = (value: unknown): value is Record<string, unknown> =>
  value !== null && typeof value === 'object' && !Array.isArray(value)
