// A new plugin: its name and language, and the very files that would be written, before they are.
import { useEffect, useId, useRef, useState } from 'react'
import type { PluginLanguage } from '../../../../contract/plugin/draft.ts'
import { useBridge } from '../../../bridge/bridge-context.ts'
import { useAct } from '../../../state/use-act.ts'
import { useRead } from '../../../state/use-read.ts'
import { setDraft, useUi } from '../../../state/ui.ts'
import { Button } from '../../../ui/button.tsx'
import { Notice, Section, TroubleText } from '../../../ui/panel.tsx'
import { Pick } from '../../../ui/picks/pick.tsx'
import { ExactBlock } from '../../../ui/text/exact-text.tsx'
import { TextField } from '../fields/form-fields.tsx'
import css from '../servers-screen.module.css'
import fieldsCss from '../fields/fields.module.css'
import pluginCss from './plugins.module.css'
import { pluginStrings as strings } from './plugin-strings.ts'

const words = strings.draft
const slot = 'new-plugin'
/** As `PluginName` of the contract: the router refuses every other. */
const NAME = /^(?!.*__)[a-z][a-z0-9_-]{0,63}$/

const languages = Object.entries(words.languages).map(([value, label]) => ({
  value: value as PluginLanguage,
  label,
}))

type Props = {
  /** With the key of the new plugin. */
  written(key: string): void
}

export function DraftPage({ written }: Props) {
  const name = useUi((ui) => ui.drafts[slot] ?? '')
  const [language, setLanguage] = useState<PluginLanguage>('shell')
  // The button is there from the start, and says of a name that is missing what is wrong with it.
  const [pressed, setPressed] = useState(false)
  const fits = NAME.test(name)
  const id = useId()
  const sheet = useRef<HTMLDivElement>(null)
  const askForName = (): void => {
    setPressed(true)
    sheet.current?.querySelector('input')?.focus()
  }
  return (
    <div className={css.sheet} ref={sheet}>
      <h2 className={css.title} tabIndex={-1}>
        {words.title}
      </h2>
      <p className={css.lead}>{words.lead}</p>
      <TextField
        label={words.name}
        hint={words.nameHint}
        value={name}
        error={fits || (name === '' && !pressed) ? undefined : words.nameWrong}
        onChange={(text) => setDraft(slot, text.trim())}
      />
      <div className={fieldsCss.field}>
        <label className={fieldsCss.label} htmlFor={id}>
          {words.language}
        </label>
        <Pick
          id={id}
          label={words.language}
          value={language}
          choices={languages}
          wide
          onChange={(next) => setLanguage(next)}
        />
      </div>
      {fits ? (
        <Files name={name} language={language} written={written} />
      ) : (
        <div className={css.acts}>
          <Button tone="strong" onClick={askForName}>
            {words.write}
          </Button>
        </div>
      )}
    </div>
  )
}

type FilesProps = Props & { readonly name: string; readonly language: PluginLanguage }

/** Asked for when the person rests, not for each letter. */
const REST_MS = 200

function Files({ name, language, written }: FilesProps) {
  const bridge = useBridge()
  const [asked, setAsked] = useState({ name, language })
  useEffect(() => {
    const timer = setTimeout(() => setAsked({ name, language }), REST_MS)
    return () => clearTimeout(timer)
  }, [name, language])
  const { value, error } = useRead(bridge, 'plugins.draft', asked)
  const { act, busy, error: unwritten } = useAct()
  const shown = useRef(asked)
  shown.current = asked
  const settled = asked.name === name && asked.language === language
  const write = async (): Promise<void> => {
    if (!settled || value === null || error !== null) return
    const done = await act('write', () => bridge.call('plugins.create', shown.current))
    if (done === null) return
    setDraft(slot, '')
    written(`external/${shown.current.name}`)
  }
  const problem = unwritten ?? error
  return (
    <>
      {problem === null ? null : (
        <Notice tone="bad" alert>
          <TroubleText {...problem} />
        </Notice>
      )}
      {value === null || error !== null ? null : (
        <Section title={words.where(value.folder)}>
          {value.files.map(({ path, text }) => (
            <div key={path} className={pluginCss.file}>
              <code>{path.split(/[\\/]/).at(-1)}</code>
              <ExactBlock text={text} label={words.file(path)} tall />
            </div>
          ))}
        </Section>
      )}
      {language === 'c' ? <p className={css.hint}>{words.build}</p> : null}
      <div className={css.acts}>
        <Button
          tone="strong"
          aria-disabled={busy !== null || !settled || value === null || error !== null}
          onClick={() => void write()}
        >
          {words.write}
        </Button>
      </div>
    </>
  )
}
