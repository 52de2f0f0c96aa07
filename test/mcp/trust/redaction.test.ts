// What is hidden of the arguments of a tool that comes from outside, though nobody declared it.
import { describe, expect, it } from 'vitest'
import {
  bodiesUnder,
  redactionDefaults,
} from '../../../contract/call/redaction/redaction-defaults.ts'

const text = { type: 'string' }
const fields = (properties: Record<string, unknown>) => ({ type: 'object', properties })

describe('fields that are hidden wherever arguments are shown', () => {
  it.each([
    ['a name', fields({ password: text, user: text }), ['/password']],
    [
      'a key with a word before it',
      fields({ ssh_key: text, apiKey: text }),
      ['/ssh_key', '/apiKey'],
    ],
    ['a pin', fields({ pin: text, passcode: text, cvv: text }), ['/pin', '/passcode', '/cvv']],
    ['a format', fields({ a: { ...text, format: 'password' } }), ['/a']],
    ['write only', fields({ a: { ...text, writeOnly: true } }), ['/a']],
    [
      'deep down',
      fields({ a: fields({ b: fields({ c: fields({ token: text }) }) }) }),
      ['/a/b/c/token'],
    ],
    [
      'in a list',
      fields({ users: { type: 'array', items: fields({ secret: text }) } }),
      ['/users/*/secret'],
    ],
    ['in one of several', { anyOf: [fields({ otp: text }), fields({ a: text })] }, ['/otp']],
    [
      'behind a reference',
      { ...fields({ a: { $ref: '#/$defs/x' } }), $defs: { x: fields({ jwt: text }) } },
      ['/a/jwt'],
    ],
    [
      'under any name',
      { type: 'object', additionalProperties: fields({ token: text }) },
      ['/*/token'],
    ],
    ['with a slash', fields({ 'a/token': text }), ['/a~1token']],
  ])('%s', (_what, schema, args) => {
    expect(redactionDefaults(schema, 'do_it')).toEqual({ args, journal: [] })
  })

  it.each([
    ['records', fields({ primary_key: text, key: text, publicKey: text, sortKey: text })],
    ['pages', fields({ nextPageToken: text, cursor_token: text, max_tokens: text })],
    ['words that end alike', fields({ monkey: text, pinned: text, passenger: text })],
    ['nothing', {}],
    ['no schema', null],
  ])('not %s', (_what, schema) => {
    expect(redactionDefaults(schema, 'do_it')).toEqual({ args: [], journal: [] })
  })

  it('ends on a schema that contains itself, and on one that never ends', () => {
    const loop = { ...fields({ a: { $ref: '#' }, token: text }) }
    expect(redactionDefaults(loop, '').args).toContain('/token')
    const wide = fields(
      Object.fromEntries(Array.from({ length: 5_000 }, (_, at) => [`f${at}`, fields({})])),
    )
    expect(redactionDefaults(wide, '').args).toEqual([])
  })
})

describe('the body of a message', () => {
  it.each([
    ['send_email', { body: text, to: text }, ['/body']],
    ['gmailSend', { htmlBody: text, message_body: text }, ['/message_body']],
    ['slack_post', { text, channel: text }, ['/text']],
    ['create_file', { body: text, text }, []],
    ['create_file', { email_body: text }, ['/email_body']],
    ['format', { message: text }, []],
  ])('%s hides it in the journal, and a person sees it', (name, properties, journal) => {
    expect(redactionDefaults(fields(properties), name)).toEqual({ args: [], journal })
  })

  it('of other agents is told by the name of their tool, because there is no schema', () => {
    expect(bodiesUnder('/input', 'mcp__mail__send_mail')).toContain('/input/body')
    expect(bodiesUnder('/input', 'Grep')).not.toContain('/input/body')
    expect(bodiesUnder('/input', 'Grep')).toContain('/input/mail_body')
  })
})
