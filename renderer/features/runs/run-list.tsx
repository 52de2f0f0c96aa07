// Runs, newest change first: one page read, what changed since laid over it.
import { useMemo, useState } from 'react'
import type { Run } from '../../../contract/agent/run.ts'
import { useBridge } from '../../bridge/bridge-context.ts'
import { useLive } from '../../state/live/live-store.ts'
import { useNow } from '../../state/use-now.ts'
import { useRead } from '../../state/use-read.ts'
import { Button } from '../../ui/button.tsx'
import { TroubleText } from '../../ui/panel.tsx'
import { SideEnds, SideRow } from '../../ui/lists/side-list.tsx'
import { ago } from '../../ui/text/time-text.ts'
import { RunStateMark } from './run-state-mark.tsx'
import css from './runs-screen.module.css'
import { strings } from './strings.ts'

type Props = { readonly selectedId: string | null; onSelect(id: string): void }

const pageSize = 50

export function RunList({ selectedId, onSelect }: Props) {
  const bridge = useBridge()
  const [limit, setLimit] = useState(pageSize)
  const read = useRead(bridge, 'runs.list', { limit })
  const changed = useLive((live) => live.runs)
  const removed = useLive((live) => live.removed)
  const runs = useMemo(
    () =>
      mergeRuns(read.value ?? [], [...changed.values()]).filter(
        // A sub-agent is in the tree of the run that started it.
        ({ id, parent }) => parent === undefined && !removed.has(id),
      ),
    [read.value, changed, removed],
  )
  const now = useNow()
  return (
    <>
      {read.error === null ? null : (
        <p className={css.none}>
          <TroubleText {...read.error} />
        </p>
      )}
      {runs.length === 0 && !read.busy && read.error === null ? (
        <p className={css.none} data-none="">
          {strings.none}
        </p>
      ) : null}
      <ul aria-label={strings.list}>
        {runs.map((run) => (
          <li key={run.id}>
            <SideRow aria-current={run.id === selectedId} onClick={() => onSelect(run.id)}>
              <span className={css.itemTitle} title={run.title}>
                {run.title}
              </span>
              <SideEnds muted>
                <RunStateMark state={run.state} />
                <span>{ago(now - run.updatedAt)}</span>
              </SideEnds>
            </SideRow>
          </li>
        ))}
      </ul>
      {(read.value?.length ?? 0) === limit && limit < 200 ? (
        <Button
          tone="quiet"
          size="small"
          className={css.more}
          onClick={() => setLimit(Math.min(200, limit + pageSize))}
        >
          {strings.more}
        </Button>
      ) : null}
    </>
  )
}

/** The newer of two copies of a run wins; newest change first. */
export function mergeRuns(read: readonly Run[], changed: readonly Run[]): readonly Run[] {
  const all = new Map(read.map((run) => [run.id, run]))
  for (const run of changed) {
    const known = all.get(run.id)
    if (known === undefined || known.updatedAt <= run.updatedAt) all.set(run.id, run)
  }
  return [...all.values()].sort((a, b) => b.updatedAt - a.updatedAt || (a.id < b.id ? -1 : 1))
}
