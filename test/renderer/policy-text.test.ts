// The editor's knowledge of where the cursor is and what can be there, and rules in words.
import { describe, expect, it } from 'vitest'
import { Rule } from '../../contract/policy/rule.ts'
import { configSchema } from '../../main/config/json-schemas.ts'
import { draftOf, fieldOf, ruleOf } from '../../renderer/features/policy/rule-draft.ts'
import { sentenceText } from '../../renderer/features/policy/rule-text.ts'
import { formsAt, helpAt, proposalsAt } from '../../renderer/features/policy/schema-text.ts'
import { placeAt } from '../../renderer/features/policy/yaml-place.ts'

/** The cursor is at `‸`. */
const at = (text: string) => placeAt(text.replace('‸', ''), text.indexOf('‸'))
const schema = configSchema()
const tools = (path: readonly string[]): readonly string[] =>
  /^(tools|rules\.\[\]\.when\.tools\.\[\])$/.test(path.join('.')) ? ['exec', 'http'] : []
const offered = (text: string): readonly string[] =>
  proposalsAt(schema, at(text), tools, '').map(({ label }) => label)

describe('where the cursor stands', () => {
  it.each<[text: string, path: string, kind: string, typed: string]>([
    ['pre‸', '', 'key', 'pre'],
    ['preset: a‸', 'preset', 'value', 'a'],
    ['rules:\n  - ‸', 'rules.[]', 'key', ''],
    ['rules:\n  - id: a\n    ef‸', 'rules.[]', 'key', 'ef'],
    ['rules:\n- id: a\n  ef‸', 'rules.[]', 'key', 'ef'],
    ['rules:\n  - id: a\n    effect: ‸', 'rules.[].effect', 'value', ''],
    ['rules:\n  - id: a\n    when:\n      to‸', 'rules.[].when', 'key', 'to'],
    [
      'rules:\n  - id: a\n    when:\n      tools:\n        - ex‸',
      'rules.[].when.tools.[]',
      'key',
      'ex',
    ],
    ['rules:\n  - id: a\n    when: { to‸', 'rules.[].when', 'key', 'to'],
    ['rules:\n  - id: a\n    when: { tools: [exec, ‸', 'rules.[].when.tools.[]', 'value', ''],
    [
      'rules:\n  - id: a\n    when: { tools: [exec], tiers: [R‸',
      'rules.[].when.tiers.[]',
      'value',
      'R',
    ],
    ['tools:\n  exec:\n    # dear\n\n    ti‸', 'tools.exec', 'key', 'ti'],
    [
      'allowlist:\n  hosts:\n    - a.example\n    - host: b\n      me‸',
      'allowlist.hosts.[]',
      'key',
      'me',
    ],
    ['rules: []\nst‸', '', 'key', 'st'],
    ['model:\n  name: x\n\n‸', '', 'key', ''],
  ])('%j', (text, path, kind, typed) => {
    const place = at(text)
    expect([place.path.join('.'), place.kind, place.typed]).toEqual([path, kind, typed])
  })
})

describe('what can stand there', () => {
  it.each<[text: string, first: readonly string[]]>([
    ['pre‸', ['preset', 'presets']],
    ['rules:\n  - id: a\n    ef‸\n    reason: x\n', ['effect']],
    ['rules:\n  - id: a\n    reason: x\n    ‸', ['when', 'effect', 'expires']],
    ['rules:\n  - effect: ‸', ['allow', 'confirm', 'deny']],
    ['rules:\n  - effect: d‸', ['deny']],
    ['rules:\n  - when:\n      tools:\n        - ‸', ['exec', 'http']],
    ['rules:\n  - when: { tiers: [R‸', ['R0', 'R1', 'R2', 'R3', 'R4']],
    ['exfiltrationGuard:\n  enabled: ‸', ['true', 'false']],
    ['tools:\n  ‸', ['exec', 'http']],
    ['tools:\n  exec: {‸', ['tier', 'default', 'disabled', 'rateLimits']],
    ['nothing:\n  ‸', []],
  ])('%j', (text, labels) => expect(offered(text)).toEqual(labels))

  it('is put in with room for what follows', () => {
    const [when] = proposalsAt(schema, at('rules:\n  - id: a\n    whe‸'), tools, '    ')
    const [paths] = proposalsAt(schema, at('rules:\n  - when: { pat‸'), tools, '    ')
    expect([when?.insert, paths?.insert]).toEqual(['when:\n      ', 'paths: '])
  })

  it('is explained at the cursor', () => {
    expect(helpAt(schema, at('rules:\n  - effect: d‸'))).toEqual({
      path: 'rules[].effect',
      text: 'allow runs it, confirm asks you, deny denies it. No rule allows R4.',
      type: 'one of',
      values: ['allow', 'confirm', 'deny'],
      usual: null,
    })
    expect(helpAt(schema, at('approvals:\n  timeoutSeconds‸'))).toMatchObject({
      type: 'a number',
      usual: '600',
    })
    expect(helpAt(schema, at('‸'))).toBeNull()
  })

  it('leads to nothing where there is nothing', () =>
    expect(formsAt(schema, ['rules', '[]', 'no'])).toEqual([]))
})

describe('a rule', () => {
  const rule = (change: object): Rule =>
    Rule.parse({ id: 'a', when: {}, effect: 'deny', reason: 'x', ...change })
  it.each<[rule: Rule, want: string]>([
    [rule({}), 'Deny every call'],
    [
      rule({ effect: 'confirm', when: { tools: ['exec'], commands: ['git push', 'npm publish'] } }),
      'Ask before exec when a command is git push or npm publish',
    ],
    [
      rule({ effect: 'allow', when: { paths: ['a/**'], domains: ['b.example'] } }),
      'Allow every call when every path is in a/** and every host is b.example',
    ],
    [
      rule({
        when: {
          tools: ['a'],
          capabilities: ['fs.*'],
          principals: ['mcp-client'],
          agents: ['x-*'],
          tiers: ['R2'],
        },
      }),
      'Deny a that can fs.* of tier R2 by an MCP client named x-*',
    ],
    [
      rule({
        when: {
          hours: { from: '22:00', to: '06:00', days: ['mon', 'tue', 'sun'] },
          taint: ['private'],
        },
      }),
      'Deny every call once the session has read private data between 22:00 and 06:00 on Monday, Tuesday or Sunday',
    ],
  ])('reads as a sentence: %#', (given, want) => expect(sentenceText(given)).toBe(want))

  it('comes out of the form as it went in', () => {
    const whole = rule({
      when: {
        tools: ['exec', 'fs.*'],
        tiers: ['R3'],
        hours: { from: '22:00', to: '06:00' },
        taint: ['untrusted'],
      },
      expires: '2027-01-01T00:00:00Z',
    })
    expect(ruleOf(draftOf(whole))).toEqual(whole)
  })

  it.each<[said: string, field: string | null]>([
    ['rules[3].when.domains[0] must be a host', 'domains'],
    ['The input of policy.edit is not valid: edit.rule.id: lower-case letters', 'id'],
    ['There is a rule with the id a already.', 'id'],
    ['The file cannot be read.', null],
  ])('is complained of at its field: %s', (said, field) => expect(fieldOf(said)).toBe(field))
})
