import type { Handlers } from '../../../contract/ipc.ts'
import type { JournalFilter, JournalRow, Verification } from '../../../contract/journal.ts'
import { ok } from '../../../contract/result.ts'

export type AuditOffer = {
  page(filter: JournalFilter, before: number | undefined, limit: number): readonly JournalRow[]
  count(filter: JournalFilter): number
  verify(): Promise<Verification>
}

export const auditHandlers = (audit: AuditOffer): Pick<Handlers, 'audit.page' | 'audit.verify'> => ({
  'audit.page': async ({ before, limit, filter }) => ok({ rows: [...audit.page(filter, before, limit)], total: audit.count(filter) }),
  'audit.verify': async () => ok(await audit.verify()),
})
