// Fields of the page that a person has typed in since it was opened: what a reload would lose. Only
// which fields; never what is in them.

/** Whose text is put by for a reload. */
export const PUT_BY = 'data-put-by'

export type TypedFields = {
  /** Whether there is text in one that a reload would lose. */
  wouldLose(): boolean
}

export function followTypedFields(page: Document): TypedFields {
  const typed = new Set<Element>()
  page.addEventListener('input', ({ target }) => {
    if (target instanceof Element) typed.add(target)
  })
  return {
    wouldLose() {
      for (const field of typed) if (!field.isConnected) typed.delete(field)
      return [...typed].some((field) => !field.hasAttribute(PUT_BY) && textOf(field) !== '')
    },
  }
}

/** Of a choice or a switch there is none: it was sent as soon as it was made. */
function textOf(field: Element): string {
  if (field instanceof HTMLTextAreaElement) return field.value
  if (field instanceof HTMLInputElement)
    return ['checkbox', 'radio', 'range', 'file'].includes(field.type) ? '' : field.value
  return field instanceof HTMLElement && field.isContentEditable ? (field.textContent ?? '') : ''
}
