// How rules that speak of touches are read by the effect, and which of several decides.
import { describe, expect, it } from 'vitest'
import type { CanonicalTouch } from '../../../contract/call/touch.ts'
import type { Rule, RuleWhen } from '../../../contract/policy/rule.ts'
import {
  ask,
  fetching,
  part,
  read,
  reading,
  rule,
  run,
  running,
  sending,
  to,
  write,
  writing,
} from '../decision-requests.ts'
import { allows, decided, denies } from '../deciding.ts'

const view = ask(reading, [read('/w/a')])

type Mixed = readonly [
  sentence: string,
  when: RuleWhen,
  touches: readonly CanonicalTouch[],
  deny: boolean,
  allow: boolean,
]
const mixed: readonly Mixed[] = [
  ['one of two paths', { paths: ['a'] }, [read('/w/a'), read('/w/b')], true, false],
  ['both paths', { paths: ['*'] }, [read('/w/a'), write('/w/b')], true, true],
  [
    'a path, and a request it does not speak of',
    { paths: ['a'] },
    [read('/w/a'), to('x.example')],
    true,
    false,
  ],
  [
    'a host, and a path it does not speak of',
    { domains: ['x.example'] },
    [read('/w/a'), to('x.example')],
    true,
    false,
  ],
  [
    'both kinds',
    { paths: ['a'], domains: ['x.example'] },
    [read('/w/a'), to('x.example')],
    true,
    true,
  ],
  [
    'both kinds, of which only one is there',
    { paths: ['a'], domains: ['x.example'] },
    [read('/w/a')],
    false,
    true,
  ],
  ['one of two hosts', { domains: ['x.example'] }, [to('x.example'), to('y.example')], true, false],
  [
    'a host over plain http, which only what closes something means too',
    { domains: ['x.example'] },
    [to('x.example', { port: 80 })],
    true,
    false,
  ],
  [
    'one of two ports',
    { ports: [443] },
    [to('x.example'), to('x.example', { port: 8443 })],
    true,
    false,
  ],
  [
    'a port, and a path it does not speak of',
    { ports: [443] },
    [read('/w/a'), to('x.example')],
    true,
    false,
  ],
  [
    'one of two methods',
    { methods: ['GET'] },
    [to('x.example'), to('x.example', { method: 'POST' })],
    true,
    false,
  ],
  [
    'host and method met by two requests',
    { domains: ['x.example'], methods: ['POST'] },
    [to('x.example'), to('y.example', { method: 'POST' })],
    true,
    false,
  ],
  ['one of two commands', { commands: ['git'] }, [run('git status', 'rm x')], true, false],
  [
    'a second part after the one that is meant',
    { commands: ['git status'] },
    [run('git status', 'curl x')],
    true,
    false,
  ],
  ['both commands', { commands: ['git', 'rm'] }, [run('git status', 'rm x')], true, true],
  ['sudo in front', { commands: ['git status'] }, [run('sudo', 'git status')], true, false],
  [
    'a redirection behind',
    { commands: ['git status'] },
    [run('git status', '> /etc/x')],
    true,
    false,
  ],
  [
    'a part of which no word is known',
    { commands: ['git'] },
    [run('git status', part('', { words: [] }))],
    true,
    false,
  ],
  [
    'a line that was not taken apart',
    { commands: ['git'] },
    [{ kind: 'proc.run', command: 'git', cwd: '/w', zone: 'workspace' }],
    false,
    false,
  ],
  ['no touch at all', { paths: ['**'] }, [], false, false],
  ['no touch that it speaks of', { paths: ['**'] }, [to('x.example')], false, false],
]

describe('a rule with conditions on touches', () => {
  it.each(mixed)(
    '%s: one is enough to refuse or ask, all are needed to allow',
    (_sentence, of, touches, deny, allow) => {
      const request = ask(sending, touches)
      const confirms = decided(request, [rule('confirm', of)]).by.kind === 'rule'
      expect({
        deny: denies(of, request),
        confirm: confirms,
        allow: allows(of, request),
      }).toEqual({ deny, confirm: deny, allow })
    },
  )
})

describe('of several rules', () => {
  const [deny, confirm, allow] = [rule('deny', {}), rule('confirm', {}), rule('allow', {})]
  const orders: readonly (readonly [string, readonly Rule[], string])[] = [
    ['deny first', [deny, confirm, allow], 'deny-it'],
    ['deny last', [allow, confirm, deny], 'deny-it'],
    ['confirm before allow', [confirm, allow], 'confirm-it'],
    ['allow before confirm', [allow, confirm], 'confirm-it'],
    [
      'a wide deny over a narrow allow',
      [rule('deny', { tools: ['*'] }), rule('allow', { paths: ['a'] })],
      'deny-it',
    ],
    [
      'a narrow deny over a wide allow',
      [rule('deny', { paths: ['a'] }), rule('allow', {})],
      'deny-it',
    ],
    [
      'of two alike the first by id',
      [rule('deny', {}, { id: 'b' }), rule('deny', {}, { id: 'a' })],
      'a',
    ],
    ['not one that does not hold', [rule('deny', { tools: ['exec'] }), allow], 'allow-it'],
  ]
  it.each(orders)('the strictest decides: %s', (_sentence, rules, id) => {
    const decision = decided(view, rules)
    expect(decision.by).toEqual({ kind: 'rule', id })
    expect(decision.reasons.at(-1)?.code).toBe(`rule.${decision.effect}`)
  })

  it('one refuses among five thousand that do not match the call', () => {
    const many = Array.from({ length: 5_000 }, (_, at) =>
      rule('allow', { paths: [`d${at}/**`] }, { id: `r${at}` }),
    )
    const rules = [...many, rule('deny', { paths: ['d4999/x'] })]
    expect(decided(ask(writing, [write('/w/d4999/x')]), rules).by.id).toBe('deny-it')
    expect(decided(ask(writing, [write('/w/d4999/y')]), rules).by.id).toBe('r4999')
    expect(decided(ask(writing, [write('/w/e/y')]), rules).by.kind).toBe('tier')
  })

  it('none allows R4', () => {
    const line4 = ask(running, [run(part('rm -rf .', { effects: ['destructive'] }))])
    expect([decided(line4, [allow]).effect, decided(line4, [allow, deny]).effect]).toEqual([
      'confirm',
      'deny',
    ])
    expect(decided(ask(fetching, [to('a.example')]), [allow]).effect).toBe('allow')
  })
})
