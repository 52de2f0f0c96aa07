// What the journal says of a server beside its reviews.
import type { openPinStore } from './trust/pin-store.ts'
import type { Servers } from './servers-port.ts'

const MOST_CHARS = 300

export function serverNotes({
  note,
}: Pick<ReturnType<typeof openPinStore>, 'note'>): Pick<
  Servers,
  'added' | 'altered' | 'misbehaved' | 'signingIn' | 'asked' | 'refusedAsk'
> {
  const cut = (text: string): string => text.slice(0, MOST_CHARS)
  return {
    added: (server, surface) => note(server, 'added', surface),
    altered: (server, text, surface) => note(server, 'changed', surface, text),
    misbehaved: (server, text) => void note(server, 'misbehaved', null, cut(text)),
    signingIn: (server, text) => void note(server, 'signing-in', null, cut(text)),
    asked: (server, text) => void note(server, 'asked', null, cut(text)),
    refusedAsk: (server, text) => void note(server, 'request-refused', null, text),
  }
}
