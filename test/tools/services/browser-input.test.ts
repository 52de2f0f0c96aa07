import { describe, expect, it } from 'vitest'
import { browser } from '../../../tools/browser.ts'

const page = 'https://shop.example/'

describe('what browser takes', () => {
  it.each<[string, Record<string, unknown>]>([
    ['no action', {}],
    ['an unknown action', { action: 'fly' }],
    ['an unknown argument', { action: 'snapshot', extra: 1 }],
    ['a file as an address', { action: 'open', url: 'file:///etc/passwd' }],
    ['a script as an address', { action: 'open', url: 'javascript:alert(1)' }],
    ['a user in an address', { action: 'open', url: 'https://a:b@shop.example/' }],
    ['an address too long', { action: 'open', url: `https://a.example/${'x'.repeat(8_200)}` }],
    ['a selector in the place of a reference', { action: 'click', page, element: 'a[href]' }],
    ['a reference that ends the selector', { action: 'click', page, element: 'e1"] *' }],
    ['a click without its page', { action: 'click', element: 'e1' }],
    ['a text too long', { action: 'type', page, element: 'e1', text: 'x'.repeat(20_001) }],
    ['a wait without an end', { action: 'wait', ms: 100_000 }],
    ['a text for a click', { action: 'click', page, element: 'e1', text: 'x' }],
  ])('is not %s', (_name, args) => {
    expect(browser.input.safeParse(args).success).toBe(false)
  })

  it.each([
    [{ action: 'open', url: page }, [{ kind: 'net.fetch', method: 'GET', url: page }]],
    [
      { action: 'fill', page, element: 'e1', text: 'Ada' },
      [{ kind: 'net.fetch', method: 'POST', url: page, bytes: 3 }],
    ],
    [{ action: 'navigate', page, to: 'back' }, [{ kind: 'net.fetch', method: 'GET', url: page }]],
    [{ action: 'snapshot' }, []],
  ])('%j names what it may make the page send', (args, touches) => {
    expect(browser.touches(browser.input.parse(args))).toEqual(touches)
  })
})
