// A link that wants a server added. It only ever fills in the form: a person changes it, sees what
// would run, and says yes or not.
import { Link2 } from 'lucide-react'
import { useBridge } from '../../../bridge/bridge-context.ts'
import { useRead } from '../../../state/use-read.ts'
import { Button } from '../../../ui/button.tsx'
import { ExactBlock } from '../../../ui/text/exact-text.tsx'
import { Notice, TroubleText } from '../../../ui/panel.tsx'
import { AddForm } from './add-form.tsx'
import { draftOf } from '../server-draft.ts'
import css from '../servers-screen.module.css'
import { strings } from '../strings.ts'

const words = strings.link

type Props = {
  readonly link: string
  readonly taken: readonly string[]
  added(name: string): void
  leave(): void
}

export function LinkPage({ link, taken, added, leave }: Props) {
  const bridge = useBridge()
  const { value, error } = useRead(bridge, 'servers.read-link', { link })
  return (
    <>
      <h2 className={css.title} tabIndex={-1}>
        {words.title}
      </h2>
      {error === null ? (
        <Notice tone="warn" icon={<Link2 size={16} aria-hidden="true" />}>
          {words.text}
        </Notice>
      ) : (
        <Notice tone="bad" alert>
          <TroubleText {...error} />
        </Notice>
      )}
      <div className={css.boxed}>
        <ExactBlock text={link} label={words.title} />
      </div>
      <div className={css.acts}>
        <Button onClick={leave}>{strings.cancel}</Button>
      </div>
      {value === null ? null : (
        <AddForm key={link} taken={taken} from={draftOf(value.name, value.config)} added={added} />
      )}
    </>
  )
}
