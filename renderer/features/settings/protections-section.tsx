import { CircleCheck, CircleSlash, CircleX, TriangleAlert } from 'lucide-react'
import type { Check, Protection } from '../../../contract/protection.ts'
import { useBridge } from '../../bridge/bridge-context.ts'
import { useRead } from '../../state/use-read.ts'
import { TroubleText } from '../../ui/panel.tsx'
import { SettingsPart } from './settings-part.tsx'
import css from './settings-screen.module.css'
import { strings } from './strings.ts'

export function ProtectionsSection() {
  const bridge = useBridge()
  const { value, error } = useRead(bridge, 'doctor.report', {})
  return (
    <SettingsPart title={strings.protections} text={strings.protectionsText}>
      {error === null ? null : (
        <p className={css.error}>
          <TroubleText {...error} />
        </p>
      )}
      {value === null ? null : (
        <>
          <ul className={css.states}>
            {value.protections.map((protection) => (
              <State key={protection.id} item={protection} detail={protection.detail} word={strings.states[protection.state]} />
            ))}
            {value.checks.map((check) => (
              <State key={check.id} item={check} detail={check.text} word={strings.checks[check.state]} />
            ))}
          </ul>
          <p className={css.hint}>
            {strings.platform}: {value.platform}, Node {value.node}
          </p>
        </>
      )}
    </SettingsPart>
  )
}

const icons = {
  enforced: CircleCheck,
  ok: CircleCheck,
  missing: TriangleAlert,
  warn: TriangleAlert,
  impossible: CircleSlash,
  fail: CircleX,
}

function State({ item, detail, word }: { readonly item: Protection | Check; readonly detail: string; readonly word: string }) {
  const Icon = icons[item.state]
  return (
    <li data-state={item.state}>
      <Icon size={16} aria-hidden="true" />
      <div>
        <p>
          <b>{item.title}</b> <span className={css.word}>{word}</span>
        </p>
        <p className={css.hint}>
          {detail} {item.how ?? ''}
        </p>
      </div>
    </li>
  )
}
