// The sub-agents of a run as a tree with live state. Each branch can be stopped, and what was handed on
// to it can be taken back.
import { Ban, GitFork, Square } from 'lucide-react'
import { useCallback, useMemo } from 'react'
import type { Run } from '../../../../contract/agent/run.ts'
import type { RunId } from '../../../../contract/ids.ts'
import { useBridge } from '../../../bridge/bridge-context.ts'
import { useLive } from '../../../state/live/live-store.ts'
import { setTrouble } from '../../../state/ui.ts'
import { useRead } from '../../../state/use-read.ts'
import { Button } from '../../../ui/button.tsx'
import { Exact } from '../../../ui/text/exact-text.tsx'
import { mergeRuns } from '../run-list.tsx'
import { RunStateMark } from '../run-state-mark.tsx'
import { strings } from '../strings.ts'
import { RunStrip } from '../run-strip.tsx'
import css from './sub-agents.module.css'
import { summaryOf, treeRows, type TreeRow } from './tree-rows.ts'

const words = strings.subagents

type Props = { readonly run: Run; onGo(id: RunId): void }

export function SubAgents({ run, onGo }: Props) {
  const bridge = useBridge()
  const root = run.parent?.root ?? run.id
  const read = useRead(bridge, 'runs.tree', { id: root })
  const changed = useLive((live) => live.runs)
  const all = useMemo(
    () =>
      mergeRuns(
        read.value ?? [],
        [...changed.values()].filter(({ parent }) => parent?.root === root),
      ),
    [changed, read.value, root],
  )
  const rows = useMemo(() => treeRows(root, all), [all, root])
  if (rows.length === 0) return null
  return (
    <RunStrip
      title={words.title}
      summary={summaryOf(rows)}
      icon={<GitFork size={15} aria-hidden="true" />}
      opened
    >
      <ul className={css.list}>
        {rows.map((row) => (
          <Row key={row.run.id} row={row} current={row.run.id === run.id} onGo={onGo} />
        ))}
      </ul>
    </RunStrip>
  )
}

function Row({
  row: { run, depth, busy, revoked },
  current,
  onGo,
}: {
  readonly row: TreeRow
  readonly current: boolean
  onGo(id: RunId): void
}) {
  const bridge = useBridge()
  const act = useCallback(
    (channel: 'runs.stop' | 'runs.revoke') => {
      void bridge
        .call(channel, { id: run.id })
        .then((result) => setTrouble(result.ok ? null : result.error))
    },
    [bridge, run.id],
  )
  return (
    <li className={css.row} data-depth={depth}>
      <button
        type="button"
        className={css.name}
        aria-current={current}
        title={run.title}
        onClick={() => onGo(run.id)}
      >
        <b>
          <Exact text={run.title} />
        </b>
        <span className={css.quiet}>{words.worksFor(run.agent, run.parent?.names[0] ?? '')}</span>
      </button>
      <span className={css.facts}>
        <RunStateMark state={run.state} />
        <span className={css.quiet}>{strings.stepsTaken(run.steps)}</span>
        {revoked ? <span className={css.quiet}>{words.revoked}</span> : null}
      </span>
      <span className={css.acts}>
        {busy ? (
          <Button
            size="small"
            aria-label={words.stopOf(run.title)}
            icon={<Square size={13} aria-hidden="true" />}
            onClick={() => act('runs.stop')}
          >
            {strings.stop}
          </Button>
        ) : null}
        {revoked ? null : (
          <Button
            size="small"
            tone="quiet"
            aria-label={words.revokeOf(run.title)}
            title={words.revokeTip}
            icon={<Ban size={13} aria-hidden="true" />}
            onClick={() => act('runs.revoke')}
          >
            {words.revoke}
          </Button>
        )}
      </span>
    </li>
  )
}
