import { expect, it } from 'vitest'
import type { ToolListing } from '../../../contract/call/manifest.ts'
import { rowOf } from '../../../renderer/features/capabilities/tool-row.ts'
import { asKnown } from '../../../renderer/state/shared/tool-list.ts'
import { tools } from '../../fakes/bridge-data.ts'

/** As it comes over the line: other objects, whatever they say. */
const copy = <T>(value: T): T => JSON.parse(JSON.stringify(value)) as T
const [first, second] = tools
if (first === undefined || second === undefined) throw new Error('the fake has tools')

it('gives back the list that was known where nothing changed, and its objects where something did', () => {
  const known = copy(tools)
  expect(asKnown(known, copy(tools))).toBe(known)
  const changed = copy(tools).map((tool): ToolListing =>
    tool.name === first.name ? { ...tool, hiddenBy: 'setting' } : tool,
  )
  const next = asKnown(known, changed)
  expect(next).toEqual(changed)
  expect(next.map((tool, at) => tool === known[at])).toEqual(
    known.map(({ name }) => name !== first.name),
  )
})

it.each<[what: string, (list: ToolListing[]) => ToolListing[]]>([
  ['a tool that went', (list) => list.slice(1)],
  ['a tool that came', (list) => [{ ...first, name: 'new_one' }, ...list]],
  ['another order', (list) => list.toReversed()],
  [
    'a word deep inside',
    (list) =>
      list.map((tool) => ({
        ...tool,
        manifest: { ...tool.manifest, description: `${tool.manifest.description}.` },
      })),
  ],
  [
    'a field more in a schema',
    (list) => list.map((tool) => ({ ...tool, inputSchema: { ...tool.inputSchema, also: null } })),
  ],
  ['a field less in a schema', (list) => list.map((tool) => ({ ...tool, inputSchema: {} }))],
  [
    'an action more',
    (list) =>
      list.map((tool) => ({
        ...tool,
        manifest: {
          ...tool.manifest,
          actions: [...tool.manifest.actions, { name: 'x', readOnly: true }],
        },
      })),
  ],
])('never takes an old list for the current one: %s', (_what, change) => {
  const now = change(copy([...tools]))
  expect(asKnown(tools, copy(now))).toEqual(now)
})

it('has one row for one listing', () => {
  expect(rowOf(first)).toBe(rowOf(first))
  expect(rowOf(copy(first))).not.toBe(rowOf(first))
  expect(rowOf(copy(first))).toEqual(rowOf(first))
})
