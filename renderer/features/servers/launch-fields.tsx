// The fields that say how a server is started or reached: when it is added, and when it is changed.
import { FolderRows, SettingRows, TextField } from './fields/form-fields.tsx'
import type { Draft, Faults } from './server-draft.ts'
import { SignInFields } from './fields/sign-in-fields.tsx'
import { strings } from './strings.ts'

const words = strings.form

type Props = {
  readonly draft: Draft
  readonly shown: Faults
  /** It was tried to send it. */
  readonly tried: boolean
  change(part: Partial<Draft>): void
}

export function LaunchFields({ draft, shown, tried, change }: Props) {
  const text = (field: 'command' | 'url', hint: string) => (
    <TextField
      label={words[field]}
      hint={hint}
      value={draft[field]}
      error={shown[field]}
      onChange={(next) => change({ [field]: next })}
    />
  )
  if (draft.transport === 'http') {
    return (
      <>
        {text('url', words.urlHint)}
        <SettingRows
          kind="headers"
          rows={draft.headers}
          error={shown.headers}
          onChange={(headers) => change({ headers })}
        />
        <SignInFields draft={draft.signIn} tried={tried} change={(signIn) => change({ signIn })} />
      </>
    )
  }
  const lines = (field: 'args' | 'hosts', hint: string, error?: string) => (
    <TextField
      label={words[field]}
      hint={hint}
      lines
      value={draft[field]}
      error={error}
      onChange={(next) => change({ [field]: next })}
    />
  )
  return (
    <>
      {text('command', words.commandHint)}
      {lines('args', words.argsHint)}
      <SettingRows
        kind="env"
        rows={draft.env}
        error={shown.env}
        onChange={(env) => change({ env })}
      />
      <FolderRows
        rows={draft.folders}
        error={shown.folders}
        onChange={(folders) => change({ folders })}
      />
      {lines('hosts', words.hostsHint, shown.hosts)}
    </>
  )
}
