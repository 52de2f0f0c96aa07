import type {
  AuditCheck,
  AuditOverview,
  CallReceipt,
  CountedRows,
  ExportPiece,
  FoundRows,
  SavedView,
} from '../../../contract/journal/audit.ts'
import type { Failure } from '../../../contract/failure.ts'
import type { CallId } from '../../../contract/ids.ts'
import type { Handlers, Input } from '../../../contract/ipc/ipc.ts'
import type { JournalFilter, JournalRow, Verification } from '../../../contract/journal/journal.ts'
import { ok, type Result } from '../../../contract/result.ts'

type Found<T> = Promise<Result<T, Failure>>

export type AuditService = {
  page(filter: JournalFilter, before: number | undefined, limit: number): readonly JournalRow[]
  count(filter: JournalFilter, most: number): number
  rows(): number
  verify(): Promise<Verification>
  search(input: Input<'audit.search'>): Found<FoundRowsRead>
  countOf(input: Input<'audit.count'>): Found<CountedRead>
  values(key: string, typed: string): Promise<{ value: string; n: number }[]>
  overview(hours: Input<'audit.overview'>['hours']): Promise<AuditOverview>
  check(start: boolean): AuditCheck
  call(callId: CallId): CallReceipt
  export(input: Input<'audit.export'>): Found<ExportPiece>
  views(): SavedView[]
  saveView(view: SavedView): Result<SavedView[], Failure>
  removeView(name: string): SavedView[]
}
type FoundRowsRead = Omit<FoundRows, 'rows'> & { readonly rows: readonly JournalRow[] }
type CountedRead = Omit<CountedRows, 'marks'> & { readonly marks: readonly number[] }

const COUNTED = 1_000

type Topic = Extract<keyof Handlers, `audit.${string}`>

export const auditHandlers = (audit: AuditService): Pick<Handlers, Topic> => ({
  'audit.page': async ({ before, limit, filter }) =>
    ok({
      rows: [...audit.page(filter, before, limit)],
      total: isEverything(filter) ? audit.rows() : audit.count(filter, COUNTED),
    }),
  'audit.verify': async () => ok(await audit.verify()),
  'audit.search': async (input) => {
    const found = await audit.search(input)
    return found.ok ? ok({ ...found.value, rows: [...found.value.rows] }) : found
  },
  'audit.count': async (input) => {
    const found = await audit.countOf(input)
    return found.ok ? ok({ ...found.value, marks: [...found.value.marks] }) : found
  },
  'audit.values': async ({ key, typed }) => ok(await audit.values(key, typed)),
  'audit.overview': async ({ hours }) => ok(await audit.overview(hours)),
  'audit.check': async ({ start }) => ok(audit.check(start)),
  'audit.call': async ({ callId }) => ok(audit.call(callId)),
  'audit.export': (input) => audit.export(input),
  'audit.views': async () => ok(audit.views()),
  'audit.save-view': async (view) => audit.saveView(view),
  'audit.remove-view': async ({ name }) => ok(audit.removeView(name)),
})

const isEverything = ({ kinds, tool, effect, callId, runId, text }: JournalFilter): boolean =>
  kinds.length === 0 &&
  tool === null &&
  effect === null &&
  callId === null &&
  runId === null &&
  text.trim() === ''
