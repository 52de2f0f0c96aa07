// Conditions that nobody knows or no call can meet are errors, with the line and a hint.
import { describe, expect, it } from 'vitest'
import { parseFile } from '../../main/config/parse.ts'
import { policyFacts } from '../../main/policy/policy-facts.ts'

const check = (when: string, effect = 'deny', more = '') => {
  const text = `${more}rules:\n  - id: r\n    effect: ${effect}\n    reason: r\n    when:\n      ${when}\n`
  const parsed = parseFile(
    text,
    'f',
    policyFacts(() => 0),
  )
  return parsed.ok ? null : parsed.error[0]
}

describe('an error with its line', () => {
  it.each<[when: string, effect: string, text: string, hint: string]>([
    ['workspace: [~/a]', 'deny', 'no setting "workspace"', 'Did you mean "workspaces"?'],
    ['zone: [inside]', 'deny', 'no setting "zone"', 'Did you mean "zones"?'],
    ['zones: [indoors]', 'deny', 'must be one of inside, outside, guarded', 'Write one of'],
    ['trust: [trustd]', 'deny', 'must be one of trusted', 'Did you mean "trusted"?'],
    ['rate: { over: 10, per: week }', 'deny', 'must be one of minute', 'Write one of'],
    [
      'rate: { over: 10, per: hour, in: x }',
      'deny',
      'no setting "in"',
      'Known here: over, upTo, per',
    ],
    ['rate: { over: 10 }', 'deny', 'rate.per must be one of', 'Write one of'],
    ['rate: { per: hour }', 'deny', 'The rate has no bound', 'over'],
    ['rate: { over: 1, upTo: 5, per: hour }', 'deny', 'The rate has two bounds', 'either'],
    ['rate: { over: 5, per: hour }', 'allow', 'cannot begin after a number of calls', 'upTo'],
    ['rate: { over: -1, per: hour }', 'deny', 'must be at least 0', 'larger'],
    ['requestBytes: {}', 'deny', 'The size has no bound', 'over, upTo'],
    [
      'requestBytes: { over: 9, upTo: 9 }',
      'deny',
      'No request has more than 9',
      'larger than over',
    ],
    ['newHost: true', 'allow', 'cannot be for new hosts only', 'newHost: false'],
    ['newHost: first', 'deny', 'must be true or false', 'without quotes'],
    ['denials: 3', 'allow', 'cannot begin after denials', 'Change the effect'],
    ['denials: 0', 'deny', 'must be at least 1', 'larger'],
    ['workspaces: [shop]', 'deny', 'does not say where it is', '~/work/shop'],
    ['workspaces: ["/a**/b"]', 'deny', 'must be a whole name', 'src/**'],
    ['{ zones: [guarded], guarded: false }', 'deny', 'exclude each other', 'Remove one'],
    ['zones: [guarded]', 'allow', 'also lies inside or outside', '[inside, guarded]'],
    [
      'hours: { from: "22:00", to: "06:00", timeZone: Europe/Berln }',
      'deny',
      'no time zone named "Europe/Berln"',
      'Europe/Berlin',
    ],
  ])('%s, to %s', (when, effect, text, hint) => {
    expect(check(when, effect)).toMatchObject({
      line: 6,
      text: expect.stringContaining(text),
      hint: expect.stringContaining(hint),
    })
  })

  it('a channel that is trusted more than it can be', () => {
    expect(check('zones: [inside]', 'deny', 'channels:\n  gateway: trusted\n')).toMatchObject({
      line: 2,
      text: expect.stringContaining('only ever goes down'),
      hint: expect.stringContaining('limited or untrusted'),
    })
  })
})

describe('no error is found', () => {
  it.each<[when: string, effect: string]>([
    ['workspaces: [~/work/**, /srv/shop]', 'allow'],
    ['zones: [inside, guarded]', 'allow'],
    ['zones: [guarded]', 'deny'],
    ['{ zones: [inside], guarded: true }', 'deny'],
    ['requestBytes: { over: 10, upTo: 100 }', 'confirm'],
    ['rate: { upTo: 5, per: day }', 'allow'],
    ['rate: { over: 0, per: session }', 'deny'],
    ['newHost: false', 'allow'],
    ['denials: 3', 'deny'],
    ['trust: [limited, untrusted]', 'confirm'],
    ['hours: { from: "22:00", to: "06:00", timeZone: UTC }', 'deny'],
  ])('%s, to %s', (when, effect) => expect(check(when, effect)).toBeNull())

  it('a channel that is lowered', () =>
    expect(check('zones: [inside]', 'deny', 'channels: { gateway: untrusted }\n')).toBeNull())
})
