// What was answered: when, by whom, how. Older ones are in the journal.
import { Check, Clock, X } from 'lucide-react'
import { useMemo, useState } from 'react'
import type { Approval } from '../../../../contract/approval/approval.ts'
import { useBridge } from '../../../bridge/bridge-context.ts'
import { useLive } from '../../../state/live/live-store.ts'
import { useNow } from '../../../state/use-now.ts'
import { useRead } from '../../../state/use-read.ts'
import { Button } from '../../../ui/button.tsx'
import { TroubleText } from '../../../ui/panel.tsx'
import { Pick } from '../../../ui/picks/pick.tsx'
import { SearchField } from '../../../ui/search-field.tsx'
import { SideRow } from '../../../ui/lists/side-list.tsx'
import { ago } from '../../../ui/text/time-text.ts'
import css from '../approvals-screen.module.css'
import { answerWord, byPerson } from '../card/ended-by.ts'
import { type Ending, endingNames, endings, matchesHistory } from './past-filter.ts'
import { Headline } from './queue-row.tsx'
import { strings } from '../strings.ts'

const page = 50
const most = 200

type Props = { readonly chosen: string | null; onSelect(approval: Approval): void }

export function HistoryList({ chosen, onSelect }: Props) {
  const bridge = useBridge()
  const answers = useLive((live) => live.answers)
  const [ending, setEnding] = useState<Ending>('all')
  const [text, setText] = useState('')
  const [limit, setLimit] = useState(page)
  const { value, busy, error } = useRead(
    bridge,
    'approvals.list',
    { states: endings[ending], limit },
    answers,
  )
  const history = useMemo(
    () => (value ?? []).filter((each) => matchesHistory(each, text)),
    [value, text],
  )
  const now = useNow()
  const words = strings.historyText
  return (
    <section className={css.history} aria-label={strings.history}>
      <div className={css.filters}>
        <SearchField
          label={words.search}
          placeholder={words.search}
          value={text}
          onChange={setText}
        />
        <Pick<Ending>
          label={words.ending}
          value={ending}
          neutral="all"
          choices={endingNames.map((each) => ({ value: each, label: words.endings[each] }))}
          onChange={setEnding}
        />
      </div>
      {error === null ? null : (
        <p className={css.none}>
          <TroubleText {...error} />
        </p>
      )}
      {history.length === 0 && !busy && error === null ? (
        <p className={css.none}>
          {text === '' && ending === 'all' ? strings.historyEmpty : words.none}
        </p>
      ) : null}
      <ul>
        {history.map((approval) => (
          <li key={approval.id}>
            <SideRow
              className={css.past}
              aria-current={approval.id === chosen}
              onClick={() => onSelect(approval)}
            >
              <StateMark state={approval.state} />
              <span className={css.pastText}>
                <Headline approval={approval} />
                <span className={css.meta}>
                  {approval.principal.name} · {strings.states[approval.state]}
                  {answerWord(approval)}
                  {byPerson(approval) || approval.route === null
                    ? ''
                    : `: ${strings.ended[approval.route]}`}{' '}
                  · {ago(now - (approval.answeredAt ?? approval.createdAt))}
                </span>
              </span>
            </SideRow>
          </li>
        ))}
      </ul>
      {(value?.length ?? 0) >= limit && limit < most ? (
        <Button
          size="small"
          tone="quiet"
          className={css.moreRows}
          onClick={() => setLimit(Math.min(most, limit + page))}
        >
          {strings.more}
        </Button>
      ) : null}
      {limit >= most ? <p className={css.none}>{words.older}</p> : null}
    </section>
  )
}

function StateMark({ state }: { readonly state: Approval['state'] }) {
  const said = state === 'approved' || state === 'consumed'
  const Icon = said ? Check : state === 'denied' ? X : Clock
  return (
    <span className={css.mark} data-said={said ? 'yes' : 'no'}>
      <Icon size={14} aria-hidden="true" />
    </span>
  )
}
