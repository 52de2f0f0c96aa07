// The truth table of the filter, whole.
import { expect, it } from 'vitest'
import { externalFilter } from '../../main/plugins/external-filter.ts'
import type { PluginOrigin } from '../../contract/plugin/plugin-origin.ts'

type Row = readonly [
  origin: PluginOrigin,
  allowExternal: boolean,
  externalAllowList: string[],
  passes: boolean,
]

it.each<Row>([
  ['built-in', false, [], true],
  ['built-in', false, ['other'], true],
  ['built-in', true, [], true],
  ['built-in', true, ['other'], true],
  ['built-in', true, ['echo'], true],
  ['external', false, [], false],
  ['external', false, ['other'], false],
  ['external', false, ['echo'], false],
  ['external', true, [], true],
  ['external', true, ['other'], false],
  ['external', true, ['echo'], true],
  ['external', true, ['other', 'echo'], true],
])(
  'a %s plugin with allowExternal %s and the list %j passes: %s',
  (origin, allowExternal, externalAllowList, passes) => {
    const refused = externalFilter(origin, 'echo', { allowExternal, externalAllowList })
    expect(refused?.code ?? null).toBe(passes ? null : 'plugin.external-denied')
  },
)
