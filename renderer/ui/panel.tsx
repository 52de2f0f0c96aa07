// Plain parts of a screen: boxed section, notice, empty state, facts in two columns.
import { clsx } from 'clsx'
import { type ReactNode, useId } from 'react'
import css from './panel.module.css'

type SectionProps = {
  readonly title: string
  readonly aside?: ReactNode
  readonly children: ReactNode
  readonly className?: string | undefined
}

export function Section({ title, aside, children, className }: SectionProps) {
  const id = useId()
  return (
    <div className={clsx(css.section, className)} role="group" aria-labelledby={id}>
      <h2 className={css.sectionHead}>
        <span id={id}>{title}</span>
        {aside === undefined ? null : <span className={css.aside}>{aside}</span>}
      </h2>
      {children}
    </div>
  )
}

export type Tone = 'info' | 'warn' | 'bad' | 'ok'

type NoticeProps = {
  readonly tone: Tone
  readonly icon?: ReactNode
  readonly children: ReactNode
  readonly action?: ReactNode
  readonly alert?: boolean
}

export function Notice({ tone, icon, children, action, alert = false }: NoticeProps) {
  return (
    <div className={css.notice} data-tone={tone} role={alert ? 'alert' : undefined}>
      {icon}
      <div className={css.noticeText}>{children}</div>
      {action}
    </div>
  )
}

/** What went wrong, and on a second line what to do about it. */
export function TroubleText({
  text,
  hint,
}: {
  readonly text: string
  readonly hint?: string | undefined
}) {
  return (
    <>
      <span>{text}</span>
      {hint === undefined || hint === '' ? null : <span className={css.hint}> {hint}</span>}
    </>
  )
}

export function EmptyState({
  icon,
  title,
  children,
}: {
  readonly icon?: ReactNode
  readonly title: string
  readonly children?: ReactNode
}) {
  return (
    <div className={css.empty}>
      {icon === undefined ? null : <div className={css.emptyIcon}>{icon}</div>}
      <p className={css.emptyTitle}>{title}</p>
      {children === undefined ? null : <div className={css.emptyText}>{children}</div>}
    </div>
  )
}

export type Fact = { readonly key: string; readonly value: ReactNode }

export function Facts({ facts }: { readonly facts: readonly Fact[] }) {
  return (
    <dl className={css.facts}>
      {facts.map((fact) => (
        <div key={fact.key}>
          <dt>{fact.key}</dt>
          <dd>{fact.value}</dd>
        </div>
      ))}
    </dl>
  )
}
