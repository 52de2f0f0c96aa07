// What a person sets in the system or the browser: a larger size of the page or of its letters, few
// colours, no motion, more contrast, another language. Every screen and a held call with each of them.
import type { Page } from '@playwright/test'
import { screens } from '../../renderer/app/screens.ts'
import { fill, finished } from './harness/each-screen.ts'
import { cutOff } from './harness/cut-off.ts'
import { faultsOfLayout } from './harness/layout-faults.ts'
import { expect, test } from './harness/test.ts'

type Preference = {
  readonly name: string
  /** Of the window as it is laid out. */
  readonly size?: readonly [width: number, height: number]
  readonly media?: Parameters<Page['emulateMedia']>[0]
  readonly text?: '130' | '200'
  readonly language?: string
}

/** The window of a laptop. */
const LAPTOP = [1280, 800] as const

const preferences: readonly Preference[] = [
  { name: 'the page at 200 %', size: [640, 400] },
  { name: 'the page at 400 %', size: [320, 200] },
  { name: 'letters at 130 %', text: '130' },
  { name: 'letters at 200 %', text: '200' },
  { name: 'few colours', media: { forcedColors: 'active' } },
  { name: 'few colours, dark', media: { forcedColors: 'active', colorScheme: 'dark' } },
  { name: 'no motion', media: { reducedMotion: 'reduce' } },
  { name: 'more contrast', media: { contrast: 'more' } },
  { name: 'German', language: 'de-DE' },
  { name: 'Japanese', language: 'ja-JP' },
  { name: 'Arabic', language: 'ar-EG' },
]

for (const preference of preferences) {
  const { language = 'en-US' } = preference
  test.describe(preference.name, () => {
    test.use({ locale: language })
    test(`nothing is cut off or lies over anything, on any screen @whole`, async ({
      gatehouse,
    }) => {
      const { page, call } = gatehouse
      const reported = await page.evaluate(() => [
        navigator.language,
        new Intl.DateTimeFormat().resolvedOptions().locale,
      ])
      expect(reported).toEqual([language, language])
      await fill(gatehouse)
      await page.emulateMedia(preference.media ?? { reducedMotion: 'reduce' })
      const [width, height] = preference.size ?? LAPTOP
      await page.setViewportSize({ width, height })
      await page.evaluate(
        (size) => void (document.documentElement.dataset['text'] = size),
        preference.text ?? '100',
      )
      const held = await call('approvals.list', { states: ['pending'], limit: 1 })
      if (!held.ok) throw new Error(held.error.text)
      const paths = [
        ...screens.map(({ path }) => path),
        ...held.value.flatMap(({ id, runId }) => [`/approvals/${id}`, `/runs/${runId}`]),
      ]
      const found: string[] = []
      for (const path of paths) {
        await page.evaluate((to) => void (location.hash = to), path)
        await finished(page)
        const faults = [...(await page.evaluate(faultsOfLayout)), ...(await page.evaluate(cutOff))]
        found.push(...faults.map((fault) => `${path}: ${fault}`))
      }
      expect(found).toEqual([])
      // Dates and numbers are in English, like the words.
      expect(await page.evaluate(() => document.body.textContent)).not.toMatch(/[٠-٩年]|Nov\./)
    })
  })
}
