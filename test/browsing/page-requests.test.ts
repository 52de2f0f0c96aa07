import { describe, expect, it } from 'vitest'
import { findBrowser } from '../../main/browsing/find-browser.ts'
import { mayGo } from '../../main/browsing/page-requests.ts'
import type { NetTouch } from '../../main/browsing/page-requests.ts'

const touch = (change: Partial<NetTouch> = {}): NetTouch => ({
  kind: 'net.fetch',
  method: 'GET',
  url: 'https://shop.example/a',
  host: 'shop.example',
  port: 443,
  reach: 'public',
  listed: false,
  ...change,
})
const opened = new Set(['shop.example:443'])
const none = new Set<string>()

describe('a request of a page', () => {
  it.each<[string, Partial<NetTouch>, ReadonlySet<string>, ReadonlySet<string>, boolean, boolean]>([
    ['to the host that was opened', {}, opened, none, true, true],
    ['to another host', { host: 'cdn.example' }, opened, none, true, false],
    ['to another port', { port: 8443 }, opened, none, true, false],
    ['that sends, in a step that only looks', { method: 'POST' }, opened, none, true, false],
    ['that sends, in a step that may', { method: 'POST' }, opened, opened, true, true],
    ['to a listed host', { host: 'cdn.example', listed: true }, none, none, true, true],
    ['to this machine, not listed', { reach: 'local' }, opened, opened, true, false],
    ['between two steps', {}, opened, opened, false, false],
    ['between two steps, to a listed host', { listed: true }, none, none, false, false],
  ])('%s', (_name, change, looks, sends, busy, goes) => {
    expect(mayGo(touch(change), { looks: new Set(looks), sends, busy })).toBe(goes)
  })
})

describe('the choice of the browser', () => {
  it.each([
    ['Chrome before Chromium', ['/b/chromium', '/b/google-chrome'], '/b/google-chrome'],
    ['Chromium where it is alone', ['/b/chromium'], '/b/chromium'],
    ['Edge too', ['/a/microsoft-edge'], '/a/microsoft-edge'],
    ['none where none is', [], null],
  ])('is %s', (_name, there: readonly string[], found) => {
    expect(findBrowser({ PATH: '/a:/b' }, (file) => there.includes(file))).toBe(found)
  })
})
