import { describe, expect, it } from 'vitest'
import { Services } from '../../contract/policy/services.ts'
import type { CanonicalTouch } from '../../contract/call/touch.ts'
import { asksOwnService, leaves } from '../../main/gate/own-question.ts'
import { github } from '../../tools/github.ts'

const { manifest } = github(Services.parse({ github: { url: 'https://forge.example/api' } }))
const to = (url: string, method: 'GET' | 'POST' | 'DELETE' = 'GET', bytes = 0): CanonicalTouch => ({
  ...{ kind: 'net.fetch', method, url, host: new URL(url).host, port: 443 },
  ...{ reach: 'public', listed: true, bytes },
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
