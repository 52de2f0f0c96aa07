import { expect, it } from 'vitest'
import { pinsTable } from '../../main/store/tables/pins-table.ts'
import type { PinRow } from '../../main/store/tables/pins-table.ts'
import { memoryStore } from './fixture.ts'

const row = (name: string, more: Partial<PinRow> = {}): PinRow => ({
  server: 'forge',
  what: 'tool',
  name,
  text: `{"name":"${name}"}`,
  open: true,
  labels: null,
  ...more,
})

it('holds the last text of each thing that was reviewed, and changes all of them or none', async () => {
  const { db } = await memoryStore()
  const table = pinsTable(db)
  const server = row('server', { what: 'server' })
  table.change([row('a'), row('b'), server, row('a', { server: 'wiki' })], [])
  table.change(
    [row('a', { open: false, text: 'x' })],
    [{ server: 'forge', what: 'tool', name: 'b' }],
  )
  expect(table.all()).toEqual([
    server,
    row('a', { open: false, text: 'x' }),
    row('a', { server: 'wiki' }),
  ])
  expect(() => table.change([row('c'), row('d', { text: null as unknown as string })], [])).toThrow(
    'NOT NULL',
  )
  expect(() => table.change([row('e', { what: 'other' as 'tool' })], [])).toThrow('CHECK')
  expect(table.all().map(({ name }) => name)).toEqual(['server', 'a', 'a'])
})

it('keeps what a server was seen to reach, and gives nothing for what cannot be read', async () => {
  const { db } = await memoryStore()
  const table = pinsTable(db)
  table.putAccess('forge', { hosts: ['a'] })
  table.putAccess('forge', { hosts: ['b'] })
  expect([table.access('forge'), table.access('wiki')]).toEqual([{ hosts: ['b'] }, null])
  db.exec("UPDATE server_access SET body = '{'")
  expect(table.access('forge')).toBeNull()
  table.removeAccess('forge')
  expect(table.access('forge')).toBeNull()
})
