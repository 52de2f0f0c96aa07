// What drew a picture: browser and fonts. Pictures are compared only with those that the same
// renderer drew; from another one every pixel may differ, and that says nothing about the window.
import { readFile, writeFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'

const sample = 'Gatehouse 0123456789 → « Zwölf Boxkämpfer » rm -rf ./build && git push'

/** Browser and fonts of this machine, a line each. */
async function rendererOf(page: Page): Promise<string> {
  const browser = page.context().browser()
  return `${browser?.browserType().name() ?? 'unknown'} ${browser?.version() ?? ''}\n${await fontsOf(page)}\n`
}

/** Keeps beside the pictures what they were drawn with. */
export const recordRenderer = async (page: Page, file: string): Promise<void> =>
  writeFile(file, await rendererOf(page))

/** Why pictures cannot be compared here with those that `file` lies beside; null where they can. */
export async function otherRenderer(page: Page, file: string): Promise<string | null> {
  const [here, stored] = [await rendererOf(page), await readFile(file, 'utf8')]
  if (here === stored) return null
  const [[browser, fonts], [storedBrowser, storedFonts]] = [here.split('\n'), stored.split('\n')]
  return browser === storedBrowser
    ? `this machine draws letters otherwise (${fonts}) than the one that drew the stored pictures (${storedFonts})`
    : `the stored pictures were drawn by ${storedBrowser}, and this is ${browser}`
}

/** One line: how wide the sample is in both faces, and a sum over its pixels. */
const fontsOf = (page: Page): Promise<string> =>
  page.evaluate((text) => {
    const style = getComputedStyle(document.documentElement)
    // A page of no window of ours knows only what the system calls these.
    const faces = [
      style.getPropertyValue('--sans') || 'sans-serif',
      style.getPropertyValue('--code') || 'monospace',
    ]
    const canvas = document.createElement('canvas')
    canvas.width = 700
    canvas.height = 60
    const context = canvas.getContext('2d')
    if (context === null) return 'no canvas'
    const widths = faces.map((face, at) => {
      context.font = `13px ${face}`
      context.fillText(text, 4, 20 + at * 24)
      return context.measureText(text).width.toFixed(2)
    })
    let sum = 0
    for (const value of context.getImageData(0, 0, canvas.width, canvas.height).data)
      sum = (Math.imul(sum, 31) + value) >>> 0
    return `${widths.join(' ')} ${sum.toString(16)}`
  }, sample)
