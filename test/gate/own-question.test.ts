import { describe, expect, it } from 'vitest'
import { Services } from '../../contract/policy/config/services.ts'
import type { CanonicalTouch } from '../../contract/call/touch.ts'
import { asksOwnService, leaves } from '../../main/gate/own-question.ts'
import { decide } from '../../main/gate/decide.ts'
import { github } from '../../tools/github.ts'
import {
  ask,
  both,
  callers,
  fromWeb,
  guardOn,
  onlyPrivate,
  policyWith,
} from './decision-requests.ts'

const { manifest } = github(Services.parse({ github: { url: 'https://forge.example/api' } }))
const to = (url: string, method: 'GET' | 'POST' | 'DELETE' = 'GET', bytes = 0): CanonicalTouch => ({
  kind: 'net.fetch',
  method,
  url,
  host: new URL(url).host,
  port: 443,
  reach: 'public',
  listed: true,
  bytes,
})
const own: CanonicalTouch = { kind: 'secrets.get', name: 'github-token' }
const other: CanonicalTouch = { kind: 'secrets.get', name: 'mail-token' }
const at = 'https://forge.example/api/repos'

describe('a question to the service that a tool is there for', () => {
  it.each<[string, string, boolean, readonly CanonicalTouch[], boolean]>([
    [
      'is one that reads below its address, with its credential',
      'get_pr',
      true,
      [to(at), own],
      true,
    ],
    ['is none for an action that changes something', 'merge_pr', true, [to(at), own], false],
    ['is none for an action nobody declared', 'explode', true, [to(at), own], false],
    ['is none beside its address', 'get_pr', true, [to('https://forge.example/other')], false],
    [
      'is none at an address that begins like it',
      'get_pr',
      true,
      [to('https://forge.example/apis')],
      false,
    ],
    ['is none at another host', 'get_pr', true, [to('https://evil.example/api/x')], false],
    ['is none with another credential', 'get_pr', true, [to(at), other], false],
    ['is none that sends a body', 'get_pr', true, [to(at, 'POST', 5)], false],
    ['is none that sends a body with a GET', 'get_pr', true, [to(at, 'GET', 5)], false],
    [
      'is none that names somebody',
      'get_pr',
      true,
      [{ ...to(at), recipients: ['kim'] } as CanonicalTouch],
      false,
    ],
    ['is none that deletes', 'get_pr', true, [to(at, 'DELETE')], false],
    [
      'is none where something else goes along',
      'get_pr',
      true,
      [to(at), to('https://evil.example/')],
      false,
    ],
    ['is none of a tool from outside', 'get_pr', false, [to(at), own], false],
    ['is none that reaches nothing', 'get_pr', true, [], false],
  ])('%s', (_name, action, builtIn, touches, asks) => {
    const request = { manifest: { ...manifest, builtIn }, action, touches }
    expect(asksOwnService(request)).toBe(asks)
    expect(leaves(request as Parameters<typeof leaves>[0])).toBe(!asks && touches.length > 0)
  })
})

describe('a question to its own service, after private data and the web', () => {
  const worst = (touches: readonly CanonicalTouch[], more: Parameters<typeof ask>[2] = {}) =>
    ask({ ...manifest }, touches, {
      action: 'get_pr',
      principal: callers.agent,
      taint: both,
      origins: fromWeb,
      ...more,
    })
  const asked = (touches: readonly CanonicalTouch[], more = {}) =>
    decide(worst(touches, more), policyWith({}))
  const codes = (touches: readonly CanonicalTouch[], more = {}) =>
    asked(touches, more).reasons.map(({ code }) => code)

  it('keeps its own tier, because nobody but the service sees it', () => {
    expect(asked([to(at), own])).toMatchObject({
      tier: manifest.actions.find(({ name }) => name === 'get_pr')?.riskTier ?? manifest.riskTier,
    })
    expect(codes([to(at), own])).not.toContain('flow.both')
  })

  it.each<[string, readonly CanonicalTouch[], object]>([
    ['to another host', [to('https://evil.example/api/x'), own], {}],
    [
      'to a host behind a name and an at sign',
      [to('https://forge.example@evil.example/api'), own],
      {},
    ],
    [
      'beside the address, out of it by dots',
      [to(new URL('https://forge.example/api/../x').href), own],
      {},
    ],
    ['and somewhere else', [to(at), to('https://evil.example/'), own], {}],
    ['with a body', [to(at, 'POST', 1), own], {}],
    ['with another credential', [to(at), other], {}],
    ['that changes something', [to(at), own], { action: 'merge_pr' }],
    [
      'of a tool from outside that says it has one',
      [to(at), own],
      { manifest: { ...manifest, builtIn: false } },
    ],
  ])('asks when it goes %s', (_what, touches, more) => {
    expect(asked(touches, more)).toMatchObject({ effect: 'confirm' })
  })

  it('is still closed by the guard', () => {
    expect(decide(worst([to(at), own]), policyWith({ guard: guardOn }))).toMatchObject({
      effect: 'deny',
      by: { kind: 'guard' },
    })
  })

  it('does not count as one over plain http to a public host, where others read along', () => {
    const open = github(Services.parse({ github: { url: 'http://forge.example/api' } })).manifest
    const here = github(Services.parse({ github: { url: 'http://127.0.0.1:3000/api' } })).manifest
    const plain = { ...to('http://forge.example/api/repos'), port: 80 } as CanonicalTouch
    const local = { ...to('http://127.0.0.1:3000/api/repos'), reach: 'local' } as CanonicalTouch
    const asks = (one: typeof manifest, touch: CanonicalTouch) =>
      asksOwnService({ manifest: one, action: 'get_pr', touches: [touch] })
    expect([asks(open, plain), asks(here, local)]).toEqual([false, true])
    expect(
      decide(worst([plain], { manifest: open, taint: onlyPrivate }), policyWith({})),
    ).toMatchObject({ effect: 'confirm' })
  })
})
