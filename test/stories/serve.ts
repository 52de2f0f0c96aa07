// Builds the page of stories in memory and gives it to a browser page under an address that no
// network knows.
import { extname } from 'node:path'
import type { Page } from '@playwright/test'
import react from '@vitejs/plugin-react'
import { build } from 'vite'
import { pageHeaders } from '../../main/host/page/page-headers.ts'

const types: Readonly<Record<string, string>> = {
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.css': 'text/css',
}
export const origin = 'http://stories.localhost'

export type Built = ReadonlyMap<string, string | Uint8Array>

/** By path from the root, without the leading slash. Takes a second or two. */
export async function buildStories(): Promise<Built> {
  const built = await build({
    configFile: false,
    root: import.meta.dirname,
    logLevel: 'error',
    plugins: [react()],
    build: {
      write: false,
      target: 'es2024',
      assetsInlineLimit: 0,
      modulePreload: { polyfill: false },
      chunkSizeWarningLimit: 4_000,
    },
  })
  const outputs = (Array.isArray(built) ? built : [built]).flatMap((each) =>
    'output' in each ? each.output : [],
  )
  return new Map(
    outputs.map((file) => [file.fileName, file.type === 'chunk' ? file.code : file.source]),
  )
}

/**
 * Under the same headers as the real page, so that a story cannot need what the window is not
 * allowed.
 */
export async function serveStories(page: Page, files: Built): Promise<void> {
  await page.route(`${origin}/**`, async (route) => {
    const path = new URL(route.request().url()).pathname.slice(1) || 'index.html'
    const body = files.get(path)
    if (body === undefined) return route.fulfill({ status: 404 })
    return route.fulfill({
      body: Buffer.from(body),
      headers: {
        ...pageHeaders(),
        'content-type': types[extname(path)] ?? 'application/octet-stream',
      },
    })
  })
}
