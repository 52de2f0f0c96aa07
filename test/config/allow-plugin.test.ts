// One external plugin let through the filter by a button: that one, and none beside it that was not
// let through before; what the person wrote stays.
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { PluginSettings } from '../../contract/plugin/settings.ts'
import { editText } from '../../main/config/edit/edit-text.ts'
import { parseConfig } from '../../main/config/parse.ts'
import { externalFilter } from '../../main/plugins/external-filter.ts'

const edited = (text: string, name: string): string => {
  const result = editText(text, 'f', { allowPlugin: name })
  if (!result.ok) throw new Error(JSON.stringify(result.error))
  return result.value
}

describe('letting one plugin through', () => {
  it.each<readonly [what: string, text: string, after: string]>([
    [
      'a file without the section',
      'preset: ask # quiet\n',
      'preset: ask # quiet\nplugins:\n  allowExternal: true\n  externalAllowList:\n    - echo\n',
    ],
    [
      'a list with comments',
      'plugins:\n  allowExternal: true # mine\n  externalAllowList:\n    - tally # dear\n',
      'plugins:\n  allowExternal: true # mine\n  externalAllowList:\n    - tally # dear\n    - echo\n',
    ],
    [
      'a list that was off',
      'plugins: { allowExternal: false, externalAllowList: [tally] }\n',
      'plugins: {allowExternal: true, externalAllowList: [tally, echo]}\n',
    ],
    [
      'a filter that lets all of them through',
      'plugins: { allowExternal: true }\n',
      'plugins: { allowExternal: true }\n',
    ],
    [
      'a list that has it',
      'plugins: { allowExternal: true, externalAllowList: [echo] }\n',
      'plugins: { allowExternal: true, externalAllowList: [echo] }\n',
    ],
    [
      'an empty section',
      'plugins: {}\n',
      'plugins:\n  allowExternal: true\n  externalAllowList:\n    - echo\n',
    ],
  ])('in %s', (_what, text, after) => {
    expect(edited(text, 'echo')).toBe(after)
  })

  it('lets through that one and those that were, whatever the list was', () => {
    const names = ['echo', 'tally', 'word_count', 'other']
    const settings = fc.record({
      allowExternal: fc.boolean(),
      externalAllowList: fc.uniqueArray(fc.constantFrom(...names), { maxLength: 3 }),
    })
    fc.assert(
      fc.property(settings, fc.boolean(), (set, shares) => {
        const shared = shares && set.externalAllowList.length > 0
        const text = shared
          ? `presets: { mine: { tools: &list ${JSON.stringify(set.externalAllowList)} } }\nplugins: { allowExternal: ${set.allowExternal}, externalAllowList: *list }\n`
          : `plugins: ${JSON.stringify(set)}\n`
        const after = parseConfig(edited(text, 'echo'), 'f')
        const before = PluginSettings.parse(set)
        const passes = (name: string, to: PluginSettings) =>
          externalFilter('external', name, to) === null
        const now = after.ok ? after.value.plugins : PluginSettings.parse({})
        const listed = names.filter((name) => passes(name, now))
        const wanted = names.filter(
          (name) =>
            name === 'echo' || passes(name, before) || before.externalAllowList.includes(name),
        )
        expect(listed).toEqual(wanted)
        // The other place of a shared list says what it said.
        const other = after.ok ? after.value.presets['mine']?.tools : null
        expect(other).toEqual(shared ? set.externalAllowList : undefined)
      }),
    )
  })
})
