import { expect, it } from 'vitest'
import { fitsTemplate } from '../../../main/mcp/trust/uri-template.ts'
import { growth, MOST_GROWTH } from '../../growth.ts'

it.each<[template: string, uri: string, fits: boolean]>([
  ['note://{id}', 'note://seven', true],
  ['note://{id}', 'note://', false],
  ['note://{id}', 'note://a/b', false],
  ['note://{id}', 'note://a?b', false],
  ['note://{id}', 'other://a', false],
  ['note://{id}/text', 'note://a/text', true],
  ['note://{id}/text', 'note://a/other', false],
  ['note://{id}/text', 'note://a/text/more', false],
  ['file://{+path}', 'file:///a/b%20c', true],
  ['file://{+path}', 'file:///a b', false],
  ['file://{/path*}', 'file:///a/b', true],
  ['find://x{?q,limit}', 'find://x?q=a&limit=2', true],
  ['find://x{?q,limit}', 'find://x', true],
  ['find://x{?q}', 'find://x#q', false],
  ['x://{a}.{b}', 'x://1.2', true],
  ['x://{a}{b}', 'x://1', false],
  ['x://{unclosed', 'x://{unclosed', false],
  ['x://}{', 'x://}{', false],
  ['x://{a b}', 'x://1', false],
])('%s and %s: %s', (template, uri, fits) => expect(fitsTemplate(template, uri)).toBe(fits))

it('takes no long time for any template', async () => {
  const fits = (size: number): boolean =>
    fitsTemplate('{a}-'.repeat(60), `${'a-'.repeat(size / 2)}!`)
  expect(fits(100_000)).toBe(false)
  expect(await growth(fits, 100_000)).toBeLessThan(MOST_GROWTH)
})
