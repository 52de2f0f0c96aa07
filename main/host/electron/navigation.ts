// Where contents of any kind may go: nowhere but our own origin, in no second window, in no
// webview.
import { letGo } from '../../../contract/let-go.ts'
import type { App, Shell, WebContents } from 'electron'
import { isOwnUrl, mayOpenOutside } from './origin.ts'

/** Applies to every web contents made from now on. Must be called before the first window. */
export function restrictNavigation(app: Pick<App, 'on'>, shell: Pick<Shell, 'openExternal'>): void {
  app.on('web-contents-created', (_event, contents) => restrict(contents, shell))
}

function restrict(contents: WebContents, shell: Pick<Shell, 'openExternal'>): void {
  contents.on('will-navigate', (event) => stay(event))
  contents.on('will-frame-navigate', (event) => stay(event))
  contents.on('will-redirect', (event) => stay(event))
  contents.on('will-attach-webview', (event) => event.preventDefault())
  contents.setWindowOpenHandler(({ url }) => {
    // A link in a transcript: its target is text on the page, and a person clicked it. Nothing else
    // leaves the window.
    if (mayOpenOutside(url) && contents.isFocused()) letGo(shell.openExternal(url))
    return { action: 'deny' }
  })
}

const stay = (event: { readonly url: string; preventDefault(): void }): void => {
  if (!isOwnUrl(event.url)) event.preventDefault()
}
