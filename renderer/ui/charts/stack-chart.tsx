// Columns over time, each of several parts: a drawing, and the same figures as a table. Told apart
// by pattern as well as by colour. Draws what it is given and holds nothing; where a column leads
// is its user's matter.
import { type ReactNode, useId } from 'react'
import css from './chart.module.css'

/** 0 is plain; each next pattern is denser than the one before. */
export type Series = {
  readonly key: string
  readonly label: string
  readonly tone: string
  readonly pattern: 0 | 1 | 2 | 3 | 4
}
export type Column = { readonly label: string; readonly values: Readonly<Record<string, number>> }

type Props = {
  readonly title: string
  readonly series: readonly Series[]
  readonly columns: readonly Column[]
  readonly asTable: boolean
  readonly heads: { readonly first: string; readonly total: string }
  /** False for one series whose name is the title: then the table has no column of totals either. */
  readonly legend?: boolean
  /** A column, or one part of it, was chosen. */
  onPick(column: number, series: string | null): void
  number(value: number): string
}

const width = 480
const height = 96
/** A column by itself is still a column. */
const widest = 36

export function StackChart(props: Props) {
  const { title, series, columns, asTable, number, onPick, legend = true } = props
  const id = useId()
  const totals = columns.map(({ values }) =>
    series.reduce((sum, { key }) => sum + (values[key] ?? 0), 0),
  )
  const most = Math.max(1, ...totals)
  const step = width / Math.max(1, columns.length)
  const wide = Math.min(step * 0.76, widest)
  if (asTable) return <Twin {...props} totals={totals} />
  return (
    <div className={css.chart}>
      <svg
        viewBox={`0 0 ${width} ${height + 4}`}
        preserveAspectRatio="none"
        className={css.drawing}
        role="img"
        aria-label={title}
      >
        <defs>
          {series.map(({ key, tone, pattern }) => (
            <Pattern key={key} id={`${id}-${key}`} tone={tone} pattern={pattern} />
          ))}
        </defs>
        <line x1="0" x2={width} y1={height + 0.5} y2={height + 0.5} className={css.axis} />
        {columns.map(({ label, values }, column) => {
          let at = height
          return (
            <g key={label} className={css.column} onClick={() => onPick(column, null)}>
              <title>{`${label}: ${series.map((each) => `${each.label} ${number(values[each.key] ?? 0)}`).join(', ')}`}</title>
              <rect x={column * step} y={0} width={step} height={height} className={css.hit} />
              {series.map(({ key }) => {
                const tall = ((values[key] ?? 0) / most) * (height - 6)
                if (tall === 0) return null
                at -= Math.max(1, tall)
                return (
                  <rect
                    key={key}
                    x={column * step + (step - wide) / 2}
                    y={at}
                    width={wide}
                    height={Math.max(1, tall)}
                    fill={`url(#${id}-${key})`}
                  />
                )
              })}
            </g>
          )
        })}
      </svg>
      <p className={css.scale} aria-hidden="true">
        <span>{columns[0]?.label}</span>
        {columns.length < 2 ? null : <span>{columns.at(-1)?.label}</span>}
      </p>
      {legend ? <Legend id={id} series={series} columns={columns} number={number} /> : null}
    </div>
  )
}

function Legend({
  id,
  series,
  columns,
  number,
}: { readonly id: string } & Pick<Props, 'series' | 'columns' | 'number'>) {
  return (
    <ul className={css.legend}>
      {series.map(({ key, label }) => (
        <li key={key}>
          <svg width="12" height="12" aria-hidden="true">
            <rect width="12" height="12" rx="2" fill={`url(#${id}-${key})`} />
          </svg>
          {label}{' '}
          <span className={css.figure}>
            {number(columns.reduce((sum, { values }) => sum + (values[key] ?? 0), 0))}
          </span>
        </li>
      ))}
    </ul>
  )
}

function Pattern({
  id,
  tone,
  pattern,
}: {
  readonly id: string
  readonly tone: string
  readonly pattern: Series['pattern']
}) {
  const marks: readonly ReactNode[] = [
    null,
    <path key="1" d="M0 6L6 0" className={css.mark} />,
    <path key="2" d="M0 0L6 6M0 6L6 0" className={css.mark} />,
    <circle key="3" cx="3" cy="3" r="1.2" className={css.dot} />,
    <path key="4" d="M0 1.5H6M0 4.5H6" className={css.mark} />,
  ]
  return (
    <pattern id={id} width="6" height="6" patternUnits="userSpaceOnUse">
      <rect width="6" height="6" className={css.tone} data-tone={tone} />
      {marks[pattern]}
    </pattern>
  )
}

function Twin({
  title,
  series,
  columns,
  heads,
  totals,
  legend = true,
  onPick,
  number,
}: Props & { readonly totals: readonly number[] }) {
  const shown = columns
    .map((column, index) => ({ ...column, index }))
    .filter(({ index }) => (totals[index] ?? 0) > 0)
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls has to be reachable by keys
    <div className={css.twin} tabIndex={0} role="group" aria-label={title}>
      <table>
        <thead>
          <tr>
            <th scope="col">{heads.first}</th>
            {series.map(({ key, label }) => (
              <th key={key} scope="col">
                {label}
              </th>
            ))}
            {legend ? <th scope="col">{heads.total}</th> : null}
          </tr>
        </thead>
        <tbody>
          {shown.map(({ label, values, index }) => (
            <tr key={label}>
              <th scope="row">
                <button type="button" onClick={() => onPick(index, null)}>
                  {label}
                </button>
              </th>
              {series.map(({ key, label: part }) => (
                <td key={key}>
                  {(values[key] ?? 0) === 0 ? (
                    0
                  ) : (
                    <button
                      type="button"
                      aria-label={`${label}, ${part}: ${number(values[key] ?? 0)}`}
                      onClick={() => onPick(index, key)}
                    >
                      {number(values[key] ?? 0)}
                    </button>
                  )}
                </td>
              ))}
              {legend ? <td>{number(totals[index] ?? 0)}</td> : null}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
