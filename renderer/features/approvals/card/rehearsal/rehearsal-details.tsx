// All of a rehearsal: hosts it asked for, what came out different, what it said, and how far it can
// be believed.
import { Globe, Info } from 'lucide-react'
import type { Rehearsal } from '../../../../../contract/call/rehearsal.ts'
import { useNow } from '../../../../state/use-now.ts'
import { ChangeList } from '../../../../ui/change-list.tsx'
import { Exact, ExactBlock } from '../../../../ui/text/exact-text.tsx'
import { TroubleText } from '../../../../ui/panel.tsx'
import { ago, count, duration } from '../../../../ui/text/time-text.ts'
import css from './rehearsal-section.module.css'
import { changeWords, hostWords } from './rehearsal-text.ts'
import { strings } from '../../strings.ts'

const words = strings.rehearsal

export function RehearsalDetails({ rehearsal }: { readonly rehearsal: Rehearsal }) {
  const { end, changes, more } = rehearsal
  return (
    <>
      {end.kind === 'failed' ? (
        <p className={css.refused}>
          <TroubleText {...end.error} />
        </p>
      ) : null}
      <Hosts hosts={rehearsal.hosts} />
      {changes.length === 0 ? null : (
        <div className={css.changes}>
          <ChangeList
            changes={changes.map(changeWords)}
            label={words.changes}
            first={12}
            words={{ same: strings.same, more: words.moreRows, diff: words.diffOf }}
          />
        </div>
      )}
      {more === 0 ? null : <p className={css.note}>{words.more(count(more))}</p>}
      <Said rehearsal={rehearsal} by={words.by[rehearsal.by]} />
    </>
  )
}

/** All but the changes; `by` says who ran it. */
export function RehearsalRest({
  rehearsal,
  by,
}: {
  readonly rehearsal: Rehearsal
  readonly by: string
}) {
  return (
    <>
      <Hosts hosts={rehearsal.hosts} />
      <Said rehearsal={rehearsal} by={by} />
    </>
  )
}

function Hosts({ hosts }: Pick<Rehearsal, 'hosts'>) {
  if (hosts.length === 0) return null
  return (
    <div className={css.part}>
      <h3>
        <Globe size={14} aria-hidden="true" /> {words.hosts}
      </h3>
      <ul className={css.hostList}>
        {hosts.map((host) => (
          <li key={hostWords(host)}>
            <code>
              <Exact text={hostWords(host)} />
            </code>
            <span className={css.quiet}>
              {host.port === null ? words.lookedUp : words.notReached}
            </span>
          </li>
        ))}
      </ul>
    </div>
  )
}

function Said({ rehearsal, by }: { readonly rehearsal: Rehearsal; readonly by: string }) {
  const { stdout, stderr, truncated, notes } = rehearsal
  const now = useNow()
  return (
    <>
      {stdout === '' ? null : <Output title={words.stdout} text={stdout} />}
      {stderr === '' ? null : <Output title={words.stderr} text={stderr} />}
      {truncated ? <p className={css.note}>{words.truncated}</p> : null}
      {notes.length === 0 ? null : (
        <ul className={css.notes}>
          {notes.map((note) => (
            <li key={note}>
              <Info size={14} aria-hidden="true" /> <Exact text={note} />
            </li>
          ))}
        </ul>
      )}
      <p className={css.foot}>
        {by} {ago(now - rehearsal.at)} · {duration(rehearsal.durationMs)} ·{' '}
        {words.views[rehearsal.view]}
      </p>
    </>
  )
}

function Output({ title, text }: { readonly title: string; readonly text: string }) {
  return (
    <div className={css.part}>
      <h3>{title}</h3>
      <div className={css.output}>
        <ExactBlock text={text.replace(/\n$/, '')} label={title} />
      </div>
    </div>
  )
}
