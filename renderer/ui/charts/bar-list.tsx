// Bars beside their names: a chart whose every bar is a button, and that reads as a list.
import css from './chart.module.css'

export type Bar = {
  readonly key: string
  readonly label: string
  readonly value: number
  readonly tone: string
}

type Props = {
  readonly title: string
  readonly bars: readonly Bar[]
  number(value: number): string
  onPick(key: string): void
}

export function BarList({ title, bars, number, onPick }: Props) {
  const most = Math.max(1, ...bars.map(({ value }) => value))
  return (
    <ul className={css.bars} aria-label={title}>
      {bars.map(({ key, label, value, tone }) => (
        <li key={key}>
          <button
            type="button"
            className={css.bar}
            disabled={value === 0}
            onClick={() => onPick(key)}
          >
            <span className={css.barName} dir="auto">
              {label}
            </span>
            <svg
              className={css.barTrack}
              viewBox="0 0 100 8"
              preserveAspectRatio="none"
              aria-hidden="true"
            >
              <rect
                width={value === 0 ? 0 : Math.max(1, (value / most) * 100)}
                height="8"
                className={css.tone}
                data-tone={tone}
              />
            </svg>
            <span className={css.figure}>{number(value)}</span>
          </button>
        </li>
      ))}
    </ul>
  )
}
