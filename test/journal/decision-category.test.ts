// Which kind of decision each row is.
import { describe, expect, it } from 'vitest'
import { categoryOf } from '../../contract/journal/decision-category.ts'
import type { JournalEntry } from '../../contract/journal/journal.ts'
import { factsOf } from '../../contract/journal/journal-facts.ts'
import { matcher } from '../../contract/journal/journal-match.ts'
import { parseQuery } from '../../contract/journal/journal-query.ts'
import { withCategory } from '../../main/host/cli/audit/with-category.ts'
import { csvHead, csvLine } from '../../main/journal/export-rows.ts'

const decided = (by: object, touches: readonly object[] = [], codes: readonly string[] = []) =>
  ({
    kind: 'decision',
    callId: 'call_1',
    tool: 'http',
    requestHash: 'r',
    action: null,
    principal: { kind: 'person', name: 'you', session: 'ses_00000001' },
    channel: 'window',
    runId: null,
    decision: { effect: 'deny', tier: 'R1', by, touches, reasons: codes.map((code) => ({ code })) },
  }) as unknown as JournalEntry
const refused = (code: string) =>
  ({ ...decided({}), kind: 'refused', error: { code, text: '' } }) as unknown as JournalEntry
const gateway = (change: string) =>
  ({ kind: 'gateway', change, client: null, count: 1 }) as unknown as JournalEntry
const model = (change: string) =>
  ({ kind: 'model', change, provider: 'p', name: '', server: 'h:1', text: '', count: 1 }) as never
const lease = (change: string) => ({ kind: 'lease', change, tool: 't', leaseId: 'l' }) as never
const runRow = (change: string, parent?: string) =>
  ({ kind: 'run', runId: 'run_1', change, text: '', parent }) as never
const host = { kind: 'net.fetch', host: 'a.example' }

const rows: readonly [JournalEntry, string | null][] = [
  [decided({ kind: 'tier', id: 'R1' }), 'tool.allow'],
  [decided({ kind: 'tier', id: 'R1' }, [{ kind: 'fs.read', path: '/w' }]), 'tool.allow'],
  [decided({ kind: 'tier', id: 'R3' }, [host]), 'tool.network'],
  [decided({ kind: 'tier', id: 'R1' }, [{ kind: 'memory', access: 'read' }]), 'memory.recall'],
  [decided({ kind: 'tier', id: 'R2' }, [{ kind: 'memory', access: 'write' }]), 'memory.backend'],
  [decided({ kind: 'tier', id: 'R2' }, [{ kind: 'memory', access: 'delete' }]), 'memory.backend'],
  [decided({ kind: 'guard', id: 'http' }), 'tool.network'],
  [decided({ kind: 'preset', id: 'x' }, [], ['preset.network']), 'tool.network'],
  [decided({ kind: 'rate-limit', id: 'minute' }, [host]), 'gateway.throttle'],
  [decided({ kind: 'tier', id: 'R3' }, [], ['tool.not-reviewed']), 'tool.external_filter'],
  [refused('tool.unknown'), 'tool.allow'],
  [refused('tool.undeclared'), 'tool.allow'],
  [refused('server.closed'), 'tool.external_filter'],
  [refused('plugin.program-missing'), 'tool.external_filter'],
  [refused('tool.hidden'), 'tool.allow'],
  [refused('tool.network'), 'tool.network'],
  [refused('net.unreachable'), 'tool.network'],
  [{ kind: 'guard', on: true, surface: 'cli' }, 'tool.network'],
  [gateway('token-refused'), 'gateway.auth'],
  [gateway('client-added'), 'gateway.auth'],
  [gateway('client-removed'), 'gateway.auth'],
  [gateway('token-narrowed'), 'delegation.token.mint'],
  [gateway('token-used-up'), 'delegation.token.turns_exhausted'],
  [gateway('token-expired'), 'delegation.token.expired'],
  [gateway('token-revoked'), 'delegation.token.expired'],
  [refused('delegation.calls'), 'delegation.token.turns_exhausted'],
  [runRow('created', 'run_0000000001'), 'delegation.token.mint'],
  [runRow('used-up', 'run_0000000001'), 'delegation.token.turns_exhausted'],
  [runRow('expired', 'run_0000000001'), 'delegation.token.expired'],
  [runRow('revoked', 'run_0000000001'), 'delegation.token.expired'],
  [runRow('finished', 'run_0000000001'), null],
  [runRow('created'), null],
  [gateway('throttled'), 'gateway.throttle'],
  [gateway('too-large'), 'gateway.request_bytes'],
  [model('selected'), 'provider.select'],
  [model('unreachable'), 'provider.network'],
  [model('failed'), 'provider.reliable'],
  [lease('granted'), 'delegation.token.mint'],
  [lease('revoked'), 'delegation.token.expired'],
  [lease('used'), null],
  [{ kind: 'fault', text: 'x' }, null],
  [{ kind: 'started', version: '0', host: 'cli' }, null],
]

describe('a row', () => {
  it.each(rows.map(([entry, category], at) => [at, category ?? 'none', entry, category] as const))(
    '%i is %s, and is found by that name alone',
    (_at, _name, entry, category) => {
      expect(categoryOf(entry)).toBe(category)
      const row = { seq: 1, at: 0, entry, prev: '', hash: '' }
      expect(withCategory(row).category).toBe(category)
      const at = csvHead.split(',').indexOf('category')
      expect(csvLine(row).split(',')[at]).toBe(category ?? '')
      const found = (line: string): boolean => {
        const query = parseQuery(line, 0)
        if (!query.ok) throw new Error(query.error.text)
        return matcher(query.value)({ at: 0, facts: factsOf(0, entry), text: '' })
      }
      expect(found(`category:${category ?? 'tool.allow'}`)).toBe(category !== null)
      expect(found('category:memory.recall')).toBe(category === 'memory.recall')
      expect(found('category:gateway.*')).toBe(category?.startsWith('gateway.') === true)
      expect(found('-category:tool.*')).toBe(category?.startsWith('tool.') !== true)
    },
  )

  it('cannot be asked for by a category that there is not', () => {
    expect(parseQuery('category:tool.allowed', 0)).toMatchObject({ ok: false })
  })
})
