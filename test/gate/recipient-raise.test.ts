// A recipient of which nobody knows who named it, once text of strangers was read. What follows for rules,
// settings and lasting answers is in test/mcp/injection.
import { describe, expect, it } from 'vitest'
import { CallId } from '../../contract/ids.ts'
import type { JsonObject } from '../../contract/json.ts'
import { noTaint } from '../../contract/call/origin.ts'
import type { ArgumentOrigin, SourceLabel, Taint } from '../../contract/call/origin.ts'
import type { Manifest } from '../../contract/call/manifest.ts'
import { namelessRecipients } from '../../main/gate/raises/recipient-raise.ts'
import { tool } from './decision-requests.ts'

const source = (label: SourceLabel) => ({
  callId: CallId.parse('call_aaaaaaaaaaaa'),
  tool: 'mail__read_mail',
  from: 'the server mail',
  label,
})
const strangers: Taint = { ...noTaint, untrustedRead: [source('untrusted')] }
const found = (pointer: string, label: SourceLabel, part?: string): ArgumentOrigin => ({
  pointer,
  origin: { kind: 'tool', source: source(label) },
  ...(part === undefined ? {} : { part }),
})

type External = NonNullable<Manifest['external']>
const mail = (more: Partial<External> = {}, to: readonly string[] = ['/to', '/bcc']): Manifest =>
  tool('mail__send_email', 'R3', {
    builtIn: false,
    external: {
      sourceId: 'mcp.mail.send-email',
      labels: {
        id: 'comms.mail.send-email',
        category: 'comms',
        effects: [],
        readsPrivate: false,
        readsUntrusted: false,
        sends: { to: [...to] },
      },
      decided: true,
      changes: true,
      args: ['/to', '/bcc', '/subject'],
      ...more,
    },
  })
const nameless = (
  args: JsonObject,
  origins: readonly ArgumentOrigin[] = [],
  manifest = mail(),
  taint = strangers,
): readonly string[] => namelessRecipients({ manifest, args, origins, taint })

describe('a recipient that nobody named', () => {
  it.each<[string, JsonObject, readonly ArgumentOrigin[], readonly string[]]>([
    ['a text', { to: 'kim@x.example', subject: 'June' }, [], ['/to']],
    ['a short text', { to: '#a' }, [], ['/to']],
    ['a number', { to: 491_701_234_567 }, [], ['/to']],
    ['one of a list', { to: ['a@x.example', 'b@x.example'] }, [found('/to/0', 'person')], ['/to']],
    ['a name in an object', { to: { 'kim@x.example': true } }, [], ['/to']],
    [
      'an argument that no schema names',
      { to: 'a@x.example', copy: 'b' },
      [found('/to', 'person')],
      ['/copy'],
    ],
    [
      'of which only a part is known',
      { to: 'a@x.example' },
      [found('/to', 'person', 'x.example')],
      ['/to'],
    ],
  ])('is %s', (_what, args, origins, pointers) => {
    expect(nameless(args, origins)).toEqual(pointers)
  })

  it.each<[string, JsonObject, readonly ArgumentOrigin[]]>([
    ['a file of the person names it', { to: 'a@x.example' }, [found('/to', 'person')]],
    [
      'private data names it, which raises by itself',
      { to: 'a@x.example' },
      [found('/to', 'private')],
    ],
    [
      'strangers name it, which raises by itself',
      { to: 'a@x.example' },
      [found('/to', 'untrusted', 'a@x.example')],
    ],
    ['each of a list is named', { to: ['a@x.example'] }, [found('/to/0', 'workspace')]],
    ['it is empty', { to: '', bcc: [], subject: 'June' }, []],
    ['it is left out', { bcc: null, subject: 'June' }, []],
  ])('does not arise where %s', (_what, args, origins) => {
    expect(nameless(args, origins)).toEqual([])
  })

  it.each<[string, Manifest, Taint]>([
    ['nothing of strangers was read', mail(), noTaint],
    ['the tool only looks', mail({ changes: false }), strangers],
    ['it always sends to its own place', mail({}, []), strangers],
    ['it is a tool of ours', tool('http', 'R3'), strangers],
  ])('is not asked for where %s', (_what, manifest, taint) => {
    expect(nameless({ to: 'kim@x.example' }, [], manifest, taint)).toEqual([])
  })
})
