// Draws the small pictures of the tray and the task bar: a gate of two posts and a beam, or a
// number. No files to lose.
import { nativeImage, type NativeImage } from 'electron'
import { numberDot, type DotPixel } from './number-dot.ts'

const SIZE = 32

/** `waiting`: a dot is added where a call is held. */
export function trayIcon(waiting: boolean): NativeImage {
  const image = draw((x, y) => {
    if (waiting && near(x, y, 25, 7, 6)) return AMBER
    const post = y >= 8 && y < 30 && ((x >= 4 && x < 9) || (x >= 23 && x < 28))
    const beam = y >= 8 && y < 13 && x >= 4 && x < 28
    const bar = y >= 19 && y < 22 && x >= 9 && x < 23
    return post || beam || bar ? GREY : CLEAR
  })
  // macOS colours a template by its menu bar.
  image.setTemplateImage(process.platform === 'darwin' && !waiting)
  return image
}

/** For the task bar of Windows, which shows no number of itself. */
export function numberIcon(count: number): NativeImage {
  const at = numberDot(count, SIZE)
  return draw((x, y) => dotColours[at(x, y)])
}

type Pixel = readonly [blue: number, green: number, red: number, alpha: number]
const CLEAR: Pixel = [0, 0, 0, 0]
const GREY: Pixel = [128, 128, 128, 255]
const AMBER: Pixel = [32, 142, 230, 255]
const BLACK: Pixel = [16, 16, 16, 255]
const dotColours: Readonly<Record<DotPixel, Pixel>> = { clear: CLEAR, dot: AMBER, digit: BLACK }

const near = (x: number, y: number, cx: number, cy: number, radius: number): boolean =>
  (x - cx) ** 2 + (y - cy) ** 2 <= radius ** 2

/** BGRA, as Chromium keeps bitmaps. */
function draw(pixel: (x: number, y: number) => Pixel): NativeImage {
  const bitmap = Buffer.alloc(SIZE * SIZE * 4)
  for (let y = 0; y < SIZE; y += 1)
    for (let x = 0; x < SIZE; x += 1) bitmap.set(pixel(x, y), (y * SIZE + x) * 4)
  return nativeImage.createFromBitmap(bitmap, { width: SIZE, height: SIZE, scaleFactor: 2 })
}
