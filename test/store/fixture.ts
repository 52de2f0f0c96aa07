// A folder with a real store in it, gone when the test is over.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import { openStore, type Store } from '../../main/store/open.ts'
import { openMemoryStore } from '../fakes/memory-store.ts'

export function makeFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'gatehouse-test-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

/** Opened for this test, closed after it. */
export async function storeIn(file: string): Promise<Store> {
  const opened = await openStore(file, { now: () => 42 })
  if (!opened.ok) throw new Error(opened.error.text)
  onTestFinished(() => opened.value.close())
  return opened.value
}

/** The same in memory. */
export async function memoryStore(): Promise<Store> {
  const store = await openMemoryStore()
  onTestFinished(() => store.close())
  return store
}
