import { fileURLToPath } from 'node:url'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

// Relative base: the same files are served from http://127.0.0.1:PORT/ and from gatehouse://app/. Routes live in the
// hash, so the document is always at the root of either. Nothing is inlined: the page's CSP has no 'unsafe-inline' and
// images come as files or not at all.
export default defineConfig({
  root: fileURLToPath(new URL('.', import.meta.url)),
  base: './',
  plugins: [react()],
  build: {
    outDir: fileURLToPath(new URL('../out/renderer', import.meta.url)),
    emptyOutDir: true,
    target: 'es2024',
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: true,
  },
})
