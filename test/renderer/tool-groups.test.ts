// Tools of servers beside our own: by server unless a person chose otherwise, without the prefix
// where the server is named above them, and whole everywhere else.
import { expect, it } from 'vitest'
import {
  columnsIn,
  groupedView,
  nameIn,
  NO_GROUP,
  noView,
} from '../../renderer/features/capabilities/table/arrange.ts'
import { rowOf } from '../../renderer/features/capabilities/tool-row.ts'
import { tools } from '../fakes/bridge-data.ts'
import { serverTools } from '../fakes/bridge-server-tools.ts'

const own = tools.map(rowOf)
const all = [...tools, ...serverTools(0)].map(rowOf)

it.each([
  ['our own tools alone', noView, own, null],
  ['a server among them', noView, all, 'source'],
  ['a server, and another grouping chosen', { ...noView, group: 'tier' }, all, 'tier'],
  ['a server, and no grouping chosen', { ...noView, group: NO_GROUP }, all, NO_GROUP],
] as const)('%s', (_what, view, rows, group) => {
  expect(groupedView(view, rows).group).toBe(group)
})

it('a name is short under its server only', () => {
  const issue = all.find(({ tool }) => tool.name === 'forge__list_issues')?.tool
  const read = all.find(({ tool }) => tool.name === 'read_file')?.tool
  if (issue === undefined || read === undefined) throw new Error('the fake has other tools')
  expect([nameIn(issue, 'source'), nameIn(issue, 'tier'), nameIn(issue, null)]).toEqual([
    'list_issues',
    'forge__list_issues',
    'forge__list_issues',
  ])
  expect(nameIn(read, 'source')).toBe('read_file')
})

it('beside a tool in detail the columns of little value give way, unless a person chose them', () => {
  expect(columnsIn(noView, true, null)).not.toContain('trust')
  expect(columnsIn(noView, true, null)).toEqual(expect.arrayContaining(['name', 'tier', 'state']))
  expect(columnsIn({ columns: ['trust'] }, true, 'trust')).toEqual(['name', 'trust'])
})
