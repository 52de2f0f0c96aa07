import { describe, expect, it } from 'vitest'
import { SessionId } from '../../contract/ids.ts'
import { leasesTable } from '../../main/store/tables/leases-table.ts'
import { memoryStore } from './fixture.ts'
import { lease } from './samples.ts'

const mine = SessionId.parse('ses_0000000001')
const theirs = SessionId.parse('ses_0000000002')

describe('leases on disk', () => {
  it('come out as they went in and belong to their session', async () => {
    const table = leasesTable((await memoryStore()).db)
    table.insert(lease(1, mine))
    table.insert(lease(2, theirs))
    expect(table.active(mine)).toEqual([lease(1, mine)])
    expect(table.list()).toEqual([lease(2, theirs), lease(1, mine)])
    expect(table.get(lease(3, mine).id)).toBeNull()
  })

  it('count their uses until they are revoked, and never after', async () => {
    const table = leasesTable((await memoryStore()).db)
    const { id } = lease(1, mine)
    table.insert(lease(1, mine))
    expect([
      table.use(id, 4000),
      table.use(id, 4000),
      table.revoke(id, 5000),
      table.use(id, 4000),
      table.revoke(id, 6000),
    ]).toEqual([true, true, true, false, false])
    expect(table.get(id)).toEqual(lease(1, mine, { uses: 2, revokedAt: 5000 }))
    expect(table.active(mine)).toEqual([])
  })

  it('are not used or revoked when unknown', async () => {
    const table = leasesTable((await memoryStore()).db)
    expect([table.use(lease(1, mine).id, 4000), table.revoke(lease(1, mine).id, 1)]).toEqual([
      false,
      false,
    ])
  })

  it('grant nothing when somebody made the row unreadable', async () => {
    const { db } = await memoryStore()
    const table = leasesTable(db)
    table.insert(lease(1, mine))
    db.exec(`UPDATE leases SET body = '{"touches":"all"}'`)
    expect([table.active(mine), table.get(lease(1, mine).id)]).toEqual([[], null])
  })
})
