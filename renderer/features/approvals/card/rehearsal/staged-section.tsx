// What the command has done already, in a copy: the diff that an approval writes, and what it said.
// Deletions come first and are never folded away.
import { CircleAlert, CircleCheck, CircleX, Layers2 } from 'lucide-react'
import { useMemo } from 'react'
import type { ApprovalId } from '../../../../../contract/ids.ts'
import type { Rehearsal } from '../../../../../contract/call/rehearsal.ts'
import { ChangeList } from '../../../../ui/change-list.tsx'
import { Section } from '../../../../ui/panel.tsx'
import { count } from '../../../../ui/text/time-text.ts'
import { strings } from '../../strings.ts'
import { RehearsalRest } from './rehearsal-details.tsx'
import css from './rehearsal-section.module.css'
import { countWords } from './rehearsal-text.ts'
import { useFreshConflicts } from './run-again.ts'
import { openAtFirst, stagedChanges, stagedEnd } from './staged-text.ts'

const words = strings.staged

type Props = {
  readonly id: ApprovalId
  readonly rehearsal: Rehearsal
  readonly conflicts: readonly string[]
  readonly pending: boolean
}

export function StagedSection({ id, rehearsal, conflicts, pending }: Props) {
  useFreshConflicts(id, conflicts, pending)
  const changes = useMemo(() => stagedChanges(rehearsal.changes), [rehearsal.changes])
  const opened = useMemo(() => openAtFirst(changes), [changes])
  const lost = changes.filter(({ mark }) => mark === 'deleted' || mark === 'type').length
  return (
    <Section title={words.title} aside={pending ? words.aside : words.asideThen}>
      <p className={css.lead}>
        <Layers2 size={16} aria-hidden="true" />
        <span>
          {pending ? (
            <>
              {words.lead} <span className={css.quiet}>{words.denying}</span>
            </>
          ) : (
            words.leadThen
          )}
        </span>
      </p>
      <div className={css.line}>
        <Summary rehearsal={rehearsal} />
      </div>
      {changes.length === 0 ? null : (
        <div className={css.changes} data-call="">
          <ChangeList
            changes={changes}
            opened={opened}
            label={words.changes}
            first={Math.max(60, lost)}
            words={{ same: strings.same, more: strings.rehearsal.moreRows, diff: words.diffOf }}
          />
        </div>
      )}
      {rehearsal.more === 0 ? null : (
        <p className={css.note}>{strings.rehearsal.more(count(rehearsal.more))}</p>
      )}
      <RehearsalRest rehearsal={rehearsal} by={words.ranIn} />
    </Section>
  )
}

const icons = { ok: CircleCheck, warn: CircleAlert, bad: CircleX }

function Summary({ rehearsal }: { readonly rehearsal: Rehearsal }) {
  const end = stagedEnd(rehearsal.end)
  const Icon = icons[end.tone]
  return (
    <div className={css.status}>
      <Icon size={16} aria-hidden="true" className={css.icon} data-tone={end.tone} />
      <span>
        <b>{end.text}</b> · {countWords(rehearsal.counts)}
        {rehearsal.hosts.length === 0 ? null : (
          <span className={css.hosts}>
            {' '}
            · {strings.rehearsal.triedHosts(rehearsal.hosts.length)}
          </span>
        )}
      </span>
    </div>
  )
}
