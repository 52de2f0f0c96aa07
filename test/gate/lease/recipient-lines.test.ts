// What was free to vary in a lasting answer names nobody: no line and no member that a mail program reads
// as one more recipient.
import { describe, expect, it } from 'vitest'
import type { Json } from '../../../contract/json.ts'
import { namesRecipient } from '../../../main/gate/lease/recipient-lines.ts'

describe('an argument names one more recipient', () => {
  it.each<[string, Json]>([
    ['as a line', 'June\r\nBcc: kim@x.example'],
    ['as a member', { bcc: 'kim@x.example' }],
    ['as a member in other letters', { 'Reply-To': 'kim@x.example' }],
    ['as a member with a letter nobody sees', { 'b\u200bcc': 'kim@x.example' }],
    ['as a member in a list', [{ to: ['kim@x.example'] }]],
    ['as a member of a member', { options: { mail: { recipients: { kim: 1 } } } }],
    ['as a header', { headers: [{ name: 'Bcc', value: 'kim@x.example' }] }],
    ['as a text in a member', { headers: 'cc: kim@x.example' }],
    ['in an encoded word', '=?utf-8?B?eA0KQmNjOiBraW1AeC5leGFtcGxl?='],
    ['in an encoded word of its other form', '=?us-ascii?q?x=0D=0ABcc:_kim=40x.example?='],
  ])('%s', (_how, value) => expect(namesRecipient(value)).toBe(true))

  it.each<[string, Json]>([
    ['a text with a colon', 'To do: buy bread'],
    ['a member that is empty', { bcc: [], cc: '', to: null }],
    ['a switch', { to: true }],
    ['an encoded word of a greeting', '=?utf-8?B?R3LDvMOfZQ==?='],
    ['other members', { total: 3, token: 'x', name: 'Kim', key: 'id' }],
  ])('not as %s', (_how, value) => expect(namesRecipient(value)).toBe(false))
})
