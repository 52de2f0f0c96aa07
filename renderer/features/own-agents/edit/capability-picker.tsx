// All capabilities to choose from, those that read before those that change something.
import { X } from 'lucide-react'
import { useId, useState } from 'react'
import type { CapabilityListing } from '../../../../contract/ipc/topics/ipc-own-agents.ts'
import { Button } from '../../../ui/button.tsx'
import { Modal } from '../../../ui/modal.tsx'
import { SearchField } from '../../../ui/search-field.tsx'
import { TierBadge } from '../../../ui/marks/tier-badge.tsx'
import css from '../own-agents.module.css'
import capabilityPicker from './capability-picker.module.css'
import { strings } from '../strings.ts'

const words = strings.capabilities

type Props = {
  readonly open: boolean
  readonly known: readonly CapabilityListing[]
  readonly has: ReadonlySet<string>
  onToggle(name: string): void
  onClose(): void
}

export function CapabilityPicker({ open, known, has, onToggle, onClose }: Props) {
  const id = useId()
  const [search, setSearch] = useState('')
  const wanted = search.trim().toLowerCase()
  // Names of older files stay where they are, and are offered to nobody.
  const shown = known.filter(
    ({ name, sentence, legacy }) =>
      legacy === null && `${name} ${sentence}`.toLowerCase().includes(wanted),
  )
  const part = (mode: CapabilityListing['mode'], title: string) => {
    const list = shown.filter((each) => each.mode === mode)
    if (list.length === 0) return null
    return (
      <fieldset className={capabilityPicker.choices}>
        <legend>{title}</legend>
        {list.map(({ name, sentence, tier, sends }) => (
          <label key={name} className={capabilityPicker.choice} htmlFor={`${id}-${name}`}>
            <input
              id={`${id}-${name}`}
              type="checkbox"
              checked={has.has(name)}
              onChange={() => onToggle(name)}
            />
            <span className={capabilityPicker.choiceHead}>
              <code>{name}</code>
              {tier === null ? null : <TierBadge tier={tier} />}
              {sends ? (
                <span className={css.mark} data-tone="warn">
                  {words.sends}
                </span>
              ) : null}
            </span>
            <span className={css.hint}>{sentence}</span>
          </label>
        ))}
      </fieldset>
    )
  }
  return (
    <Modal
      wide
      open={open}
      onOpenChange={(next) => !next && onClose()}
      title={words.addTitle}
      closeLabel={strings.close}
      closeIcon={<X size={16} aria-hidden="true" />}
    >
      <div className={css.start}>
        <SearchField
          label={words.search}
          placeholder={words.search}
          value={search}
          onChange={setSearch}
        />
        {part('read', words.reads)}
        {part('write', words.writes)}
        {shown.length === 0 ? <p className={css.hint}>{words.noneFound}</p> : null}
        <div className={capabilityPicker.dialogActs}>
          <Button tone="strong" onClick={onClose}>
            {words.done}
          </Button>
        </div>
      </div>
    </Modal>
  )
}
