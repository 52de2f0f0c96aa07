// The page that draws one story: `#approval-card-held/dark`. Without a hash it lists them all.
import { CSPProvider } from '@base-ui/react/csp-provider'
import { StrictMode, useEffect } from 'react'
import { createRoot, type Root } from 'react-dom/client'
import '../../renderer/theme/fonts.css'
import '../../renderer/theme/tokens.css'
import '../../renderer/theme/base.css'
import { BridgeProvider } from '../../renderer/bridge/bridge-context.ts'
import { connectLive } from '../../renderer/state/live/connect.ts'
import { fakeBridge } from '../fakes/bridge.ts'
import css from './page.module.css'
import { stories } from './registry.ts'
import { type Story, type StoryPage, storyThemes, type StoryTheme } from './story.ts'
import { parts } from './ui/registry.ts'

const stage = document.querySelector<HTMLElement>('#stage')
if (stage === null) throw new Error('stories: no #stage in the page')
let drawn: Root | null = null

const [name = '', theme = 'light'] = location.hash.slice(1).split('/')
const story = stories.find((each) => each.name === name)
wear(storyThemes.find((each) => each === theme) ?? 'light')
const forTests: StoryPage = {
  // Functions do not leave the page, and a list is all the tests need.
  stories: cardsOf(stories),
  parts: cardsOf(parts),
  wear,
  drawPart: (part) => drawPart(part, stage),
}
Object.assign(window, { storyPage: forTests })
addEventListener('hashchange', () => location.reload())

if (story !== undefined) drawStory(story, stage)
else if (parts.some((each) => each.name === name)) drawPart(name, stage)
else createRoot(stage).render(<List />)

/** As apply-appearance.ts of the window does it. */
function wear(next: StoryTheme): void {
  const { dataset } = document.documentElement
  dataset['theme'] = next === 'dark' ? 'dark' : 'light'
  if (next === 'high-contrast') dataset['contrast'] = 'more'
  else delete dataset['contrast']
}

function cardsOf(list: readonly Story[]): StoryPage['stories'] {
  return JSON.parse(JSON.stringify(list)) as StoryPage['stories']
}

function prepare(
  place: HTMLElement,
  { width = 760, height, whole = false, rtl = false }: Story,
): void {
  place.className = css['stage'] ?? ''
  document.documentElement.dir = rtl ? 'rtl' : 'ltr'
  // The page's own policy holds here too: sizes are set by script, never as an attribute.
  place.style.inlineSize = whole ? '100%' : `${width}px`
  place.style.blockSize = height === undefined ? '' : `${height}px`
}

function drawStory(of: Story, place: HTMLElement): void {
  prepare(place, of)
  const bridge = fakeBridge(of.bridge ?? {})
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
          <Drawn name={of.name}>{of.element()}</Drawn>
        </BridgeProvider>
      </CSPProvider>
    </StrictMode>,
  )
}

/**
 * A part of the kit knows nothing of a Gatehouse, and leaves nothing behind: the next one is drawn
 * in the same page.
 */
function drawPart(wanted: string, place: HTMLElement): void {
  drawn?.unmount()
  const part = parts.find((each) => each.name === wanted)
  if (part === undefined) throw new Error(`stories: there is no part ${wanted}`)
  prepare(place, part)
  drawn = createRoot(place)
  drawn.render(
    <StrictMode>
      <CSPProvider disableStyleElements>
        <Drawn name={part.name}>{part.element()}</Drawn>
      </CSPProvider>
    </StrictMode>,
  )
}

function Drawn({
  name: of,
  children,
}: {
  readonly name: string
  readonly children: React.ReactNode
}) {
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
        {[...parts, ...stories].map((each) => (
          <li key={each.name}>
            <a href={`#${each.name}/light`}>{each.name}</a> <a href={`#${each.name}/dark`}>dark</a>{' '}
            <a href={`#${each.name}/high-contrast`}>high contrast</a>
          </li>
        ))}
      </ul>
    </main>
  )
}
