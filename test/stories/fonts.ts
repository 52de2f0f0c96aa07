// Whether this machine draws letters as the one did that took the stored pictures. Where it does not, pixels say nothing.
import type { Page } from '@playwright/test'

const sample = 'Gatehouse 0123456789 → « Zwölf Boxkämpfer » rm -rf ./build && git push'

/** One line: how wide the sample is in both faces, and a sum over its pixels. */
export const fontsOf = (page: Page): Promise<string> =>
  page.evaluate((text) => {
    const faces = ['--sans', '--code'].map((name) => getComputedStyle(document.documentElement).getPropertyValue(name))
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
    for (const value of context.getImageData(0, 0, canvas.width, canvas.height).data) sum = (Math.imul(sum, 31) + value) >>> 0
    return `${widths.join(' ')} ${sum.toString(16)}`
  }, sample)
