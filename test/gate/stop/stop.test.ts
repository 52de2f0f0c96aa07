import { describe, expect, it } from 'vitest'
import { decide } from '../../../main/gate/decide.ts'
import { standardPreset } from '../../../main/gate/policy.ts'
import type { Policy } from '../../../main/gate/policy.ts'
import type { DecisionRequest } from '../../../main/gate/decision-request.ts'
import {
  ask,
  callers,
  fetching,
  folding,
  lease,
  policyWith,
  read,
  reading,
  rule,
  run,
  running,
  to,
  write,
  writing,
} from '../decision-requests.ts'

const own = policyWith({ ownStop: ['secret/**', '/srv/*.key', '~/mail'] })
const folds = policyWith({ ownStop: ['Secret/**'], roots: folding })
const everything = policyWith({
  rules: [rule('allow', {})],
  hosts: ['127.0.0.1'],
  preset: standardPreset('ask'),
})

const stopped: readonly [string, DecisionRequest, string, Policy?][] = [
  ['a credential store is read', ask(reading, [read('/home/p/.ssh/id', 'stop')]), 'stop.path'],
  ['it is written', ask(writing, [write('/home/p/.ssh/id', 'stop')]), 'stop.path'],
  ['a person asks', ask(reading, [read('/x', 'stop')], { principal: callers.person }), 'stop.path'],
  [
    'a lease names it',
    ask(reading, [read('/x', 'stop')], {
      leases: [lease('read_file', { touches: [read('/x', 'stop')] })],
    }),
    'stop.path',
  ],
  ['a rule allows everything', ask(reading, [read('/x', 'stop')]), 'stop.path', everything],
  [
    'only one touch of several is stopped',
    ask(writing, [write('/w/a'), read('/x', 'stop')]),
    'stop.path',
  ],
  ['the person named the folder', ask(reading, [read('/w/secret/a')]), 'stop.path', own],
  ['it is the named folder itself', ask(reading, [read('/w/secret')]), 'stop.path', own],
  ['a pattern names the file', ask(reading, [read('/srv/tls.key')]), 'stop.path', own],
  [
    'a pattern names it from the home folder',
    ask(reading, [read('/home/p/mail')]),
    'stop.path',
    own,
  ],
  [
    'the path has backslashes',
    ask(reading, [read('\\w\\secret\\a', 'workspace')]),
    'stop.path',
    own,
  ],
  [
    'case is folded and differs',
    ask(reading, [read('/W/SECRET/A', 'workspace')]),
    'stop.path',
    folds,
  ],
  [
    'an address of this machine is not listed',
    ask(fetching, [to('127.0.0.1', { reach: 'local' })]),
    'stop.address',
  ],
  [
    'an address of this network is not listed',
    ask(fetching, [to('192.168.0.1', { reach: 'local' })]),
    'stop.address',
    everything,
  ],
  [
    'a command would run elsewhere',
    ask(running, [{ ...run('ls'), zone: 'outside' } as never]),
    'stop.folder',
  ],
]

const passed: readonly [string, DecisionRequest, Policy][] = [
  ['a name that only begins the same', ask(reading, [read('/w/secrets')]), own],
  ['a folder below where one name was meant', ask(reading, [read('/srv/a/tls.key')]), own],
  ['another case where case counts', ask(reading, [read('/w/Secret/a')]), own],
  [
    'a local address that is listed',
    ask(fetching, [to('127.0.0.1', { reach: 'local', listed: true })]),
    everything,
  ],
]

describe('the STOP list', () => {
  it.each(stopped)('refuses when %s', (_when, request, code, policy = own) => {
    const decision = decide(request, policy)
    expect([decision.effect, decision.by]).toEqual(['deny', { kind: 'stop', id: code }])
    expect(decision.reasons.at(-1)?.code).toBe(code)
  })

  it.each(passed)('leaves alone %s', (_what, request, policy) => {
    expect(decide(request, policy).by.kind).not.toBe('stop')
  })

  it('says of each stopped touch why, in one order whatever theirs is', () => {
    const touches = [to('127.0.0.1', { reach: 'local' }), read('/b', 'stop'), read('/a', 'stop')]
    const said = (list: typeof touches) =>
      decide(ask(reading, list), own).reasons.filter(({ code }) => code.startsWith('stop.'))
    expect(said(touches).map(({ code }) => code)).toEqual([
      'stop.address',
      'stop.path',
      'stop.path',
    ])
    expect(said(touches.toReversed())).toEqual(said(touches))
  })
})
