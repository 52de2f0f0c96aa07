// Where everything lies on this machine, and how large it is.
import type { AppState } from '../../../contract/ipc/app-state.ts'
import { useBridge } from '../../bridge/bridge-context.ts'
import { useRead } from '../../state/use-read.ts'
import { CopyLine } from '../../ui/text/copy-line.tsx'
import { Facts, TroubleText } from '../../ui/panel.tsx'
import css from './data-section.module.css'
import { SettingsPart } from './settings-part.tsx'
import shared from './settings-screen.module.css'
import { strings } from './strings.ts'

const words = strings.stored

export function DataSection({ app }: { readonly app: AppState }) {
  const { value, error } = useRead(useBridge(), 'storage.usage', {})
  return (
    <SettingsPart topic="data" title={strings.data} text={strings.dataText}>
      {error === null ? null : (
        <p className={shared.error}>
          <TroubleText {...error} />
        </p>
      )}
      <ul className={css.list}>
        {(value ?? []).map(({ what, path, bytes }) => (
          <li key={what}>
            <p>
              <b>{words.names[what]}</b>{' '}
              <span className={css.size}>
                {bytes === null ? words.notThere : words.size(bytes)}
              </span>
            </p>
            <CopyLine text={path} words={strings.copyWords} />
          </li>
        ))}
      </ul>
      <Facts
        facts={[
          { key: strings.policy, value: <code>{app.policyHash}</code> },
          { key: strings.version, value: app.version },
        ]}
      />
    </SettingsPart>
  )
}
