// Agents of other makers and agents of the person's own: one screen in two parts, each with its
// address.
import type { ReactNode } from 'react'
import { Link } from 'wouter'
import type { AgentTextProps } from '../features/own-agents/edit/text-slot.ts'
import { lazy } from '../ui/lazy.tsx'
import heading from '../ui/page/parts-head.module.css'
import css from './agents-route.module.css'
import { lazyScreen } from './lazy-screen.tsx'
import { strings } from './strings.ts'

const AgentsScreen = lazyScreen(() =>
  import('../features/agents/agents-screen.tsx').then((part) => part.AgentsScreen),
)
const OwnAgentsScreen = lazyScreen(() =>
  import('../features/own-agents/own-agents-screen.tsx').then((part) => part.OwnAgentsScreen),
)
/** The one editor of YAML there is, which the policy has. */
const YamlEditor = lazy(
  () => import('../features/policy/editor/yaml-editor.tsx').then((part) => part.YamlEditor),
  null,
)

type Props = {
  /** What follows /agents in the address. */
  readonly path: string
  readonly terminals: ReactNode
  onGo(path: string): void
  openRun(id: string): void
}

const CONNECTED = '/agents/connected'
const OWN = '/agents/own'

const nothing = (): void => {}
const AgentText = ({ handle, ...props }: AgentTextProps) => (
  <YamlEditor {...props} handle={handle} wrap readOnly={false} onCursor={nothing} />
)

function Route({ path, terminals, onGo, openRun }: Props) {
  const at = locationOf(path)
  const part = (href: string, name: string, current: boolean) => (
    <Link href={href} className={heading.part} aria-current={current ? 'page' : undefined}>
      {name}
    </Link>
  )
  return (
    <div className={css.screen}>
      <header className={heading.head} data-width="text">
        <h1>{strings.agents}</h1>
        <nav aria-label={strings.agentParts} className={heading.parts}>
          {part(CONNECTED, strings.agentsConnected, at === null)}
          {part(OWN, strings.agentsOwn, at !== null)}
        </nav>
      </header>
      <div className={css.body}>
        {at === null ? (
          <AgentsScreen terminals={terminals} />
        ) : (
          <OwnAgentsScreen at={at} Text={AgentText} onGo={onGo} openRun={openRun} />
        )}
      </div>
    </div>
  )
}

/** Null: agents of other makers. */
function locationOf(path: string) {
  const [, part, name] = path.split('/')
  if (part === 'new') return { kind: 'new' as const }
  if (part !== 'own') return null
  return name === undefined || name === ''
    ? { kind: 'list' as const }
    : { kind: 'file' as const, name: decodeName(name) }
}

function decodeName(name: string): string {
  try {
    return decodeURIComponent(name)
  } catch {
    // An address that somebody wrote by hand.
    return name
  }
}

const load = async (): Promise<void> => {
  await AgentsScreen.load()
  await OwnAgentsScreen.load()
}

export const AgentsRoute = Object.assign(Route, { load })
