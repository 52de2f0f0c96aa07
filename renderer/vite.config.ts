// How Vite builds the window.
import { fileURLToPath } from 'node:url'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin, type Rolldown } from 'vite'

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

type Graph = Pick<Rolldown.ChunkingContext, 'getModuleInfo'>

/**
 * A file of these modules and of all that they import, without the parts that come later. Else the
 * bundler makes one of each few modules that other parts read as well: some twenty to ask for.
 */
function inOneFile(name: string, ...modules: readonly string[]) {
  const entries = modules.map((path) => fileURLToPath(new URL(path, import.meta.url)))
  let taken: ReadonlySet<string> | null = null
  return {
    debugName: name,
    name: (id: string, graph: Graph) =>
      (taken ??= importedBy(entries, graph)).has(id) ? name : null,
  }
}

function importedBy(entries: readonly string[], graph: Graph): ReadonlySet<string> {
  const found = new Set(entries)
  for (const id of found)
    for (const next of graph.getModuleInfo(id)?.importedIds ?? []) found.add(next)
  return found
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
        codeSplitting: {
          groups: [
            // In one file, so that no schema is made, in whatever file, before zod was told not to
            // make code.
            {
              name: 'zod',
              test: /node_modules[\\/]zod[\\/]|no-code-at-run-time/,
              priority: 2,
            },
            { ...inOneFile('start', 'app/main.tsx'), priority: 1 },
            // Fetched as soon as the window is there (app/lazy-screens.ts).
            inOneFile(
              'lists',
              'features/audit/audit-screen.tsx',
              'features/capabilities/capabilities-screen.tsx',
            ),
          ],
        },
      },
    },
  },
})
