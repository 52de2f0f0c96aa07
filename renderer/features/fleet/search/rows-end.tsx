// What comes below the rows that were found: how far back the search came, and the way further.
import type { Pages } from './use-pages.ts'
import { Button } from '../../../ui/button.tsx'
import { Notice, TroubleText } from '../../../ui/panel.tsx'
import { count, fullTime } from '../../../ui/text/time-text.ts'
import css from '../fleet-screen.module.css'
import { strings } from '../strings.ts'

const words = strings.search

export function RowsEnd({ pages, again }: { readonly pages: Pages; again(): void }) {
  const { next, busy, error, unreadable, more, rows } = pages
  return (
    <>
      {error === null ? null : (
        <Notice
          tone="warn"
          alert
          action={
            <Button size="small" onClick={rows.length > 0 && next !== null ? more : again}>
              {strings.again}
            </Button>
          }
        >
          <TroubleText {...error} />
        </Notice>
      )}
      {unreadable === 0 ? null : <p className={css.aside}>{words.unreadable(count(unreadable))}</p>}
      {next === null || error !== null ? null : (
        <p className={css.end}>
          <span role="status">{busy ? strings.reading : words.back(momentText(next.at))}</span>
          <Button size="small" disabled={busy} focusableWhenDisabled onClick={more}>
            {words.older}
          </Button>
        </p>
      )}
    </>
  )
}

function momentText(at: string): string {
  const moment = Date.parse(at.replace(/\d{3}Z$/, 'Z'))
  return Number.isNaN(moment) ? at : fullTime(moment)
}
