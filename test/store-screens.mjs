// `npm run screens`: draws every screen in both themes and stores the pictures that differ in docs/screens.
process.env['SCREENS_WRITE'] = '1'
process.argv.push('--whole', 'screens')
await import('./run.mjs')
