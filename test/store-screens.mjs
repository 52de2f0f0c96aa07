// `npm run screens`: draws every screen and stores the pictures that differ in docs/screens.
process.env['SCREENS_WRITE'] = '1'
process.argv.push('screens')
await import('./run.mjs')
