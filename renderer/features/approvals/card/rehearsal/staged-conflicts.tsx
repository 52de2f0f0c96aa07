// What came in between: files that changed since the command ran in its copy. Nothing can be approved
// then, so the card says it before anything else.
import { RotateCw, TriangleAlert } from 'lucide-react'
import type { Approval } from '../../../../../contract/approval/approval.ts'
import type { ApprovalId } from '../../../../../contract/ids.ts'
import { Button } from '../../../../ui/button.tsx'
import { Notice, TroubleText } from '../../../../ui/panel.tsx'
import { Exact } from '../../../../ui/text/exact-text.tsx'
import { isHeldHere } from '../held-here.ts'
import { strings } from '../../strings.ts'
import css from './rehearsal-section.module.css'
import { useRunAgain } from './run-again.ts'

const words = strings.staged

export function StagedConflicts({ approval }: { readonly approval: Approval }) {
  const conflicts = approval.staged?.conflicts ?? []
  return conflicts.length === 0 ? null : (
    <Conflicts id={approval.id} conflicts={conflicts} pending={isHeldHere(approval)} />
  )
}

type Props = {
  readonly id: ApprovalId
  readonly conflicts: readonly string[]
  readonly pending: boolean
}

function Conflicts({ id, conflicts, pending }: Props) {
  const again = useRunAgain(id)
  return (
    <Notice tone="bad" alert icon={<TriangleAlert size={16} aria-hidden="true" />}>
      <b>{words.conflicts(conflicts.length)}</b>
      <ul className={css.conflicts}>
        {conflicts.map((path) => (
          <li key={path}>
            <code>
              <Exact text={path} />
            </code>
          </li>
        ))}
      </ul>
      {pending ? (
        <>
          {words.conflictsDo}
          <div className={css.again}>
            <Button
              size="small"
              icon={<RotateCw size={14} aria-hidden="true" />}
              aria-disabled={again.busy}
              onClick={again.start}
            >
              {again.busy ? words.running : words.runAgain}
            </Button>
          </div>
          {again.error === null ? null : <TroubleText {...again.error} />}
        </>
      ) : null}
    </Notice>
  )
}
