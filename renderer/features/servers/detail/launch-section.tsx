// The way to a server, as it is, and in its place the form that changes it.
import { Pencil } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import type { ServerListing } from '../../../../contract/server/server.ts'
import { Button } from '../../../ui/button.tsx'
import { Facts, Section } from '../../../ui/panel.tsx'
import { EditLaunch } from './edit-launch.tsx'
import { FetchPackage } from './fetch-package.tsx'
import { launchFacts, packageFact, settingsFact, socketsFact } from '../launch-facts.tsx'
import css from '../servers-screen.module.css'
import { strings } from '../strings.ts'

const words = strings.launch

const CHECK_MS = 200
const MOST_TIMES = 5

export function LaunchSection({
  server,
  changed,
}: {
  readonly server: ServerListing
  changed(): void
}) {
  const { config } = server
  const [editing, setEditing] = useState(false)
  const opener = useRef<HTMLButtonElement>(null)
  const left = useRef(false)
  // Back to where one came from, once the button is there again.
  useEffect(() => {
    const back = !editing && left.current
    left.current = editing
    if (!back) return
    opener.current?.focus()
    // A dialog that closes at the same time searches for what had the focus before it, which is gone, and
    // leaves it to nobody or to a neighbour: at once, or when it has faded. What the person does next
    // is theirs.
    let times = 0
    const stop = (): void => clearInterval(timer)
    const timer = setInterval(() => {
      if (document.activeElement !== opener.current) opener.current?.focus()
      times += 1
      if (times === MOST_TIMES) stop()
    }, CHECK_MS)
    addEventListener('keydown', stop, { capture: true, once: true })
    addEventListener('pointerdown', stop, { capture: true, once: true })
    return () => {
      stop()
      removeEventListener('keydown', stop, { capture: true })
      removeEventListener('pointerdown', stop, { capture: true })
    }
  }, [editing])
  return (
    <Section
      title={config.transport === 'stdio' ? words.title : words.titleHttp}
      aside={
        editing ? undefined : (
          <Button
            ref={opener}
            size="small"
            tone="quiet"
            icon={<Pencil size={13} aria-hidden="true" />}
            onClick={() => setEditing(true)}
          >
            {strings.edit.open}
          </Button>
        )
      }
    >
      <div className={css.body}>
        {editing ? (
          <EditLaunch server={server} changed={changed} leave={() => setEditing(false)} />
        ) : (
          <>
            <Facts
              facts={[
                ...launchFacts(config),
                ...packageFact(config),
                ...socketsFact(config),
                settingsFact(config),
              ]}
            />
            {packageFact(config).length === 0 ? null : (
              <div className={css.acts}>
                <FetchPackage name={server.name} again changed={changed} />
              </div>
            )}
          </>
        )}
      </div>
    </Section>
  )
}
