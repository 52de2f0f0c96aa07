// The page that draws one story: `#approval-card-held/dark`. Without a hash it lists them all.
import { CSPProvider } from '@base-ui/react/csp-provider'
import { StrictMode, useEffect } from 'react'
import { createRoot } from 'react-dom/client'
import '../../renderer/theme/tokens.css'
import '../../renderer/theme/base.css'
import { BridgeProvider } from '../../renderer/bridge/bridge-context.ts'
import { connectLive } from '../../renderer/state/connect.ts'
import { fakeBridge } from '../fakes/bridge.ts'
import css from './page.module.css'
import { stories } from './registry.ts'
import type { Story } from './story.ts'

const stage = document.querySelector<HTMLElement>('#stage')
if (stage === null) throw new Error('stories: no #stage in the page')

const [name = '', theme = 'light'] = location.hash.slice(1).split('/')
const story = stories.find((each) => each.name === name)
document.documentElement.dataset['theme'] = theme
// Functions do not leave the page, and a list is all the test needs.
Object.assign(window, { stories: JSON.parse(JSON.stringify(stories)) as unknown })
addEventListener('hashchange', () => location.reload())

if (story === undefined) createRoot(stage).render(<List />)
else show(story, stage)

function show({ element, bridge: options = {}, width = 760, height, whole = false }: Story, place: HTMLElement): void {
  place.className = css['stage'] ?? ''
  // The page's own policy holds here too: sizes are set by script, never as an attribute.
  place.style.inlineSize = whole ? '100%' : `${width}px`
  if (height !== undefined) place.style.blockSize = `${height}px`
  const bridge = fakeBridge(options)
  connectLive({
    bridge,
    watch(listener) {
      listener('open')
      return () => undefined
    },
  })
  createRoot(place).render(
    <StrictMode>
      <CSPProvider disableStyleElements>
        <BridgeProvider value={bridge}>
          <Drawn name={name}>{element()}</Drawn>
        </BridgeProvider>
      </CSPProvider>
    </StrictMode>,
  )
}

function Drawn({ name: of, children }: { readonly name: string; readonly children: React.ReactNode }) {
  useEffect(() => {
    document.body.dataset['story'] = of
  }, [of])
  return children
}

function List() {
  return (
    <main className={css['list']}>
      <h1>Stories</h1>
      <ul>
        {stories.map((each) => (
          <li key={each.name}>
            <a href={`#${each.name}/light`}>{each.name}</a> <a href={`#${each.name}/dark`}>dark</a>{' '}
            <a href={`#${each.name}/high-contrast`}>high contrast</a>
          </li>
        ))}
      </ul>
    </main>
  )
}
