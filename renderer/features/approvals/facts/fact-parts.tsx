// Rows of short facts, and blocks of long text. Nothing is shortened; what could hide is visible.
import { Exact, ExactBlock } from '../../../ui/text/exact-text.tsx'
import { Facts } from '../../../ui/panel.tsx'
import css from './facts.module.css'

export type Row = readonly [name: string, text: string | readonly string[] | null]

/** A row without a text is left out; a list shows each entry by itself. */
export function Rows({ rows }: { readonly rows: readonly Row[] }) {
  return (
    <div className={css.rows}>
      <Facts
        facts={rows.flatMap(([key, text]) => {
          if (text === null || text === '' || (Array.isArray(text) && text.length === 0)) return []
          const entries: readonly string[] = typeof text === 'string' ? [text] : text
          return [
            {
              key,
              value: (
                <ul className={css.entries}>
                  {entries.map((entry, at) => (
                    // The same entry may be there twice.
                    // oxlint-disable-next-line react/no-array-index-key
                    <li key={`${at} ${entry}`}>
                      <Exact text={entry} />
                    </li>
                  ))}
                </ul>
              ),
            },
          ]
        })}
      />
    </div>
  )
}

export function Block({ title, text }: { readonly title: string; readonly text: string }) {
  if (text === '') return null
  return (
    <div className={css.block}>
      <h3>{title}</h3>
      <ExactBlock text={text} label={title} />
    </div>
  )
}
