// Buttons with text, with an icon alone, and with the key that does the same.
import { Button as BaseButton } from '@base-ui/react/button'
import { clsx } from 'clsx'
import type { ComponentProps, ReactNode } from 'react'
import css from './button.module.css'

type Props = Omit<ComponentProps<typeof BaseButton>, 'className'> & {
  readonly tone?: 'plain' | 'strong' | 'quiet'
  readonly size?: 'normal' | 'small'
  /** A key that does the same, printed beside the words. */
  readonly hotkey?: string
  readonly icon?: ReactNode
  readonly className?: string | undefined
}

export function Button({
  tone = 'plain',
  size = 'normal',
  hotkey,
  icon,
  className,
  children,
  ...rest
}: Props) {
  return (
    <BaseButton className={clsx(css.button, className)} data-tone={tone} data-size={size} {...rest}>
      {icon}
      {children}
      {hotkey === undefined ? null : <Kbd>{hotkey}</Kbd>}
    </BaseButton>
  )
}

/**
 * The name of a key. Silent beside a button, where it would become part of the name; `spoken` where
 * it is the content.
 */
export function Kbd({
  children,
  spoken = false,
}: {
  readonly children: ReactNode
  readonly spoken?: boolean
}) {
  return (
    <kbd className={css.kbd} aria-hidden={!spoken}>
      {children}
    </kbd>
  )
}

type IconButtonProps = Omit<ComponentProps<typeof BaseButton>, 'className' | 'aria-label'> & {
  readonly label: string
  readonly className?: string | undefined
}

/** A button that is only a picture; `label` is its name and its tip. */
export function IconButton({ label, className, children, ...rest }: IconButtonProps) {
  return (
    <BaseButton
      className={clsx(css.button, css.icon, className)}
      data-tone="quiet"
      aria-label={label}
      title={label}
      {...rest}
    >
      {children}
    </BaseButton>
  )
}
