// Events that a listener can prevent, as Electron's are.

export type Preventable = { defaultPrevented: boolean; preventDefault(): void }

export function preventable<T extends object>(details: T): T & Preventable {
  const event = {
    ...details,
    defaultPrevented: false,
    preventDefault: () => void (event.defaultPrevented = true),
  }
  return event
}
