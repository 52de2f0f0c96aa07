// Run by the release workflow, with feeds as arguments: signs what electron-builder wrote, each in
// its place, with the Ed25519 private key (PEM) in GATEHOUSE_UPDATE_KEY; `--notes FILE` before them
// puts in what people read about the release. With `--public FILE` instead, writes the public key
// that belongs into the package, as out/main/update-key.pem.
import { createPublicKey } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { parseDocument } from 'yaml'
import { signRelease } from './signature.ts'

const key = process.env['GATEHOUSE_UPDATE_KEY']
const [first, ...rest] = process.argv.slice(2)
if (key === undefined || key === '' || first === undefined) {
  console.error(
    'usage: GATEHOUSE_UPDATE_KEY=PEM node sign-update.ts [--notes FILE] FEED.yml… | --public FILE',
  )
  process.exit(2)
}
if (first === '--public') {
  const [file] = rest
  if (file === undefined) process.exit(2)
  writeFileSync(file, createPublicKey(key).export({ type: 'spki', format: 'pem' }))
} else {
  const withNotes = first === '--notes'
  // Without them the updater takes those of the release's page, which nobody signed.
  const notes = withNotes ? readFileSync(rest[0] ?? '', 'utf8').trim() : null
  for (const file of withNotes ? rest.slice(1) : [first, ...rest]) {
    const feed = parseDocument(readFileSync(file, 'utf8'))
    feed.delete('signature')
    if (notes !== null) feed.set('releaseNotes', notes)
    feed.set('signature', signRelease(feed.toJS(), key))
    writeFileSync(file, feed.toString({ lineWidth: 0 }))
    console.log(`Signed ${file}.`)
  }
}
