// What alert rules are evaluated over: records, decisions of the journal, files of the workspace.
import { lstat } from 'node:fs/promises'
import { setImmediate } from 'node:timers/promises'
import { openAlerts, type AlertDeps } from '../../records/alerts.ts'
import type { ResolvedPath } from '../../sandbox/files/resolve-path.ts'
import type { ToolCounts } from '../../store/journal/tool-counts.ts'

/** Rows counted at once: some milliseconds. */
const SLICE = 500

export const wireAlerts = ({
  records,
  counts,
  resolvedWorkspace,
  now,
}: {
  readonly records: AlertDeps['records']
  readonly counts: ToolCounts
  readonly resolvedWorkspace: () => ResolvedPath
  readonly now: () => number
}) =>
  openAlerts({
    records,
    now,
    async decided(effect, since) {
      const last = counts.lastSeq()
      let sum = 0
      for (let from = counts.below(since); from < last; from += SLICE) {
        for (const one of counts.between(from, Math.min(last, from + SLICE)))
          if (one.effect === effect) sum += one.calls
        await setImmediate()
      }
      return sum
    },
    async fileMark(path) {
      const at = await resolvedWorkspace()(path)
      // A file that was moved out of the workspace is none of the rule's any more.
      if (!at.ok || at.value.zone !== 'workspace') return null
      const stat = await lstat(at.value.path).catch(() => null)
      return stat === null ? null : `${stat.ino} ${stat.size} ${stat.mtimeMs}`
    },
  })
