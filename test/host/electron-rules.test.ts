// The parts of the Electron host that need no Electron: whose address, whose message, which link.
import { describe, expect, it } from 'vitest'
import {
  isOwnUrl,
  mayOpenOutside,
  locationOfLink,
  locationUrl,
} from '../../main/host/electron/origin.ts'
import { isOurSender } from '../../main/host/electron/sender.ts'

describe('our own address', () => {
  const cases: readonly [address: string, own: boolean][] = [
    ['gatehouse://app/', true],
    ['gatehouse://app/assets/index-1.js?x#y', true],
    [locationUrl('/approvals/apr_0123456789'), true],
    ['gatehouse://app', true],
    ['gatehouse://approvals/apr_0123456789', false],
    ['gatehouse://app.example.org/', false],
    ['gatehouse://app@example.org/', false],
    ['gatehouse://me@app/', false],
    ['gatehouse://app:80/', false],
    ['gatehouse:app', false],
    ['gatehouse:/app/', false],
    ['gatehouses://app/', false],
    ['https://app/', false],
    ['file:///app/', false],
    ['data:text/html,gatehouse://app/', false],
    ['javascript:gatehouse://app/', false],
    ['about:blank', false],
    ['devtools://devtools/bundled/inspector.html', false],
    ['', false],
    ['app', false],
  ]
  it.each(cases)('%s: %s', (address, own) => {
    expect(isOwnUrl(address)).toBe(own)
  })
})

describe('a link from outside', () => {
  const cases: readonly [link: string, place: string | null][] = [
    [
      'gatehouse://servers/add?name=x&url=https%3A%2F%2Fx.example',
      '/servers/add?link=gatehouse%3A%2F%2Fservers%2Fadd%3Fname%3Dx%26url%3Dhttps%253A%252F%252Fx.example',
    ],
    ['gatehouse://servers/add', null],
    ['gatehouse://servers/remove?name=x', null],
    ['gatehouse://servers/add?name=x y', null],
    [`gatehouse://servers/add?name=${'x'.repeat(20_000)}`, null],
    ['gatehouse://approvals', '/approvals'],
    ['gatehouse://approvals/', '/approvals'],
    ['gatehouse://approvals/apr_0123456789', '/approvals/apr_0123456789'],
    ['gatehouse://approvals/apr_0123456789/', '/approvals/apr_0123456789'],
    ['gatehouse://approvals/apr_0123456789?answer=once', null],
    ['gatehouse://approvals/apr_0123456789#x', null],
    ['gatehouse://approvals/apr_0123456789/once', null],
    ['gatehouse://approvals/run_0123456789', null],
    ['gatehouse://approvals/../settings', null],
    ['gatehouse://approvals/%2e%2e', null],
    ['gatehouse://settings', null],
    ['gatehouse://app/', null],
    ['https://approvals/apr_0123456789', null],
    ['--config=gatehouse://approvals', null],
    ['gatehouse://approvals\n', null],
    ['', null],
  ]
  it.each(cases)('%j leads to %j', (link, location) => {
    expect(locationOfLink(link)).toBe(location)
  })
})

describe('an address for the system to open', () => {
  const cases: readonly [address: string, may: boolean][] = [
    ['https://example.org/a?b#c', true],
    ['mailto:a@example.org', true],
    ['http://example.org/', false],
    ['https://', false],
    ['https://user:pass@example.org/', false],
    ['file:///etc/passwd', false],
    ['smb://host/share', false],
    ['ms-msdt:/id', false],
    ['javascript:alert(1)', false],
    ['gatehouse://approvals', false],
    ['C:\\Windows\\System32\\calc.exe', false],
    ['/usr/bin/id', false],
    ['', false],
  ]
  it.each(cases)('%s: %s', (address, may) => {
    expect(mayOpenOutside(address)).toBe(may)
  })
})

describe('a message to main', () => {
  const [mine, other] = [{}, {}]
  const top = { origin: 'gatehouse://app', parent: null }
  const cases: readonly [
    name: string,
    frame: { origin: string; parent: unknown } | null,
    sender: object,
    heard: boolean,
  ][] = [
    ['the top frame of our window', top, mine, true],
    ['a frame that is gone', null, mine, false],
    ['a frame inside our window', { ...top, parent: top }, mine, false],
    ['our window showing another origin', { ...top, origin: 'https://example.org' }, mine, false],
    ['our window showing nothing of anyone', { ...top, origin: 'null' }, mine, false],
    ['another host of our scheme', { ...top, origin: 'gatehouse://approvals' }, mine, false],
    ['contents that are no window of ours', top, other, false],
  ]
  it.each(cases)('from %s is accepted: %4$s', (_name, frame, sender, received) => {
    expect(isOurSender(frame, sender, [mine])).toBe(received)
  })

  it('is taken from nobody once the window is closed', () => {
    expect(isOurSender(top, mine, [])).toBe(false)
  })
})
