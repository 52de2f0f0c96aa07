import fc from 'fast-check'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { ApprovalState } from '../../contract/approval/approval.ts'
import { RequestHash, SessionId } from '../../contract/ids.ts'
import { approvalsTable } from '../../main/store/tables/approvals-table.ts'
import type { AtRest } from '../../main/store/at-rest.ts'
import { makeFolder, memoryStore, storeIn } from './fixture.ts'
import { approval } from './samples.ts'

const session = SessionId.parse('ses_0000000001')
const said = { answeredAt: 2000, answeredOn: 'window', answer: 'once' } as const
const memoryTable = async () => approvalsTable((await memoryStore()).db)

describe('approvals on disk', () => {
  it('come out as they went in, and the full arguments only by their own function', async () => {
    const file = join(makeFolder(), 'data.db')
    const full = { command: 'make test', env: { TOKEN: 'hunter2' } }
    const first = await storeIn(file)
    approvalsTable(first.db).insert(approval(1), full)
    first.close()
    const table = approvalsTable((await storeIn(file)).db)
    expect(table.get(approval(1).id)).toEqual(approval(1))
    expect(table.requestOf(approval(1).id)).toEqual(full)
    const shown = JSON.stringify([
      table.get(approval(1).id),
      table.list(['pending'], undefined, 9),
      [...table.pending()],
    ])
    expect(shown).not.toContain('hunter2')
  })

  it('are not found under an unknown id', async () => {
    const table = await memoryTable()
    expect([
      table.get(approval(1).id),
      table.requestOf(approval(1).id),
      [...table.pending()],
    ]).toEqual([null, null, []])
    expect(table.transition(approval(1).id, 'pending', 'approved', said)).toBe(false)
  })

  it('let exactly one of two answers win, over two connections too', async () => {
    const file = join(makeFolder(), 'data.db')
    const [mine, theirs] = [
      approvalsTable((await storeIn(file)).db),
      approvalsTable((await storeIn(file)).db),
    ]
    mine.insert(approval(1), {})
    expect(mine.transition(approval(1).id, 'pending', 'approved', said)).toBe(true)
    expect(
      theirs.transition(approval(1).id, 'pending', 'denied', {
        answeredAt: 3000,
        answeredOn: 'cli',
        answer: 'deny-once',
      }),
    ).toBe(false)
    expect(theirs.get(approval(1).id)).toEqual(approval(1, { state: 'approved', ...said }))
  })

  it('are consumed once, and keep who answered', async () => {
    const table = await memoryTable()
    table.insert(approval(1), {})
    table.transition(approval(1).id, 'pending', 'approved', said)
    expect(table.transition(approval(1).id, 'approved', 'consumed')).toBe(true)
    expect(table.transition(approval(1).id, 'approved', 'consumed')).toBe(false)
    expect(table.get(approval(1).id)).toEqual(approval(1, { state: 'consumed', ...said }))
  })

  const allowed = new Set([
    'pending approved',
    'pending denied',
    'pending expired',
    'pending cancelled',
    'approved consumed',
    'approved expired',
    'approved cancelled',
  ])
  const steps = ApprovalState.options.flatMap((from) =>
    ApprovalState.options.map((to) => [from, to] as const),
  )
  it.each(steps)('go from %s to %s only if that step is allowed', async (from, to) => {
    const table = await memoryTable()
    table.insert(approval(1, { state: from }), {})
    const step = (): string => {
      try {
        return table.transition(approval(1).id, from, to, said) ? 'taken' : 'lost'
      } catch (error) {
        return String(error)
      }
    }
    expect(step()).toMatch(allowed.has(`${from} ${to}`) ? 'taken' : 'an approval does not go back')
  })

  it('never change what they ask', async () => {
    const { db } = await memoryStore()
    approvalsTable(db).insert(approval(1), {})
    for (const column of ['id', 'body', 'request', 'request_hash', 'session']) {
      expect(() => db.exec(`UPDATE approvals SET ${column} = 'x'`)).toThrow('never changed')
    }
  })

  it('cannot be had, and so not be approved, when somebody made the row unreadable', async () => {
    const { db } = await memoryStore()
    const table = approvalsTable(db)
    table.insert(approval(1), {})
    table.insert(approval(2), {})
    db.exec(
      `DROP TRIGGER approvals_question; UPDATE approvals SET body = '{"tool":1}', request = '[' WHERE id = '${approval(1).id}'`,
    )
    expect([table.get(approval(1).id), table.requestOf(approval(1).id)]).toEqual([null, null])
    expect([...table.pending()]).toEqual([approval(2)])
  })

  it('are joined only by the same request of the same session while they wait', async () => {
    const table = await memoryTable()
    const other = RequestHash.parse('99'.repeat(32))
    table.insert(approval(1), {})
    expect(table.findPending(approval(1).requestHash, session)?.id).toBe(approval(1).id)
    expect(table.findPending(other, session)).toBeNull()
    expect(table.findPending(approval(1).requestHash, SessionId.parse('ses_0000000002'))).toBeNull()
    table.transition(approval(1).id, 'pending', 'expired', {
      answeredAt: 1,
      answeredOn: null,
      answer: 'deny-once',
    })
    expect(table.findPending(approval(1).requestHash, session)).toBeNull()
  })

  it('wait oldest first and are listed newest first', async () => {
    const table = await memoryTable()
    for (const number of [3, 1, 2]) table.insert(approval(number), {})
    table.transition(approval(2).id, 'pending', 'denied', said)
    expect([...table.pending()].map(({ createdAt }) => createdAt)).toEqual([1001, 1003])
    expect(
      table.list(['pending', 'denied'], undefined, 9).map(({ createdAt }) => createdAt),
    ).toEqual([1003, 1002, 1001])
    expect(table.list(['denied'], undefined, 9).map(({ createdAt }) => createdAt)).toEqual([1002])
    expect(table.list([], undefined, 9)).toEqual([])
  })

  it('are paged without gap or overlap, those of one millisecond included', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.integer({ min: 0, max: 6 }), { maxLength: 20 }),
        fc.integer({ min: 1, max: 5 }),
        async (moments, limit) => {
          const table = await memoryTable()
          for (const [index, createdAt] of moments.entries())
            table.insert(approval(index, { createdAt }), {})
          const seen: string[] = []
          for (let before: number | undefined; ;) {
            const page = table.list(['pending'], before, limit)
            if (page.length === 0) break
            seen.push(...page.map(({ id }) => id))
            before = page.at(-1)?.createdAt
          }
          expect(seen.toSorted()).toEqual(moments.map((_, index) => approval(index).id).toSorted())
        },
      ),
      { numRuns: 30 },
    )
  })

  it('are found, counted and paged without reading all that are pending', async () => {
    const { db } = await memoryStore()
    const prepared: string[] = []
    const prepare = db.prepare.bind(db)
    const watched = new Proxy(db, {
      get: (of, name) =>
        name === 'prepare'
          ? (sql: string) => {
              prepared.push(sql)
              return prepare(sql)
            }
          : (Reflect.get(of, name) as unknown),
    })
    approvalsTable(watched)
    const planOf = (sql: string): string =>
      prepare<unknown[], { detail: string }>(`EXPLAIN QUERY PLAN ${sql}`)
        .all(
          ...(sql.includes('@')
            ? [{ states: '[]', before: 1, from: 1 }]
            : Array.from(sql.matchAll(/\?/g), () => null)),
        )
        .map(({ detail }) => detail)
        .join('; ')
    const plans = prepared.map((sql) => [sql.replaceAll(/\s+/g, ' '), planOf(sql)] as const)
    expect(plans.filter(([, plan]) => /SCAN approvals\b/.test(plan))).toEqual([])
    const same = plans.find(([sql]) => sql.includes('request_hash = ?'))?.[1]
    expect(same).toMatch(
      /^SEARCH approvals USING INDEX approvals_pending \(request_hash=\? AND session=\?\)/,
    )
    const newest = plans.find(([sql]) => sql.includes('ORDER BY created_at DESC LIMIT'))?.[1]
    expect(newest).toBe(
      'SEARCH approvals USING COVERING INDEX approvals_state (state=? AND created_at<?)',
    )
    const counted = plans.find(([sql]) => sql.includes('count(*)'))?.[1]
    expect(counted).toBe('SEARCH approvals USING COVERING INDEX approvals_state (state=?)')
  })

  it('are opened only as far as somebody reads them', async () => {
    let opened = 0
    const atRest: AtRest = { encrypt: (text) => text, open: (text) => ((opened += 1), text) }
    const table = approvalsTable((await memoryStore()).db, atRest)
    for (let number = 0; number < 300; number++) {
      const requestHash = RequestHash.parse(number.toString(16).padStart(64, '0'))
      expect(table.findPending(requestHash, session)).toBeNull()
      table.insert(approval(number, { requestHash }), {})
    }
    expect([
      table.count(),
      table.pendingIds().length,
      table.pendingCalls().size > 0,
      opened,
    ]).toEqual([300, 300, true, 0])
    expect(table.list(['pending'], undefined, 10)).toHaveLength(10)
    expect(opened).toBe(10)
    for (const { createdAt } of table.pending()) if (createdAt > 0) break
    expect(opened).toBe(11)
  })

  it('are left out for anyone who goes through all that wait once they have ended', async () => {
    const table = await memoryTable()
    for (const number of [1, 2, 3]) table.insert(approval(number), {})
    const seen: string[] = []
    for (const { id } of table.pending()) {
      seen.push(id)
      table.transition(approval(2).id, 'pending', 'denied', said)
    }
    expect(seen).toEqual([approval(1).id, approval(3).id])
  })
})
