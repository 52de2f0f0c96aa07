// Filters, groups and order of the table of tools, over the tools of the fake.
import { expect, it } from 'vitest'
import type { ToolView } from '../../contract/call/tool-table.ts'
import {
  arrange,
  columnsOf,
  filterRows,
  narrowingsOf,
  noView,
  without,
} from '../../renderer/features/capabilities/table/arrange.ts'
import { changeWords } from '../../renderer/features/capabilities/tool/change-text.ts'
import { facetChoices } from '../../renderer/features/capabilities/table/facets.ts'
import { sampleCalls } from '../../renderer/features/capabilities/tool/sample-calls.ts'
import { rowOf, withUsage } from '../../renderer/features/capabilities/tool-row.ts'
import { tools } from '../fakes/bridge-data.ts'
import { serverTools } from '../fakes/bridge-server-tools.ts'
import type { Supposed } from '../../contract/policy/supposed.ts'

const rows = [...tools, ...serverTools(0)].map(rowOf)
const names = (view: Partial<ToolView>): string[] =>
  filterRows(rows, { ...noView, ...view }).map(({ tool }) => tool.name)

it.each<[what: string, view: Partial<ToolView>, want: string[]]>([
  ['every word, anywhere', { text: 'FILE one' }, ['read_file', 'write_file', 'edit_file']],
  [
    'one value of each filter',
    { filters: { tier: ['R3', 'R2'], outbound: ['no'] } },
    ['write_file', 'edit_file', 'exec'],
  ],
  [
    'a state',
    { filters: { state: ['changed', 'new'] } },
    ['forge__merge_pull_request', 'notes__search_notes'],
  ],
  [
    'a server and a word',
    { text: 'issue', filters: { source: ['mcp:forge'], trust: ['verified'] } },
    ['forge__list_issues', 'forge__create_issue'],
  ],
  ['nothing that fits', { text: 'merge', filters: { trust: ['community'] } }, []],
  ['a filter that it does not know', { filters: { colour: ['red'] }, text: 'exec' }, ['exec']],
])('finds by %s', (_what, view, want) => expect(names(view)).toEqual(want))

it('says where nothing is found what each filter leaves out', () => {
  const view = { ...noView, text: 'merge', filters: { trust: ['community'] } }
  const wider = narrowingsOf(view).map((one) => [
    one.kind,
    filterRows(rows, without(view, one)).length,
  ])
  expect(wider).toEqual([
    ['text', 1],
    ['facet', 1],
  ])
})

it('groups and folds, and sorts by rank inside each group', () => {
  const view: ToolView = {
    ...noView,
    group: 'source',
    sort: { column: 'tier', down: true },
    text: 'e',
  }
  const reported = arrange(rows, view, new Set(['mcp:forge'])).map((item) =>
    item.kind === 'group' ? `${item.value} ${item.tools} ${item.open}` : item.row.tool.name,
  )
  expect(reported).toEqual([
    'built-in 7 true',
    'exec',
    'http',
    'edit_file',
    'write_file',
    'list_dir',
    'read_file',
    'web_fetch',
    'mcp:forge 3 false',
    'mcp:notes 1 true',
    'notes__search_notes',
  ])
})

it('counts what each filter could choose, and keeps rows that nothing was counted for', () => {
  expect(facetChoices(rows, 'trust')).toEqual([
    { value: 'own', tools: 7 },
    { value: 'verified', tools: 3 },
    { value: 'community', tools: 1 },
  ])
  const counted = withUsage(rows, [{ tool: 'exec', allowed: 1, confirmed: 2, denied: 0 }])
  expect(
    counted
      .filter((row, at) => row !== rows[at])
      .map(({ tool, today }) => [tool.name, today.confirmed]),
  ).toEqual([['exec', 2]])
  expect(columnsOf({ ...noView, columns: ['denied', 'ghost'] })).toEqual(['name', 'denied'])
})

it('says what a change does from what the gate explained, once for all who are treated alike', () => {
  const explained = (effect: 'allow' | 'confirm' | 'deny', tier: 'R2' | 'R3'): Supposed =>
    ({ id: null, decision: { effect, tier } }) as unknown as Supposed
  const hidden: Supposed = { id: null, error: { code: 'tool.hidden', text: 'x' } }
  const probe = (who: string, before: Supposed, after: Supposed) => ({
    what: 'write_file notes.txt',
    who,
    before,
    after,
  })
  expect(
    changeWords([
      probe('an agent', explained('confirm', 'R2'), explained('deny', 'R2')),
      probe('an MCP client', explained('confirm', 'R2'), explained('deny', 'R2')),
      probe('a schedule', explained('confirm', 'R2'), explained('confirm', 'R3')),
      probe('a sub-agent', hidden, hidden),
    ]),
  ).toEqual({
    changed: [
      'write_file notes.txt, by an agent or an MCP client: needed approval, now is denied.',
      'write_file notes.txt, by a schedule: still needs approval, now as R3 instead of R2.',
    ],
    same: ['write_file notes.txt, by a sub-agent: is not there at all, as before.'],
  })
})

it('makes calls to ask about from the schema of a tool', () => {
  const of = (name: string) =>
    rows.filter(({ tool }) => tool.name === name).flatMap(({ tool }) => sampleCalls(tool))
  expect([of('write_file'), of('forge__merge_pull_request')]).toEqual([
    [
      { what: 'write_file notes.txt', args: { path: 'notes.txt', text: '' } },
      { what: 'write_file /etc/hosts', args: { path: '/etc/hosts', text: '' } },
    ],
    [{ what: 'forge__merge_pull_request', args: { number: 1 } }],
  ])
})
