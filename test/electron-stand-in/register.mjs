// Loads the stand-in in the place of `electron`: node --import
// ./test/electron-stand-in/register.mjs out/main/electron.js
import { registerHooks } from 'node:module'

const standIn = new URL('./electron.ts', import.meta.url).href

registerHooks({
  resolve: (specifier, context, next) =>
    specifier === 'electron' ? { url: standIn, shortCircuit: true } : next(specifier, context),
})
