// How soon what is typed or moved in a page is on the screen, measured in the page itself.
import type { Page } from '@playwright/test'

declare global {
  // oxlint-disable-next-line typescript/consistent-type-definitions -- only an interface adds to the page's own
  interface Window {
    inputTimes: number[]
  }
}

/** The 99th percentile: of fewer than a hundred the slowest. */
export const most = (times: readonly number[]): number =>
  times.toSorted((a, b) => a - b)[Math.ceil(times.length * 0.99) - 1] ?? Number.NaN

/** What was measured since the last time, in milliseconds. */
export async function inputs(page: Page): Promise<readonly number[]> {
  await page.waitForTimeout(300)
  return page.evaluate(() => window.inputTimes.splice(0))
}

/** Runs in the page. From a key going down until the frame after the one that it changed. */
export function watchInput(): void {
  window.inputTimes = []
  document.addEventListener(
    'keydown',
    ({ timeStamp }) => {
      const painted = new MessageChannel()
      painted.port1.onmessage = () => window.inputTimes.push(performance.now() - timeStamp)
      // The callback runs just before the frame; the message comes when it has been handed over.
      requestAnimationFrame(() => painted.port2.postMessage(null))
    },
    { capture: true },
  )
}
