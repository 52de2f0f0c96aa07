// A message of the person. It can be edited; what followed the earlier text stays as an earlier
// version.
import { GitBranch, History, Paperclip, Pencil } from 'lucide-react'
import { useRef, useState } from 'react'
import type { RunItemOf } from '../../../../contract/agent/run.ts'
import { useBridge } from '../../../bridge/bridge-context.ts'
import { setAttached, setDraft, useUi } from '../../../state/ui.ts'
import { Button, IconButton } from '../../../ui/button.tsx'
import { Exact } from '../../../ui/text/exact-text.tsx'
import { Composer } from '../composer/composer.tsx'
import type { Setting } from './setting.ts'
import css from './transcript.module.css'
import { strings } from '../strings.ts'

type Props = { readonly item: RunItemOf<'user'>; readonly setting: Setting }

/** Lines of a message that are shown before it is unfolded. */
const foldAt = 20

export function UserMessage({ item, setting }: Props) {
  const bridge = useBridge()
  const [editing, setEditing] = useState(false)
  const pencil = useRef<HTMLButtonElement>(null)
  const draftKey = `${setting.runId}/${item.id}`
  const close = (): void => {
    setEditing(false)
    requestAnimationFrame(() => pencil.current?.focus())
  }
  if (editing) {
    return (
      <div className={css.editing}>
        <p className={css.editHint}>{strings.editHint}</p>
        <Composer
          draftKey={draftKey}
          manual={setting.manual}
          placeholder={strings.placeholder}
          label={strings.editLabel}
          autoFocus
          onCancel={close}
          onSend={async (message) => {
            const result = await bridge.call('runs.branch', {
              id: setting.runId,
              item: item.id,
              ...message,
            })
            if (!result.ok) return result.error
            setting.onGo(result.value.id)
            return null
          }}
        />
      </div>
    )
  }
  return (
    <div className={css.user}>
      <div className={css.said}>
        <span className={css.speaker}>{strings.you}</span>
        <Said text={item.text} />
        {item.attached === undefined ? null : (
          <ul className={css.attached} aria-label={strings.attached}>
            {item.attached.map((path) => (
              <li key={path}>
                <Paperclip size={12} aria-hidden="true" />
                <code>
                  <Exact text={path} />
                </code>
              </li>
            ))}
          </ul>
        )}
      </div>
      <div className={css.acts}>
        <Versions item={item} setting={setting} />
        {setting.takes ? (
          <IconButton
            ref={pencil}
            label={strings.edit}
            className={css.act}
            onClick={() => {
              // What was begun before and not sent is still there.
              if ((useUi.getState().drafts[draftKey] ?? '') === '') {
                setDraft(draftKey, item.text)
                setAttached(draftKey, item.attached ?? [])
              }
              setEditing(true)
            }}
          >
            <Pencil size={13} aria-hidden="true" />
          </IconButton>
        ) : null}
      </div>
    </div>
  )
}

function Said({ text }: { readonly text: string }) {
  const [open, setOpen] = useState(false)
  const lines = text.split('\n')
  const long = lines.length > foldAt + 2
  return (
    <>
      <p>
        <Exact text={long && !open ? lines.slice(0, foldAt).join('\n') : text} />
      </p>
      {long ? (
        <Button tone="quiet" size="small" aria-expanded={open} onClick={() => setOpen(!open)}>
          {open ? strings.fold.less : strings.fold.more(lines.length - foldAt)}
        </Button>
      ) : null}
    </>
  )
}

/** The way to what is in this message's place in other runs: before it, and after it. */
function Versions({ item, setting }: Props) {
  const { from, branches } = setting
  const later = branches.filter((run) => run.from?.item === item.id)
  return (
    <>
      {from?.item === item.id ? (
        <Button
          tone="quiet"
          size="small"
          icon={<History size={13} aria-hidden="true" />}
          onClick={() => setting.onGo(from.run, item.id)}
        >
          {strings.earlier}
        </Button>
      ) : null}
      {later.map((run, at) => (
        <Button
          key={run.id}
          tone="quiet"
          size="small"
          icon={<GitBranch size={13} aria-hidden="true" />}
          onClick={() => setting.onGo(run.id, item.id)}
        >
          {strings.later(at + 1, later.length)}
        </Button>
      ))}
    </>
  )
}
