// What a new agent begins as: an example, or next to nothing. It opens as a text that is not saved.
import { X } from 'lucide-react'
import { useState } from 'react'
import { NEW, setAgentDraft } from '../../../state/agent-drafts.ts'
import { Modal } from '../../../ui/modal.tsx'
import { SearchField } from '../../../ui/search-field.tsx'
import { BLANK, examples, freeName, startFrom } from '../examples.ts'
import css from '../own-agents.module.css'
import agentList from './agent-list.module.css'
import { NEW_PATH } from '../paths.ts'
import { strings } from '../strings.ts'

const words = strings.start

type Props = {
  readonly open: boolean
  readonly taken: ReadonlySet<string>
  onClose(): void
  onGo(path: string): void
}

export function StartDialog({ open, taken, onClose, onGo }: Props) {
  const [search, setSearch] = useState('')
  const choose = (text: string, name: string): void => {
    setAgentDraft(NEW, { text: startFrom(text, freeName(name, taken)), base: null })
    onClose()
    onGo(NEW_PATH)
  }
  const wanted = search.trim().toLowerCase()
  const shown = examples.filter(({ name, about }) =>
    `${name} ${about}`.toLowerCase().includes(wanted),
  )
  return (
    <Modal
      wide
      open={open}
      onOpenChange={(next) => !next && onClose()}
      title={words.title}
      closeLabel={strings.close}
      closeIcon={<X size={16} aria-hidden="true" />}
    >
      <div className={css.start}>
        <p className={css.text}>{words.text}</p>
        <button
          type="button"
          className={agentList.option}
          onClick={() => choose(BLANK, 'my_agent')}
        >
          <b>{words.blank}</b>
          <span>{words.blankText}</span>
        </button>
        <SearchField
          label={words.search}
          placeholder={words.search}
          value={search}
          onChange={setSearch}
        />
        <ul className={agentList.options} aria-label={words.list}>
          {shown.map(({ name, about, text }) => (
            <li key={name}>
              <button type="button" className={agentList.option} onClick={() => choose(text, name)}>
                <b>{name}</b>
                <span>{about}</span>
              </button>
            </li>
          ))}
        </ul>
        {shown.length === 0 ? <p className={css.hint}>{strings.noneFound}</p> : null}
      </div>
    </Modal>
  )
}
