// What a story is: one part of the window in one state, drawn alone and compared with a stored
// picture. How to add one: test/stories/README.md.
import type { ReactNode } from 'react'
import type { FakeOptions } from '../fakes/bridge-options.ts'

type Role =
  | 'button'
  | 'checkbox'
  | 'combobox'
  | 'group'
  | 'link'
  | 'option'
  | 'radio'
  | 'searchbox'
  | 'switch'
  | 'tab'
  | 'textbox'

/**
 * What a person does before the picture is taken, with real mouse and keys. Names are those a
 * screen reader says.
 */
export type Act =
  | { readonly click: string; readonly role?: Role }
  | { readonly hover: string }
  | { readonly fill: string; readonly text: string }
  | { readonly press: string }
  /** Reached by the keyboard, so that the ring is drawn. */
  | { readonly focus: string; readonly role?: Role }
  /** Mouse down and not up again. */
  | { readonly hold: string }
  /** Lets this much time go by; the clock does not move otherwise. */
  | { readonly passMs: number }
  | { readonly scrollTo: string }
  /**
   * Waits until it has that many rows, the head among them: a long list draws those out of sight a
   * moment later.
   */
  | { readonly table: string; readonly rows: number }

export type Story = {
  /**
   * Part and state: `approval-card-held`. Names the stored picture, so letters, digits and `-`
   * only.
   */
  readonly name: string
  element(): ReactNode
  /** CSS pixels; 760 unless said. */
  readonly width?: number
  /** For what fills the place it is given; as high as it needs unless said. */
  readonly height?: number
  /** All of the page reads from right to left, also what opens above it. */
  readonly rtl?: boolean
  /** The picture shows the whole window and not only the part: for what opens above the page. */
  readonly whole?: boolean
  readonly acts?: readonly Act[]
  /** What the fake Gatehouse behind it begins with. A part of the kit has none. */
  readonly bridge?: FakeOptions
}

export const storyThemes = ['light', 'dark', 'high-contrast'] as const
export type StoryTheme = (typeof storyThemes)[number]

/** As the page lists its stories to the test: without what only the page can hold. */
export type StoryCard = Omit<Story, 'element' | 'bridge'>

/** What the page lends to the tests, as `window.storyPage`. */
export type StoryPage = {
  readonly stories: readonly StoryCard[]
  /** Every part of renderer/ui, each with all its states. */
  readonly parts: readonly StoryCard[]
  wear(theme: StoryTheme): void
  drawPart(name: string): void
}
