// The editor's knowledge of where the cursor is and what can be there, and rules in words.
import { Text } from '@codemirror/state'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { ToolListing } from '../../contract/call/manifest.ts'
import { Rule, RuleWhen } from '../../contract/policy/rule.ts'
import { configSchema } from '../../main/config/json-schemas.ts'
import {
  conditions,
  draftOf,
  fieldOf,
  ruleOf,
} from '../../renderer/features/policy/rules/rule-draft.ts'
import { sentenceText } from '../../renderer/features/policy/rules/rule-text.ts'
import { diagnosticsOf } from '../../renderer/features/policy/editor/diagnostics.ts'
import { namesAt } from '../../renderer/features/policy/editor/known-names.ts'
import { formsAt, helpAt, proposalsAt } from '../../renderer/features/policy/editor/schema-text.ts'
import { type Position, positionAt } from '../../renderer/features/policy/editor/yaml-position.ts'

/** The cursor is at `‸`. */
const at = (text: string): Position => {
  const position = positionAt(text.replace('‸', ''), text.indexOf('‸'))
  if (position === null) throw new Error('a comment')
  return position
}
const schema = configSchema()
const tools = (path: readonly string[]): readonly string[] =>
  /^(tools|rules\.\[\]\.when\.tools\.\[\])$/.test(path.join('.')) ? ['exec', 'http'] : []
const offered = (text: string): readonly string[] =>
  proposalsAt(schema, at(text), tools, '').map(({ label }) => label)

describe('where the cursor is', () => {
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
    const position = at(text)
    expect([position.path.join('.'), position.kind, position.typed]).toEqual([path, kind, typed])
  })
})

describe('where the cursor is in', () => {
  it.each<[what: string, text: string, place: object | null]>([
    ['a comment is nowhere', 'preset: ask # wh‸y', null],
    ['a comment of its own line is nowhere', 'rules:\n  # ef‸\n  - id: a\n', null],
    [
      'the middle of a key is that key',
      'pre‸set: ask',
      { typed: 'pre', from: 0, to: 7, kind: 'key' },
    ],
    ['quotes is a value', 'model:\n  name: "a‸"', { path: ['model', 'name'], kind: 'value' }],
    ['a quoted key is a key', 'tools:\n  "ex‸": {}', { path: ['tools'], kind: 'key' }],
    [
      'a text of several lines is its value',
      'agent:\n  instructions: |\n    be ‸',
      {
        path: ['agent', 'instructions'],
        kind: 'value',
      },
    ],
    [
      'brackets over several lines is inside them',
      'rules:\n  - when: {\n      to‸\n    }\n',
      {
        path: ['rules', '[]', 'when'],
        kind: 'key',
        flow: true,
      },
    ],
    [
      'a section with mistakes elsewhere is that section',
      'a: [1\n\nb: {\nmodel:\n  na‸',
      {
        typed: 'na',
      },
    ],
  ])('%s', (_what, text, want) => {
    const position = positionAt(text.replace('‸', ''), text.indexOf('‸'))
    expect([position]).toMatchObject([want])
  })

  it('thousands of rules is the same place as in one', () => {
    const rule = (n: number) => `  - id: rule-${n}\n    effect: deny\n    reason: Not now.\n`
    const many = Array.from({ length: 5_000 }, (_, n) => rule(n)).join('')
    const text = `preset: ask\nrules:\n${many}  - id: last\n    ‸\n${many}stop: []\n`
    const { path, kind, beside } = at(text)
    expect({ path, kind, beside }).toEqual({ path: ['rules', '[]'], kind: 'key', beside: ['id'] })
    const flat = at(text.replaceAll(/^ {2}/gm, ''))
    expect(flat.path).toEqual(['rules', '[]'])
  })

  it('any text, at any offset, is found without a fault', () => {
    const part = fc.constantFrom(
      'a',
      'b: ',
      '- ',
      '\n',
      '  ',
      '{',
      '}',
      '[',
      ']',
      '"',
      "'",
      '#',
      ': ',
      ', ',
      '|',
      '*',
    )
    fc.assert(
      fc.property(fc.array(part, { maxLength: 40 }), fc.nat(), (parts, where) => {
        const text = parts.join('')
        const offset = where % (text.length + 1)
        const position = positionAt(text, offset)
        if (position === null) return
        expect(text.slice(position.from, offset)).toBe(position.typed)
        expect(position.from <= offset && offset <= position.to).toBe(true)
      }),
    )
  })
})

describe('names that the schema does not know', () => {
  const listing = (name: string, networkOutbound: boolean) =>
    ({
      name,
      manifest: { id: `x.${name}`, networkOutbound, actions: [{ name: 'get' }] },
    }) as ToolListing
  const known = [listing('exec', false), listing('http', true)]
  it.each<[path: string, names: readonly string[]]>([
    ['tools', ['exec', 'http']],
    ['rules.[].when.tools.[]', ['exec', 'http']],
    ['presets.mine.tools.[]', ['exec', 'http']],
    ['exfiltrationGuard.allowTools.[]', ['http']],
    ['rules.[].when.ids.[]', ['x.exec', 'x.http']],
    ['rules.[].when.actions.[]', ['get']],
    ['preset', ['ask', 'mine']],
    ['gateway.clients.ci.preset', ['ask', 'mine']],
    ['model.name', []],
  ])('are those of %s', (path, names) =>
    expect(namesAt(path.split('.'), known, ['ask', 'mine'])).toEqual(names),
  )
})

describe('a mistake in the text', () => {
  const text = Text.of(['preset: nobody', 'rules:', '  - id: a, b'])
  it.each<[line: number, column: number, marked: string]>([
    [1, 9, 'nobody'],
    [3, 9, 'a'],
    [2, 99, '\n'],
    [99, 1, '  - id: a, b'.slice(0, 1)],
  ])('on line %i, column %i marks its word', (line, column, marked) => {
    const [mark] = diagnosticsOf(text, {
      problems: [{ line, column, text: 'Wrong.', hint: 'Mend it.' }],
      warnings: [],
    })
    expect(mark).toMatchObject({ severity: 'error', message: 'Wrong. Mend it.' })
    expect(text.sliceString(mark?.from ?? 0, mark?.to ?? 0)).toBe(marked)
  })
})

describe('what can be written there', () => {
  it.each<[text: string, first: readonly string[]]>([
    ['pre‸', ['preset', 'presets']],
    ['rules:\n  - id: a\n    ef‸\n    reason: x\n', ['effect']],
    ['rules:\n  - id: a\n    reason: x\n    ‸', ['when', 'effect', 'approvers', 'expires']],
    ['rules:\n  - effect: ‸', ['allow', 'confirm', 'deny']],
    ['rules:\n  - effect: d‸', ['deny']],
    ['rules:\n  - when:\n      tools:\n        - ‸', ['exec', 'http']],
    ['rules:\n  - when: { tiers: [R‸', ['R0', 'R1', 'R2', 'R3', 'R4']],
    ['exfiltrationGuard:\n  enabled: ‸', ['true', 'false']],
    ['tools:\n  ‸', ['exec', 'http']],
    [
      'tools:\n  exec: {‸',
      ['tier', 'default', 'disabled', 'reviewResults', 'rateLimits', 'cpuSeconds'],
    ],
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
          ids: ['fs.*'],
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

  it('comes out of the form as it went in, with every condition there is', () => {
    const when = {
      tools: ['exec'],
      ids: ['system.run'],
      actions: ['get'],
      tiers: ['R3'],
      categories: ['payments', 'comms'],
      principals: ['agent'],
      agents: ['main'],
      channels: ['window'],
      trust: ['limited'],
      workspaces: ['~/work/**'],
      zones: ['inside', 'guarded'],
      paths: ['src/**'],
      domains: ['a.example'],
      ports: [443],
      methods: ['GET'],
      commands: ['git'],
      allowlist: ['docs.example', { host: 'b.example:8443', methods: ['PUT'], maxBytes: 9 }],
      requestBytes: { over: 1, upTo: 9 },
      newHost: false,
      guarded: true,
      denials: 3,
      rate: { over: 10, per: 'hour' },
      hours: { from: '22:00', to: '06:00', days: ['mon'], timeZone: 'Europe/Berlin' },
      taint: ['private'],
    }
    const whole = rule({ when: RuleWhen.parse(when) })
    expect(Object.keys(when).toSorted()).toEqual(Object.keys(RuleWhen.shape).toSorted())
    expect(conditions.toSorted()).toEqual(Object.keys(when).toSorted())
    expect(ruleOf(draftOf(whole))).toEqual(whole)
    // What was added and not filled in limits nothing.
    const empty = draftOf(rule({ when: {} }))
    const numbers = ['requestBytes', 'denials', 'newHost', 'zones'] as const
    const lists = Object.fromEntries(numbers.map((key) => [key, '']))
    expect(ruleOf({ ...empty, lists }).when).toEqual({})
  })

  it.each<[RuleWhen, string]>([
    [
      { workspaces: ['~/work/shop'], trust: ['limited', 'untrusted'], zones: ['outside'] },
      'Deny every call through a channel that is limited or untrusted while agents work in ~/work/shop when some of it is outside the workspace',
    ],
    [
      { paths: ['a'], requestBytes: { over: 10, upTo: 99 }, newHost: true },
      'Deny every call when a path is in a and a request has more than 10 and at most 99 bytes and it goes to a host it has not reached before',
    ],
    [{ tools: ['http'], rate: { over: 10, per: 'hour' } }, 'Deny http from call 11 on in an hour'],
    [{ rate: { upTo: 3, per: 'session' } }, 'Deny every call for the first 3 calls in a session'],
    [
      { categories: ['payments', 'comms'], principals: ['agent'] },
      'Deny every call of the category payments or comms by an agent',
    ],
    [{ denials: 1 }, 'Deny every call once you have denied 1 call in the session'],
    [{ newHost: false }, 'Deny every call when it goes to hosts it has reached before'],
    [
      { hours: { from: '22:00', to: '06:00', timeZone: 'Asia/Tokyo' } },
      'Deny every call between 22:00 and 06:00 in Asia/Tokyo',
    ],
  ])('%j reads as a sentence', (when, want) =>
    expect(sentenceText({ effect: 'deny', when })).toBe(want),
  )

  it.each<[said: string, field: string | null]>([
    ['rules[3].when.domains[0] must be a host', 'domains'],
    ['The input of policy.edit is not valid: edit.rule.id: lower-case letters', 'id'],
    ['There is a rule with the id a already.', 'id'],
    ['The file cannot be read.', null],
  ])('is complained of at its field: %s', (said, field) => expect(fieldOf(said)).toBe(field))
})
