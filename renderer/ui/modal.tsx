// The dialog that all features use.
import { Dialog } from '@base-ui/react/dialog'
import type { ReactNode, RefObject } from 'react'
import css from './modal.module.css'

type Props = {
  readonly open: boolean
  onOpenChange(open: boolean): void
  readonly title: string
  readonly closeLabel: string
  readonly closeIcon: ReactNode
  /** For what is compared line by line. */
  readonly wide?: boolean
  /** Along the side of the window and as high as it, beside what it is about. */
  readonly side?: boolean
  /** What has the focus when it opens; left out: the first control. */
  readonly initialFocus?: RefObject<HTMLElement | null>
  readonly children: ReactNode
}

export function Modal({
  open,
  onOpenChange,
  title,
  closeLabel,
  closeIcon,
  wide = false,
  side = false,
  initialFocus,
  children,
}: Props) {
  return (
    <Dialog.Root open={open} onOpenChange={onOpenChange}>
      <Dialog.Portal>
        <Dialog.Backdrop className={css.backdrop} />
        <Dialog.Popup
          className={css.popup}
          data-wide={wide}
          data-side={side}
          {...(initialFocus === undefined ? {} : { initialFocus })}
        >
          <div className={css.head}>
            <Dialog.Title className={css.title}>{title}</Dialog.Title>
            <Dialog.Close className={css.close} aria-label={closeLabel}>
              {closeIcon}
            </Dialog.Close>
          </div>
          {children}
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  )
}
