import { fileURLToPath } from 'node:url'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'

/**
 * Layers are in the order in which they are first named, and style sheets of lazy parts may come
 * before that of the frame. So each begins with the order.
 */
const layerOrder: Plugin = {
  name: 'layer-order',
  enforce: 'post',
  generateBundle(_options, bundle) {
    for (const file of Object.values(bundle)) {
      if (file.type === 'asset' && file.fileName.endsWith('.css'))
        file.source = `@layer tokens,base,ui,feature;${String(file.source)}`
    }
  },
}

/**
 * The two faces that every screen needs, asked for with the document: else the first text would be
 * drawn twice, and everything would move between.
 */
const preloadFonts: Plugin = {
  name: 'preload-fonts',
  transformIndexHtml: {
    order: 'post',
    handler: (_html, { bundle = {} }) =>
      Object.keys(bundle)
        .filter((file) => /(inter|jetbrains-mono)-latin-wght-normal-[^/]+\.woff2$/.test(file))
        .toSorted()
        .map((file) => ({
          tag: 'link',
          attrs: {
            rel: 'preload',
            as: 'font',
            type: 'font/woff2',
            crossorigin: '',
            href: `./${file}`,
          },
          injectTo: 'head' as const,
        })),
  },
}

// Relative base: the same files are served from http://127.0.0.1:PORT/ and from gatehouse://app/.
// Routes live in the hash, so the document is always at the root of either. Nothing is inlined: the
// page's CSP has no 'unsafe-inline' and images come as files or not at all.
export default defineConfig({
  root: fileURLToPath(new URL('.', import.meta.url)),
  base: './',
  plugins: [react(), layerOrder, preloadFonts],
  build: {
    outDir: fileURLToPath(new URL('../out/renderer', import.meta.url)),
    emptyOutDir: true,
    target: 'es2024',
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: true,
    // The engine compiles all of a file at once, beside the page's own thread, instead of each
    // function when it is first called: screens are fetched before they are opened
    // (https://v8.dev/blog/explicit-compile-hints).
    rolldownOptions: {
      output: {
        postBanner: '//# allFunctionsCalledOnLoad',
        // In one file, so that no schema is made, in whatever file, before zod was told not to make
        // code.
        codeSplitting: {
          groups: [{ name: 'zod', test: /node_modules[\\/]zod[\\/]|no-code-at-run-time/ }],
        },
      },
    },
  },
})
