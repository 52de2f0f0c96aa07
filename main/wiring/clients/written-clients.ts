// What connect wrote down of each client: whose hooks are set up, and how long it waits. It writes
// from a process of its own, at any time, so it is read again whenever somebody comes or looks.
import { canonicalJson } from '../../../contract/json.ts'
import type { WrittenFor } from '../../clients/connect/written-for.ts'

export type WrittenClients = {
  /** As read last. */
  current(): WrittenFor
  /** In the background. A read that fails leaves what was read before. */
  read(): void
}

/** `changed`: it is not as it was read before. */
export function openWrittenClients(
  readWritten: () => Promise<WrittenFor>,
  changed: () => void,
): WrittenClients {
  let written: WrittenFor = new Map()
  return {
    current: () => written,
    read: () =>
      void readWritten().then(
        (read) => {
          const same =
            canonicalJson(Object.fromEntries(read)) === canonicalJson(Object.fromEntries(written))
          written = read
          if (!same) changed()
        },
        () => undefined,
      ),
  }
}
