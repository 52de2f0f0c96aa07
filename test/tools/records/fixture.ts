// The tools for records over the real table, as one caller in one session.
import { SessionId } from '../../../contract/ids.ts'
import type { Powers } from '../../../contract/call/powers/powers.ts'
import type { Principal } from '../../../contract/call/principal.ts'
import type { ReadBack } from '../../../contract/call/read-back.ts'
import type { AnyTool } from '../../../contract/call/tool.ts'
import type { CanonicalTouch } from '../../../contract/call/touch.ts'
import type { Alerts } from '../../../main/records/alerts.ts'
import { ok } from '../../../contract/result.ts'
import { openRecords } from '../../../main/records/records.ts'
import { type MakeAgent } from '../../../main/records/stored-records.ts'
import { memoryTable } from '../../../main/store/tables/memory-table.ts'
import { recordsTable } from '../../../main/store/tables/records-table.ts'
import { openNotes } from '../../../main/wiring/execution/memory-power.ts'
import { catalog } from '../../../tools/catalog.ts'
import { runTool, touchesOf } from '../../fakes/services/run-tool.ts'
import { memoryStore } from '../../store/fixture.ts'

/** Noon in UTC, a Thursday. */
export const NOON = Date.parse('2026-11-26T12:00:00Z')

const MADE = {
  name: 'weekly_report',
  capabilities: ['fs_read'],
  leftOut: [{ tool: 'exec', why: 'sends' as const }],
}

export type Said = { readonly text: string; readonly data: unknown; readonly readBack: ReadBack[] }

export async function recordsFixture() {
  const { db } = await memoryStore()
  const context = { now: NOON, untrusted: null as string | null }
  const now = (): number => context.now
  const records = openRecords({ table: recordsTable(db), now, changed: () => {} })
  const memory = openNotes(memoryTable(db), now, () => {})
  const toolNamed = (name: string): AnyTool => {
    const found = catalog.find(({ manifest }) => manifest.name === name)
    if (found === undefined) throw new Error(`There is no tool ${name}.`)
    return found
  }
  /** `! code` where it failed. `permitted`: in place of what its arguments would touch. */
  const run = async (
    name: string,
    args: object = {},
    options: {
      readonly as?: string
      readonly permitted?: readonly CanonicalTouch[]
      readonly powers?: Partial<Powers>
      readonly alerts?: Alerts
      readonly makeAgent?: MakeAgent
    } = {},
  ): Promise<Said> => {
    const tool = toolNamed(name)
    const named = touchesOf(tool, args)
    if (typeof named === 'string') throw new Error(named)
    const readBack: ReadBack[] = []
    const permitted: CanonicalTouch[] = []
    for (const touch of named) {
      const canonical =
        touch.kind === 'record'
          ? records.touch(touch)
          : { ok: true as const, value: touch as CanonicalTouch }
      if (!canonical.ok) return { text: `! ${canonical.error.code}`, data: null, readBack }
      permitted.push(canonical.value)
    }
    const principal: Principal = {
      kind: 'mcp-client',
      name: options.as ?? 'main',
      session: SessionId.parse('ses_00000001'),
    }
    const call = {
      permitted: options.permitted ?? permitted,
      onReadBack: (one: ReadBack): void => void readBack.push(one),
    }
    const untrusted = (): string | null => context.untrusted
    const ended = await runTool(tool, args, {
      hosts: [],
      powers: {
        record: records.power({
          ...call,
          writer: () => ({ name: principal.name, untrusted: untrusted() }),
          checkAlerts: options.alerts?.check ?? (async () => []),
          makeAgent: options.makeAgent ?? (() => ok(MADE)),
        }),
        memory: memory.power({ ...call, principal, untrusted }),
        ...options.powers,
      },
    })
    return ended.ok
      ? { text: ended.value.text, data: ended.value.data ?? null, readBack }
      : { text: `! ${ended.error.code}`, data: null, readBack }
  }
  return { run, records, context }
}
