// What drew a picture: browser and fonts. Pictures are compared only with those that the same
// renderer drew; from another one every pixel may differ, and that says nothing about the window.
import { readFile, writeFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
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

const faces = ['inter', 'jetbrains-mono'].map((name) =>
  fileURLToPath(
    new URL(
      `../../node_modules/@fontsource-variable/${name}/files/${name}-latin-wght-normal.woff2`,
      import.meta.url,
    ),
  ),
)

/**
 * One line: how wide the sample is in both faces of the window, and a sum over its pixels. The faces
 * are the same files everywhere; how a machine draws them may differ.
 */
async function fontsOf(page: Page): Promise<string> {
  const fonts = await Promise.all(faces.map((file) => readFile(file, 'base64')))
  return page.evaluate(
    async ({ text, files }) => {
      const canvas = document.createElement('canvas')
      canvas.width = 700
      canvas.height = 60
      const context = canvas.getContext('2d')
      if (context === null) return 'no canvas'
      const widths: string[] = []
      for (const [at, file] of files.entries()) {
        const face = new FontFace(
          `measured-${at}`,
          Uint8Array.from(atob(file), (letter) => letter.charCodeAt(0)),
        )
        document.fonts.add(await face.load())
        context.font = `13px measured-${at}, sans-serif`
        context.fillText(text, 4, 20 + at * 24)
        widths.push(context.measureText(text).width.toFixed(2))
      }
      let sum = 0
      for (const value of context.getImageData(0, 0, canvas.width, canvas.height).data)
        sum = (Math.imul(sum, 31) + value) >>> 0
      return `${widths.join(' ')} ${sum.toString(16)}`
    },
    { text: sample, files: fonts },
  )
}
